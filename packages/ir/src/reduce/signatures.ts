import type { ReducibleParts } from "@passwright/core";
import type { Type } from "../attributes/attribute.ts";
import type { Operation, Value } from "../handles.ts";
import { PatternRewriter } from "../rewrite/pattern-rewriter.ts";
import { substitute } from "./substitute.ts";

interface Signature {
  readonly inputs: readonly Type[];
  readonly results: readonly Type[];
}

/** Edits of a function: without arguments, and without results. Its calls follow. */
export function signatureParts(func: Operation): ReducibleParts[] {
  const type = func.getAttr("function_type")?.data;
  if (func.name !== "func.func" || type?.kind !== "type" || type.type.data.kind !== "function") return [];
  const { inputs, results } = type.type.data;
  const without = <T>(all: readonly T[], dropped: ReadonlySet<number>): T[] =>
    all.filter((_, index) => !dropped.has(index));
  return [
    {
      size: inputs.length,
      drop(dropped) {
        const entry = func.regions[0]?.front;
        for (const index of [...dropped].sort((left, right) => right - left)) {
          if (entry === undefined) break;
          const argument = entry.getArgument(index);
          if (entry.front !== undefined) substitute(argument, entry.front);
          entry.eraseArgument(index);
        }
        setSignature(func, { inputs: without(inputs, dropped), results });
        dropDictionaries(func, "arg_attrs", dropped);
        for (const call of callsOf(func)) call.operands = without(call.operands, dropped);
      },
    },
    {
      size: results.length,
      drop(dropped) {
        for (const { back } of func.regions[0]?.blocks ?? [])
          if (back?.name === "func.return") back.operands = without(back.operands, dropped);
        setSignature(func, { inputs, results: without(results, dropped) });
        dropDictionaries(func, "res_attrs", dropped);
        for (const call of callsOf(func)) eraseResults(call, dropped);
      },
    },
  ];
}

/** Erases results of an operation. Other values of their types take their place. */
export function eraseResults(op: Operation, dropped: ReadonlySet<number>): void {
  for (const index of dropped) substitute(op.getResult(index) as Value, op);
  const rewriter = new PatternRewriter(op.store);
  rewriter.setInsertionPoint(op);
  rewriter.eraseOpResults(op, (index) => dropped.has(index));
}

function setSignature(func: Operation, { inputs, results }: Signature): void {
  const { context } = func;
  const type = context.internType({ kind: "function", inputs, results });
  func.setAttr("function_type", context.internAttribute({ kind: "type", type }));
}

function dropDictionaries(func: Operation, name: string, dropped: ReadonlySet<number>): void {
  const data = func.getAttr(name)?.data;
  if (data?.kind !== "array") return;
  const elements = data.elements.filter((_, index) => !dropped.has(index));
  func.setAttr(name, func.context.internAttribute({ kind: "array", elements }));
}

function callsOf(func: Operation): Operation[] {
  const calls: Operation[] = [];
  func.parentOp?.walk((op) => {
    const callee = op.name === "func.call" ? op.getAttr("callee")?.data : undefined;
    if (callee?.kind === "symbol" && callee.root === func.symbolName) calls.push(op);
  });
  return calls;
}
