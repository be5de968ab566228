import type { Type } from "../attributes/attribute.ts";
import type { Block, Operation } from "../handles.ts";
import type { Complain } from "./define-dialect.ts";

export const BARE = { bare: true } as const;

export function quoted(types: readonly (Type | undefined)[]): string {
  return types.map((type) => `'${String(type)}'`).join(", ");
}

/** Returns the index of the first type that differs from the type at the same index in `wanted`, or -1. */
export function firstDifference(found: readonly Type[], wanted: readonly Type[]): number {
  return found.findIndex((type, i) => type !== wanted[i]);
}

/** Reports the first type that differs from `wanted`. `describe` gets both types in quotes, and their index. */
export function verifyTypes(
  found: readonly Type[],
  wanted: readonly Type[],
  complain: Complain,
  describe: (found: string, wanted: string, index: number) => string,
  options?: Parameters<Complain>[1],
): void {
  const index = firstDifference(found, wanted);
  if (index >= 0) complain(describe(quoted([found[index]]), quoted([wanted[index]]), index), options);
}

/** Checks that the passed values have the types of the receiving arguments or results (`verifyTypesAlongAllEdges`). */
export function verifyEdge(
  from: string | Operation,
  to: string,
  given: readonly Type[],
  wanted: readonly Type[],
  complain: Complain,
): void {
  const source = typeof from === "string" ? from : `Operation ${from.name}`;
  const edge = `along control flow edge from ${source} to ${to}`;
  const options = typeof from === "string" ? {} : { notes: [{ message: "region branch point", op: from }] };
  if (given.length !== wanted.length) {
    complain(
      `${edge}: region branch point has ${given.length} operands, but region successor needs ${wanted.length} inputs`,
      options,
    );
  }
  const describe = (operand: string, input: string, i: number): string =>
    `${edge}: successor operand type #${i} ${operand} should match successor input type #${i} ${input}`;
  verifyTypes(given, wanted, complain, describe, options);
}

export function argumentTypes(block: Block | undefined): readonly Type[] {
  return block?.arguments.map((argument) => argument.type) ?? [];
}
