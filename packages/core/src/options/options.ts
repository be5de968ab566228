import type { OptionProblem, OptionSpec, OptionSpecs, OptionValue, OptionValues, ReadPipeline } from "./option-spec.ts";
import { splitOptions } from "./option-text.ts";
import { isOptionName, isSpec, notWritable } from "./option-value.ts";
import { writeOptions } from "./print-options.ts";

/** Values of all options, including defaults, or a problem with one of them. */
export type OptionsResult =
  { readonly ok: true; readonly options: OptionValues } | { readonly ok: false; readonly problem: OptionProblem };

/** Returns the defaults of options, by name. Does not contain options without a default. */
export function defaults(specs: OptionSpecs): Record<string, unknown> {
  const known = Object.entries(specs).filter(([, spec]) => spec.default !== undefined);
  return Object.fromEntries(known.map(([name, spec]) => [name, spec.default]));
}

function unknownOption(option: string): OptionsResult {
  return { ok: false, problem: { option, message: `unknown option \`${option}\``, isUnknown: true } };
}

function find(specs: OptionSpecs, name: string): OptionSpec<unknown> | undefined {
  return Object.hasOwn(specs, name) ? specs[name] : undefined;
}

/** Refuses options that a textual pipeline cannot contain: a printed pipeline must parse to the same options. */
function check(specs: OptionSpecs, options: OptionValues): OptionsResult {
  if (writeOptions(specs, options) === undefined) {
    const isCulprit = (name: string): boolean => {
      const { values } = options;
      const alone = { values: { ...defaults(specs), [name]: values[name] }, given: new Set([name]) };
      return writeOptions(specs, alone) === undefined;
    };
    const name = [...options.given].find(isCulprit) ?? ([...options.given][0] as string);
    return badValue(name, notWritable(options.values[name], find(specs, name)?.kind));
  }
  return { ok: true, options: { values: Object.freeze(options.values), given: options.given } };
}

/** Returns whether an option of type pipeline is set to no pipeline: its value and its default are empty strings. */
function isNoPipeline(spec: OptionSpec<unknown>, value: unknown): boolean {
  return spec.isPipeline === true && !spec.isList && spec.default === "" && value === "";
}

function badValue(
  option: string,
  message: string,
  { within, pipeline }: Partial<Extract<OptionValue<never>, { readonly ok: false }>> = {},
): OptionsResult {
  const found = { option, message, isUnknown: false, ...(within && { within }), ...(pipeline && { pipeline }) };
  return { ok: false, problem: found };
}

/**
 * Parses options such as `list=1,2 name=x`. A repeated list option appends values. Otherwise, the last value is used.
 * Without `read`, which parses options that are pipelines, only the syntax of pipelines is checked.
 */
export function parseOptions(specs: OptionSpecs, text: string, read?: ReadPipeline): OptionsResult {
  const values = defaults(specs);
  const given = new Set<string>();
  for (const { key, value: valueText } of splitOptions(text)) {
    const spec = find(specs, key);
    if (spec === undefined) return unknownOption(key);
    const parsed = isNoPipeline(spec, valueText) ? { ok: true as const, value: "" } : spec.parse(valueText, read);
    if (!parsed.ok) return badValue(key, parsed.pipeline?.message ?? parsed.message, parsed);
    const appends = spec.isList && given.has(key);
    values[key] = appends
      ? Object.freeze([...(values[key] as unknown[]), ...(parsed.value as unknown[])])
      : parsed.value;
    given.add(key);
  }
  return check(specs, { values, given });
}

/** Checks options from TypeScript or JSON, where `undefined` means unset. For `read`, see {@link parseOptions}. */
export function takeOptions(
  specs: OptionSpecs,
  input: { readonly [name: string]: unknown },
  read?: ReadPipeline,
): OptionsResult {
  const values = defaults(specs);
  const given = new Set<string>();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const spec = find(specs, name);
    if (spec === undefined) return unknownOption(name);
    const taken = isNoPipeline(spec, value) ? { ok: true as const, value } : spec.take(value, read);
    if (!taken.ok) {
      const inner = taken.within === undefined ? ` ${taken.message}` : `: ${taken.message}`;
      return badValue(name, `option \`${name}\`${inner}`, taken);
    }
    if (taken.value === undefined) continue;
    values[name] = taken.value;
    given.add(name);
  }
  return check(specs, { values, given });
}

/** Returns a message about an invalid definition, name or default in `specs`, or `undefined`. */
export function findBadSpec(specs: OptionSpecs): string | undefined {
  for (const [name, spec] of Object.entries(specs)) {
    if (!isOptionName(name)) return `\`${name}\` cannot be the name of an option`;
    if (!isSpec(spec))
      return `the value of option \`${name}\` is not an option: write \`${name}: int(3, "what it is for")\`, or bool, string, float, oneOf, list`;
    if (typeof spec.doc !== "string") return `the description of option \`${name}\` must be a string`;
    const inner = spec.inner === undefined ? undefined : findBadSpec(spec.inner);
    if (inner !== undefined) return `option \`${name}\`: ${inner}`;
    if (spec.isUnknownByDefault === true || isNoPipeline(spec, spec.default)) continue;
    const alone = { values: { [name]: spec.default }, given: new Set<string>() };
    const taken = spec.take(spec.default);
    if (!taken.ok) return `the default of option \`${name}\` ${taken.message}`;
    // Every boolean can be written.
    if (typeof spec.default !== "boolean" && writeOptions({ [name]: spec }, alone) === undefined)
      return `the default of option \`${name}\`: ${notWritable(spec.default, spec.kind)}`;
  }
  return undefined;
}

/**
 * Returns help for a problem with an option of `owner`, which is a pass, pipeline or table: the values that a known
 * option accepts, or the names of the known options.
 */
export function optionHelp(owner: string, specs: OptionSpecs, { option, isUnknown }: OptionProblem): string {
  const spec = !isUnknown && Object.hasOwn(specs, option) ? specs[option] : undefined;
  if (spec !== undefined) return `set \`${option}\` to ${spec.expects}`;
  const names = Object.keys(specs).sort().join(", ");
  return names === "" ? `remove the options, because \`${owner}\` has none` : `use an option of \`${owner}\`: ${names}`;
}
