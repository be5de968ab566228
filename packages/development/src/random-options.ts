import * as fc from "fast-check";
import { anyCharacter, hostileText } from "./hostile-text.ts";

/**
 * Functions of the core that create options. Callers provide these functions, because `@passwright/development` does
 * not import the core.
 */
export interface OptionKinds {
  int(standard: number, doc: string, limits?: { readonly type?: "uint" | "long" }): unknown;
  float(standard: number, doc: string): unknown;
  bool(standard: boolean, doc: string): unknown;
  string(standard: string, doc: string): unknown;
  oneOf(words: readonly string[], standard: string, doc: string): unknown;
  pipelineText(standard: string, doc: string): unknown;
  pipeline(standard: string, doc: string): unknown;
  list(element: never, doc: string): unknown;
  optionTable(specs: never, doc: string): unknown;
  record(doc: string): unknown;
  anyOf(specs: never, doc: string): unknown;
}

type Table = { readonly [name: string]: unknown };

/** An option, and values that it accepts. */
interface OptionCase {
  readonly spec: unknown;
  readonly value: fc.Arbitrary<unknown>;
  readonly isPipeline?: boolean;
}

/** Options of one pass, and values for some of the options, as in a config. */
export interface OptionsCase {
  readonly specs: Table;
  readonly values: Table;
}

const EXTREMES = [0, -0, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, Number.EPSILON, 0.1, 1 / 3, 2 ** 53];

/** Text between braces in pipelines, with all special characters of the syntax. */
const syntaxText = fc.string({ unit: fc.constantFrom(..."ab1 ,={}()[]'\"\\\n\t\r-_ é😀".split("")), maxLength: 8 });

/** Random strings. Some of these strings cannot be expressed in a textual pipeline. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 6 }) },
  { weight: 4, arbitrary: syntaxText },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 4 }) },
  { weight: 1, arbitrary: hostileText() },
);

const PIPELINES = ["any(cse)", "func.func(cse,cse)", "builtin.module(func.func(cse),any(cse))", "any( cse )"];

const pipelines = fc.constantFrom(...PIPELINES);

function scalarCases(kinds: OptionKinds): readonly OptionCase[] {
  const { int, float, bool, string, oneOf, pipelineText, pipeline, record, anyOf, list } = kinds;
  const words = ["one", "two words", "", "it's"];
  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
  const records = fc.dictionary(
    fc.string({ maxLength: 4 }),
    fc.oneof(anyText, doubles, fc.boolean(), fc.constant(null)),
    {
      maxKeys: 3,
      noNullPrototype: true,
    },
  );
  const numbers = fc.array(fc.integer(), { maxLength: 3 });
  return [
    { spec: int(1, ""), value: fc.integer() },
    { spec: int(0, "", { type: "uint" }), value: fc.nat() },
    { spec: int(0, "", { type: "long" }), value: fc.maxSafeInteger() },
    { spec: float(0.5, ""), value: fc.oneof(fc.constantFrom(...EXTREMES), doubles) },
    { spec: bool(false, ""), value: fc.boolean() },
    { spec: string("", ""), value: anyText },
    { spec: string("a default's {text}", ""), value: anyText },
    { spec: oneOf(words, "one", ""), value: fc.constantFrom(...words) },
    { spec: pipelineText("cse", ""), value: anyText },
    { spec: pipeline("", ""), value: fc.oneof(pipelines, fc.constant("")), isPipeline: true },
    { spec: pipeline("any(cse)", ""), value: pipelines, isPipeline: true },
    { spec: record(""), value: records },
    {
      spec: anyOf([string("", ""), record(""), list(int(0, "") as never, "")] as never, ""),
      value: fc.oneof(anyText, records, numbers),
    },
  ];
}

type Cases = { readonly [name: string]: OptionCase };

function specsOf(cases: Cases): Table {
  return Object.fromEntries(Object.entries(cases).map(([name, { spec }]) => [name, spec]));
}

/** Returns values for some of the options. */
function valuesOf(cases: Cases): fc.Arbitrary<Table> {
  const values = Object.fromEntries(Object.entries(cases).map(([name, { value }]) => [name, value]));
  return fc.record(values, { requiredKeys: [], noNullPrototype: true });
}

const names = fc.constantFrom("a", "b", "size", "x.y", "max-iterations", "ü");

function tableOf(
  kinds: OptionKinds,
  depth: number,
  sizes: { readonly minKeys: number; readonly maxKeys: number },
): fc.Arbitrary<Cases> {
  return fc.dictionary(names, optionCase(kinds, depth), { ...sizes, noNullPrototype: true });
}

function scalarCase(kinds: OptionKinds, depth: number): fc.Arbitrary<OptionCase> {
  const plain = fc.constantFrom(...scalarCases(kinds));
  if (depth === 0) return plain;
  const tables = tableOf(kinds, depth - 1, { minKeys: 0, maxKeys: 3 }).map((cases) => ({
    spec: kinds.optionTable(specsOf(cases) as never, ""),
    value: valuesOf(cases),
  }));
  return fc.oneof({ weight: 3, arbitrary: plain }, { weight: 2, arbitrary: tables });
}

function optionCase(kinds: OptionKinds, depth: number): fc.Arbitrary<OptionCase> {
  const one = scalarCase(kinds, depth);
  const lists = one.map(({ spec, value, isPipeline }) => ({
    spec: kinds.list(spec as never, ""),
    // Pipelines in a list must not be empty.
    value: fc.array(isPipeline === true ? pipelines : value, { maxLength: 3 }),
  }));
  return fc.oneof({ weight: 2, arbitrary: one }, { weight: 1, arbitrary: lists });
}

/**
 * Returns options of all kinds, including nested tables and lists, and values for the options. Some values cannot be
 * expressed in a textual pipeline.
 */
export function optionsCase(kinds: OptionKinds): fc.Arbitrary<OptionsCase> {
  return tableOf(kinds, 2, { minKeys: 1, maxKeys: 4 }).chain((cases) =>
    valuesOf(cases).map((values) => ({ specs: specsOf(cases), values })),
  );
}
