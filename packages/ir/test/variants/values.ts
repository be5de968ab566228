/** Types of every kind that constraints distinguish. */
export const TYPES: readonly string[] = [
  "i1",
  "i32",
  "si32",
  "i64",
  "index",
  "f32",
  "none",
  "tuple<i32>",
  "() -> ()",
  "complex<f32>",
  "vector<4xi1>",
  "vector<4xi32>",
  "vector<[4]xf32>",
  "vector<4xindex>",
  "tensor<4xi1>",
  "tensor<4xi32>",
  "tensor<?xf32>",
  "tensor<*xi1>",
  "tensor<*xi32>",
  'tensor<4xi32, "encoding">',
  "memref<4xi32>",
  "memref<f32>",
  "memref<?x?xf32>",
  "memref<4xindex>",
  "memref<4xi8>",
  "memref<4xf32, 1>",
  "memref<4xf32, strided<[2], offset: ?>>",
  "memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>",
  "memref<*xf32>",
  "!foreign.type",
];

/** Attributes of every kind that constraints distinguish. */
export const ATTRIBUTES: readonly string[] = [
  "unit",
  "true",
  "1 : i32",
  "-1 : i64",
  "3 : i64",
  "0 : index",
  "1.0 : f32",
  '"text"',
  "@global",
  "@callee",
  "@a::@b",
  "i32",
  "() -> ()",
  "memref<2x3xf32>",
  "[]",
  "[[0]]",
  "[{}]",
  "[1 : i64]",
  "{}",
  "array<i32>",
  "array<i32: 1, 1>",
  "array<i64: 1, 1>",
  "dense<1> : tensor<2xi32>",
  "dense<1.0> : tensor<2x3xf32>",
  "affine_map<(d0, d1) -> (d1, d0)>",
  "affine_map<(d0) -> (d0)>",
  "#arith.fastmath<fast>",
  "#arith.overflow<nsw>",
  "#foreign.attribute",
];

const REPLACEMENTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\d+(?=x)|(?<=[:,[] ?)-?\d+(?=[,\]>)]|$)/g, ["0", "1", "5", "?"]],
  [/\?/g, ["4", "0"]],
  [/\b(?:i\d+|f\d+|index)(?=[>,]|$)/g, ["i8", "i64", "index", "f16", "f64"]],
  [/x(?=[a-z!])/g, ["x1x", "x?x"]],
  [/\d+x/g, [""]],
  [/(?<=memref<[^<>]*)>/g, [", 2>", ', "space">']],
  [/(?<=memref<\dx?\d?x?[a-z]\d*)>/g, [", strided<[1]>>", ", strided<[?, 1]>>", ", strided<[3, 1], offset: ?>>"]],
  [/(?<=tensor<[^<>]*)>/g, [', "encoding">']],
  [/, (?:strided|affine_map)<[^<>]*(?:->[^<>]*)?>/g, [""]],
  [/^vector/g, ["tensor"]],
  [/^tensor/g, ["vector", "memref"]],
  [/^memref/g, ["tensor"]],
  [/^memref<[\dx?]*/g, ["memref<*x"]],
  [/=-?\d+$/g, ["=0", "=-1", "=1", ""]],
];

/**
 * Returns types that differ from a type in one part: the element type, a size, the rank, the layout or the memory
 * space.
 */
export function similarTypes(type: string): readonly string[] {
  return [...new Set(REPLACEMENTS.flatMap(([pattern, texts]) => replaceEach(type, pattern, texts)))];
}

const NUMBERS = ["0", "1", "2", "7", "-1", "-9223372036854775808"];

/** Returns attributes that differ from an attribute in a number, in an element of a list or in a type. */
export function similarAttributes(attribute: string): readonly string[] {
  return [
    ...replaceEach(attribute, /(?<![\w.])-?\d+(?![\w.])/g, NUMBERS),
    ...replaceEach(attribute, /-?\d+, /g, [""]),
    ...replaceEach(attribute, /, -?\d+/g, [""]),
    ...replaceEach(attribute, /(?<=[[ ])(-?\d+)(?=[\]>,])/g, ["4, 4", "0, 1"]),
    ...replaceEach(attribute, /\], \[/g, [", "]),
    ...replaceEach(attribute, /, (?=\d)/g, ["], ["]),
    ...replaceEach(attribute, /\b(?:i\d+|index|f\d+)\b/g, ["i1", "i8", "i32", "i64", "si32", "index", "f32"]),
    ...replaceEach(attribute, /d[01](?=[,)])/g, ["d0", "d1", "0", "d0 + d1"]),
    ...replaceEach(attribute, /"[^"]*"/g, ['""', '"public"', '"private"', '"callee"']),
    ...replaceEach(attribute, /\?/g, ["3"]),
  ];
}

function replaceEach(text: string, pattern: RegExp, replacements: readonly string[]): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(({ index, 0: found }) =>
    replacements
      .filter((replacement) => replacement !== found)
      .map((replacement) => text.slice(0, index) + replacement + text.slice(index + found.length)),
  );
}
