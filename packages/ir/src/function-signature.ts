import type { Operation } from "./handles.ts";

/**
 * Removes arguments and results from the type of a function, together with their attributes
 * (`mlir/lib/Interfaces/FunctionInterfaces.cpp`). Does not change the body or the calls.
 */
export function eraseFromSignature(
  func: Operation,
  inputs: ReadonlySet<number>,
  results: ReadonlySet<number> = new Set(),
): void {
  const type = func.getAttr("function_type")?.data;
  if (type?.kind !== "type" || type.type.data.kind !== "function") return;
  const { data } = type.type;
  const { context } = func;
  const without = <T>(all: readonly T[], dropped: ReadonlySet<number>): T[] =>
    all.filter((_, index) => !dropped.has(index));
  const signature = context.internType({
    kind: "function",
    inputs: without(data.inputs, inputs),
    results: without(data.results, results),
  });
  func.setAttr("function_type", context.internAttribute({ kind: "type", type: signature }));
  for (const [name, dropped] of [
    ["arg_attrs", inputs],
    ["res_attrs", results],
  ] as const) {
    const list = func.getAttr(name)?.data;
    if (list?.kind !== "array") continue;
    const elements = without(list.elements, dropped);
    const isEmpty = elements.every(
      (element) => element.data.kind === "dictionary" && element.data.entries.length === 0,
    );
    if (isEmpty) func.removeAttr(name);
    else func.setAttr(name, context.internAttribute({ kind: "array", elements }));
  }
}
