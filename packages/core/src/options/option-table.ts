import { type OptionSpecs, type ScalarSpec, type ValuesOf } from "./option-spec.ts";
import { parseOptions, takeOptions } from "./options.ts";
import { writeOptions } from "./print-options.ts";

/** Which options of a value somebody set. Of a value that came from TypeScript: those that it has. */
const given = new WeakMap<object, ReadonlySet<string>>();

function givenOf(value: object): ReadonlySet<string> {
  return given.get(value) ?? new Set(Object.keys(value));
}

/**
 * Options inside of an option: `tile={sizes=1,2 order=inner}`, or, in a list, `{sizes=1},{sizes=2}`. MLIR has them as
 * options whose type is `PassPipelineOptions`. A value from TypeScript may leave options out: they have their defaults when
 * it is read back.
 */
export function optionTable<const O extends OptionSpecs>(specs: O, doc: string): ScalarSpec<ValuesOf<O>> {
  const defaults = Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, spec.default])) as ValuesOf<O>;
  given.set(Object.freeze(defaults), new Set());
  return {
    kind: "table",
    default: defaults,
    doc,
    placeholder: "<value>",
    expects: `options ${Object.keys(specs).sort().join(", ")}`,
    isList: false,
    isTable: true,
    parse(text) {
      if (text === undefined) return { ok: false, message: "requires a value!" };
      const parsed = parseOptions(specs, text);
      if (!parsed.ok) return { ok: false, message: parsed.problem.message, within: parsed.problem };
      given.set(parsed.options.values, parsed.options.given);
      return { ok: true, value: parsed.options.values as ValuesOf<O> };
    },
    print(value) {
      const values = { ...defaults, ...value };
      // What no text holds is refused when it is accepted.
      return `{${writeOptions(specs, { values, given: givenOf(value) }) ?? ""}}`;
    },
    accepts: (value) =>
      typeof value === "object" && value !== null && takeOptions(specs, value as Record<string, unknown>).ok,
    schema: () => ({
      type: "object",
      properties: Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, spec.schema()])),
      additionalProperties: false,
      description: doc,
    }),
  };
}
