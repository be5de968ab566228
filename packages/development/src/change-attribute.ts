import type { Random } from "./random.ts";

/** Attributes of every kind. Many values differ from a valid attribute of an operation in only one detail. */
const VALUES: readonly string[] = `
  unit | true | false | 1 | 0 : i64 | -1 : i64 | 42 : i64 | 3 : i64 | 14 : i64 | 16 : i64 |
  9223372036854775807 : i64 | 0 : i32 | 1 : i32 | 3 : i32 | 4 : i32 | 8 : i32 | -1 : i32 | 7 : i8 | 1 : index |
  1 : si32 | 1 : ui64 | 1.5 : f32 | 0x7FC00000 : f32 | "eq" | "private" | [] | [1] | [[0, 1], [2]] | [[0], [1]] |
  [[-1, 7]] | [{}] | [{t.a}] | [{a}] | {} | {a = 1} | i32 | () -> () | (i32) -> i32 | memref<4xf32> |
  memref<?xf32> | tensor<4xf32> | @f | @g | @g::@f | loc(unknown) | dense<1> : tensor<2xi32> |
  dense<[1, 2]> : vector<2xi32> | dense<[1, 1]> : vector<2xi32> | dense<[1, 2, 3]> : vector<3xi32> |
  dense<[1, 2]> : vector<2xi64> | dense<[]> : tensor<0xi32> | dense<1.0> : tensor<4xf32> |
  dense<"a"> : tensor<2x!t.s> | sparse<0, 1> : tensor<2xi32> | dense_resource<x> : tensor<4xf32> | array<i32> |
  array<i64> | array<i8: 1, 1> | array<i32: 0> | array<i32: 1> | array<i32: 1, 1> | array<i32: 1, 2> |
  array<i32: 1, 0> | array<i32: 0, 1> | array<i32: 1, 1, 1> | array<i32: 1, 1, 2> | array<i32: 1, -1, 3> |
  array<i32: 3, 0, 0> | array<i32: 1, 2, 1> | array<i32: 1, 1, 1, 1> | array<i32: 1, 0, 1, 0> | array<i64: 1> |
  array<i64: 1, 1> | array<i32: 2147483647, -2147483646, 0, 0> | array<i64: -1, 2> | array<i64: 0, 0> |
  array<i64: 1, 2, 3> | array<i64: -9223372036854775808, 2> | array<f32: 1.0> | array<i1: true> |
  affine_map<(d0) -> (d0)> | affine_map<(d0, d1) -> (d1, d0)> | affine_map<(d0, d1) -> (d0)> |
  affine_map<(d0, d1) -> (d0, d0)> | affine_set<(d0) : (d0 >= 0)> | #arith.overflow<nsw> |
  #arith.overflow<nsw, nuw> | #arith.fastmath<fast> | #ub.poison | distinct[0]<1> | strided<[1]> |
  [#gpu.thread<x>] | [#gpu.thread<x>, #gpu.block<y>] | #t.x<1>
`
  .split("|")
  .map((value) => value.trim());

interface Entry {
  readonly name: string;
  readonly value?: string;
}

/**
 * Replaces or removes one inherent attribute of one operation. The program must be in generic form. The attribute is in
 * the properties of the operation or, less often, in the dictionary after the properties. Returns undefined if the
 * program does not have inherent attributes.
 */
export function changeAttribute(text: string, random: Random): string | undefined {
  const starts = [...text.matchAll(/ <\{/g)].map(({ index }) => index);
  if (starts.length === 0) return undefined;
  const start = random.pick(starts);
  const end = endOfBracket(text, start + 2) + 1;
  const entries = splitList(text.slice(start + 3, end - 2)).map((entry): Entry => {
    const [name = "", ...value] = entry.split(" = ");
    return value.length === 0 ? { name } : { name, value: value.join(" = ") };
  });
  const place = random.below(entries.length);
  const changed = random.chance(0.05)
    ? entries.filter((_, i) => i !== place)
    : entries.map((entry, i) => (i === place ? { name: entry.name, value: random.pick(VALUES) } : entry));
  const dictionary = `{${changed.map(({ name, value }) => (value === undefined ? name : `${name} = ${value}`)).join(", ")}}`;
  if (random.chance(0.7)) return `${text.slice(0, start)} <${dictionary}>${text.slice(end)}`;
  const hasRegions = text.startsWith(" ({", end);
  const type = hasRegions ? endOfBracket(text, end + 1) : end;
  return `${text.slice(0, start)}${text.slice(end, type)} ${dictionary}${text.slice(type)}`;
}

/** Returns the offset after the bracket that closes the bracket at `start`. */
function endOfBracket(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if ("({[".includes(text[i]!)) depth++;
    else if (")}]".includes(text[i]!) && --depth === 0) return i + 1;
  }
  return text.length;
}

/** Splits a list at the commas outside of brackets. */
function splitList(list: string): string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const [i, c] of [...list].entries()) {
    if ("<({[".includes(c)) depth++;
    else if (")}]".includes(c) || (c === ">" && list[i - 1] !== "-")) depth--;
    if (c === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
