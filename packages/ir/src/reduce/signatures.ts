import type { ReducibleParts } from "@passwright/core";
import { eraseFromSignature, functionTypeOf, without } from "../function-signature.ts";
import type { Operation, Value } from "../handles.ts";
import { PatternRewriter } from "../rewrite/pattern-rewriter.ts";
import { eraseArguments, substitute } from "./substitute.ts";

/** Returns edits that remove arguments or results of a function. The edits also change the calls of this function. */
export function signatureParts(func: Operation): ReducibleParts[] {
  const type = functionTypeOf(func.store, func.liveId);
  if (func.name !== "func.func" || type === undefined) return [];
  const { inputs, results } = type;
  return [
    {
      size: inputs.length,
      drop(dropped) {
        const entry = func.regions[0]?.front;
        if (entry !== undefined) eraseArguments(entry, dropped);
        eraseFromSignature(func, dropped);
        for (const call of callsOf(func)) call.operands = without(call.operands, dropped);
      },
    },
    {
      size: results.length,
      drop(dropped) {
        for (const { back } of func.regions[0]?.blocks ?? [])
          if (back?.name === "func.return") back.operands = without(back.operands, dropped);
        eraseFromSignature(func, new Set(), dropped);
        for (const call of callsOf(func)) eraseResults(call, dropped);
      },
    },
  ];
}

export function eraseResults(op: Operation, dropped: ReadonlySet<number>): void {
  for (const index of dropped) substitute(op.getResult(index) as Value, op);
  const rewriter = new PatternRewriter(op.store);
  rewriter.setInsertionPoint(op);
  rewriter.eraseOpResults(op, (index) => dropped.has(index));
}

/** Erases results, the values that regions yield for them, and the iteration arguments and initial values of a loop. */
export function eraseYielded(op: Operation, dropped: ReadonlySet<number>): void {
  const { numResults, resultTypes } = op;
  const keeps = (skipped: number) => (_: unknown, index: number) => !dropped.has(index - skipped);
  const endsAlike = (values: readonly Value[]): boolean =>
    values.length >= numResults &&
    values.slice(values.length - numResults).every(({ type }, index) => type === resultTypes[index]);
  // The last operands are the initial values of the results only if the operation is a loop. Equal types do not prove
  // that an operation is a loop, because the condition of an `scf.if` can have the same type as its result.
  const isLoop = op.regions.some(({ blocks }) => blocks.some((block) => endsAlike(block.arguments)));
  for (const { blocks } of op.regions) {
    for (const block of blocks) {
      const { terminator, arguments: values } = block;
      if (terminator !== undefined && terminator.successors.length === 0 && terminator.numOperands === numResults)
        terminator.operands = terminator.operands.filter(keeps(0));
      if (endsAlike(values)) eraseArguments(block, dropped, values.length - numResults);
    }
  }
  if (isLoop && endsAlike(op.operands)) op.operands = op.operands.filter(keeps(op.numOperands - numResults));
  eraseResults(op, dropped);
}

function callsOf(func: Operation): Operation[] {
  const calls: Operation[] = [];
  func.parentOp?.walk((op) => {
    const callee = op.name === "func.call" ? op.getAttr("callee")?.data : undefined;
    if (callee?.kind === "symbol" && callee.root === func.symbolName) calls.push(op);
  });
  return calls;
}
