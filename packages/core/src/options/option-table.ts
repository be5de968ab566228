import type { OptionSpecs, OptionValue, OptionValues, ScalarSpec, ValuesOf } from "./option-spec.ts";
import { AN_OPTION, checkArgument, described, isPlainObject, isSpec, needsValue, notTaken } from "./option-value.ts";
import { defaults, parseOptions, takeOptions } from "./options.ts";
import type { OptionsResult } from "./options.ts";
import { writeTable } from "./print-options.ts";

type Data = { readonly [name: string]: unknown };

/** Names of the options that were set in each table value. All other options of the table have their defaults. */
const given = new WeakMap<object, ReadonlySet<string>>();

/** Returns the options that were set in a table value, or all options if it is unknown which options were set. */
function setIn(value: Data): Data {
  const names = given.get(value);
  return names === undefined ? value : Object.fromEntries([...names].map((name) => [name, value[name]]));
}

function valueOf<T>(result: OptionsResult): OptionValue<T> {
  if (!result.ok) return { ok: false, message: result.problem.message, within: result.problem };
  const { options } = result;
  given.set(options.values, options.given);
  return { ok: true, value: options.values as T };
}

/**
 * Defines an option whose value is a table of options: `tile={sizes=1,2 order=inner}`, or, in a list,
 * `{sizes=1},{sizes=2}`. The counterpart of MLIR's `PassPipelineOptions`. Omitted options have their defaults.
 *
 * @throws {@link UsageError} PWC0103 if `specs` is not a table of options.
 */
export function optionTable<const O extends OptionSpecs>(specs: O, doc: string): ScalarSpec<ValuesOf<O>> {
  checkArgument(isPlainObject(specs), "optionTable", "a table of options", specs);
  for (const spec of Object.values(specs)) checkArgument(isSpec(spec), "optionTable", AN_OPTION, spec);
  const standard = Object.freeze(defaults(specs)) as ValuesOf<O>;
  given.set(standard, new Set());
  const expects = `a table of ${Object.keys(specs).sort().join(", ")}`;
  return {
    kind: "table",
    default: standard,
    doc,
    placeholder: "<value>",
    expects,
    isList: false,
    isTable: true,
    inner: specs,
    parse: (text, read) => (text === undefined ? needsValue : valueOf(parseOptions(specs, text, read))),
    take: (value, read) => {
      if (!isPlainObject(value)) return notTaken(expects, value);
      return valueOf(takeOptions(specs, setIn(value), read));
    },
    print: (value) => writeTable(specs, { values: value, given: given.get(value) ?? new Set(Object.keys(value)) }),
    schema: () => ({
      type: "object",
      properties: Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, spec.schema()])),
      additionalProperties: false,
      ...described(doc),
    }),
  };
}

/** Returns a copy of a value in which tables, including tables in lists, contain only the options that were set. */
export function givenIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(givenIn);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(setIn(value)).map(([name, inner]) => [name, givenIn(inner)]));
}

/** Returns the options that were set, also in nested tables, without defaults. `takeOptions` accepts the result. */
export function givenOptions({ values, given: names }: OptionValues): Data {
  return Object.fromEntries([...names].map((name) => [name, givenIn(values[name])]));
}
