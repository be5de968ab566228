import type { dagPattern } from "../rewrite/dag-pattern.ts";
import { nodesOf } from "../rewrite/dag-tree.ts";
import type { DagNode } from "../rewrite/dag-tree.ts";
import type { OpDefinition } from "./define-dialect.ts";

/** Pattern of a definition. Patterns that were made from trees also have a root and a tree. */
type Pattern = NonNullable<OpDefinition["canonicalizationPatterns"]>[number] & Partial<ReturnType<typeof dagPattern>>;

/** Returns the problems with the canonicalization patterns of an operation. `find` searches operations of the dialect. */
export function problemsOfPatterns(
  name: string,
  { canonicalizationPatterns = [] }: OpDefinition,
  find: (name: string) => OpDefinition | undefined,
): readonly string[] {
  return canonicalizationPatterns.flatMap((pattern: Pattern) => {
    const { root, match } = pattern;
    const problems = [
      ...(root === undefined || root === name ? [] : [` is for \`${root}\``]),
      ...(match === undefined ? [] : nodesOf(match)).flatMap((node) => problemsOfNode(node, find(node.op))),
    ];
    return problems.map((problem) => `\`canonicalizationPatterns\`: pattern \`${pattern.name}\`${problem}`);
  });
}

/** Returns the names of the operations in the trees of an operation's patterns, except the roots. */
export function operationsInTrees({ canonicalizationPatterns = [] }: OpDefinition): readonly string[] {
  return canonicalizationPatterns.flatMap(({ match }: Pattern) =>
    match === undefined
      ? []
      : nodesOf(match)
          .slice(1)
          .map(({ op }) => op),
  );
}

/** Compares the numbers of operands, as MLIR does for declarative rewrites: a tree with another number never matches. */
function problemsOfNode({ op, operands }: DagNode, definition: OpDefinition | undefined): readonly string[] {
  const groups = definition?.operands ?? (definition?.assemblyFormat === undefined ? undefined : []);
  if (groups === undefined) return [];
  const least = groups.filter(({ many }) => many === undefined).length;
  const most = groups.some(({ many }) => many === "variadic") ? Infinity : groups.length;
  if (operands.length >= least && operands.length <= most) return [];
  const count = most === least ? `${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
  return [`: the number of operands of \`${op}\` is ${count}, not ${operands.length}`];
}
