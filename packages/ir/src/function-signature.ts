import type { TypeData } from "./attributes/attribute.ts";
import { typeValue } from "./attributes/parts.ts";
import type { Operation } from "./handles.ts";
import { getAttribute } from "./store/attributes.ts";
import type { Store } from "./store/store.ts";

/** Returns the contents of a function's type, or `undefined` if `function_type` is missing. Takes an id. */
export function functionTypeOf(store: Store, op: number): (TypeData & { readonly kind: "function" }) | undefined {
  const data = typeValue(getAttribute(store, op, "function_type"))?.data;
  return data?.kind === "function" ? data : undefined;
}

export function without<T>(all: readonly T[], dropped: ReadonlySet<number>): T[] {
  return all.filter((_, index) => !dropped.has(index));
}

/** Removes arguments and results from a function's type and attributes, not its body (`FunctionInterfaces.cpp`). */
export function eraseFromSignature(
  func: Operation,
  inputs: ReadonlySet<number>,
  results: ReadonlySet<number> = new Set(),
): void {
  const data = functionTypeOf(func.store, func.liveId);
  if (data === undefined) return;
  const { context } = func;
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
