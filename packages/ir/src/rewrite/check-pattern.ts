import { each, isTable, mustBe, mustBeListOf, mustBeString, mustBeSynchronous, mustBeText } from "@passwright/core";
import { mustHave, mustHaveOnly } from "@passwright/core";
import type { Requirement } from "@passwright/core";
import { wrongArgument } from "../errors.ts";
import type { DagNode } from "./dag-tree.ts";
import { mustBeNode, repeatedNames } from "./dag-tree.ts";
import type { RewritePattern } from "./pattern.ts";

/* Checks of patterns that TypeScript cannot make, because patterns can be written in JavaScript. */

const KEYS: { readonly [Key in keyof Required<RewritePattern> | "match"]: Requirement } = {
  name: mustBeText,
  labels: mustBeListOf(mustBeText),
  dialect: mustBeText,
  benefit: mustBe(
    "an integer from 0 to 65534",
    (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 65535,
  ),
  couldMatch: mustBeSynchronous,
  couldMatchOperands: mustBeSynchronous,
  matchAndRewrite: mustBeSynchronous,
  root: mustBeText,
  match: mustBeNode,
};
const required = ["name", "matchAndRewrite"];
const known = mustHaveOnly(KEYS, ...required);
const mayHaveMore = mustHave(KEYS, ...required);

/** Requires a pattern. Objects of classes can have further fields. */
export const mustBePattern: Requirement = (value, path) =>
  (isTable(value) && Object.getPrototypeOf(value) !== Object.prototype ? mayHaveMore : known)(value, path);

const patterns = mustBeListOf((value, path) =>
  // `defineDialect` checks the patterns of dialects.
  isTable(value) && value["dialect"] !== undefined ? [] : mustBePattern(value, path),
);

/** Refuses patterns that are invalid, except those of dialects. */
export function checkPatterns(value: readonly RewritePattern[]): void {
  const [problem] = patterns(value, "patterns");
  const example = "`{ name, root, matchAndRewrite }`";
  if (problem !== undefined) throw wrongArgument("`FrozenPatternSet`", problem, `patterns, for example ${example}`);
}

const dagPattern = mustHaveOnly(
  { name: mustBeString, match: mustBeNode, ...each("when rewrite", mustBeSynchronous) },
  "name",
  "match",
  "rewrite",
);

/** Refuses the argument of `dagPattern` if it is invalid. */
export function checkDagPattern(pattern: { readonly name: string; readonly match: DagNode }): void {
  const [problem] = dagPattern(pattern, "pattern");
  const expected = '`{ name, match, rewrite }`, where `match` is, for example, `node("toy.sum", ["x", "y"])`';
  if (problem !== undefined) throw wrongArgument("`dagPattern`", problem, expected);
  const [name] = repeatedNames(pattern.match);
  if (name === undefined) return;
  throw wrongArgument(
    `\`dagPattern\` \`${pattern.name}\``,
    `two parts of \`match\` are named \`${name}\``,
    "a different name for each operation",
  );
}
