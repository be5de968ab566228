import { hasControlCharacters } from "../control-characters.ts";
import { type Diagnostic } from "../diagnostic.ts";
import { type OptionProblem, type OptionSpec, type OptionSpecs, type OptionValues } from "./option-spec.ts";
import { splitOptions } from "./option-text.ts";
import { writeOptions } from "./print-options.ts";

/** The values of all options, defaults included, or what is wrong with one. */
export type OptionsResult =
  { readonly ok: true; readonly options: OptionValues } | { readonly ok: false; readonly problem: OptionProblem };

function defaults(specs: OptionSpecs): Record<string, unknown> {
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, spec.default]));
}

function problem(option: string, message: string, within?: OptionProblem): OptionsResult {
  return { ok: false, problem: { option, message, isUnknown: false, ...(within === undefined ? {} : { within }) } };
}

function unknownOption(option: string): OptionsResult {
  return { ok: false, problem: { option, message: `no such option ${option}`, isUnknown: true } };
}

function find(specs: OptionSpecs, name: string): OptionSpec<unknown> | undefined {
  return Object.hasOwn(specs, name) ? specs[name] : undefined;
}

/** A value for a message. JSON has no text for some, and throws at others. */
function show(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Pipelines are data that is printed and read again, so what text cannot hold is refused before it gets into one. */
function check(specs: OptionSpecs, options: OptionValues): OptionsResult {
  if (writeOptions(specs, options) === undefined) {
    const isCulprit = (name: string): boolean => {
      const { values } = options;
      const alone = { values: { ...defaults(specs), [name]: values[name] }, given: new Set([name]) };
      return writeOptions(specs, alone) === undefined;
    };
    const name = [...options.given].find(isCulprit) ?? ([...options.given][0] as string);
    const value = show(options.values[name]);
    return problem(name, `no pipeline text is read as ${value} (its braces must match, its ends not be spaces)`);
  }
  return { ok: true, options: { values: Object.freeze(options.values), given: options.given } };
}

/** Reads the text of a pipeline, and answers how it is printed. */
export type ReadPipeline = (
  text: string,
) => { readonly ok: true; readonly text: string } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The value of an option that is a pipeline, or a list of some, as pipelines are printed. */
function readPipelines(
  option: string,
  value: unknown,
  read: ReadPipeline | undefined,
): { readonly value: unknown } | Extract<OptionsResult, { readonly ok: false }> {
  if (read === undefined) return { value };
  const printed: string[] = [];
  for (const text of Array.isArray(value) ? (value as readonly string[]) : [value as string]) {
    const result = read(text);
    if (!result.ok) {
      const { message } = result.diagnostic;
      return { ok: false, problem: { option, message, isUnknown: false, pipeline: result.diagnostic } };
    }
    printed.push(result.text);
  }
  return { value: Array.isArray(value) ? Object.freeze(printed) : printed[0] };
}

/** Reads `list=1,2 name=x`. Lists append, other options keep their last value. */
export function parseOptions(specs: OptionSpecs, text: string, readPipeline?: ReadPipeline): OptionsResult {
  const values = defaults(specs);
  const given = new Set<string>();
  for (const { key, value } of splitOptions(text)) {
    const spec = find(specs, key);
    if (spec === undefined) return unknownOption(key);
    const parsed = spec.parse(value);
    if (!parsed.ok) return problem(key, parsed.message, parsed.within);
    const read = spec.isPipeline === true ? readPipelines(key, parsed.value, readPipeline) : parsed;
    if ("problem" in read) return read;
    const appends = spec.isList && given.has(key);
    values[key] = appends ? Object.freeze([...(values[key] as unknown[]), ...(read.value as unknown[])]) : read.value;
    given.add(key);
  }
  return check(specs, { values, given });
}

/** Takes options from TypeScript or JSON. A value `undefined` is the same as leaving the option out. */
export function takeOptions(specs: OptionSpecs, input: { readonly [name: string]: unknown }): OptionsResult {
  const values = defaults(specs);
  const given = new Set<string>();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const spec = find(specs, name);
    if (spec === undefined) return unknownOption(name);
    if (!spec.accepts(value)) return problem(name, `option ${name} takes ${spec.expects}, not ${show(value)}`);
    // The caller may go on to change its array.
    values[name] = spec.isList ? Object.freeze([...(value as unknown[])]) : value;
    given.add(name);
  }
  return check(specs, { values, given });
}

const OPTION_NAME = /^[^\s=,(){}'"]+$/;

/** What is wrong with a table of options, if anything: a name or a default that pipelines could not write. */
export function findBadSpec(specs: OptionSpecs): string | undefined {
  for (const [name, spec] of Object.entries(specs)) {
    if (!OPTION_NAME.test(name) || hasControlCharacters(name)) return `\`${name}\` cannot be the name of an option`;
    if (typeof (spec as Partial<OptionSpec<unknown>> | undefined)?.accepts !== "function") {
      return `option \`${name}\` is no option: write \`${name}: int(3, "what it is for")\`, or bool, string, float, oneOf, list`;
    }
    // Its default is never written, and whoever has it knows it.
    if (spec.isUnknownByDefault === true) continue;
    const alone = { values: { [name]: spec.default }, given: new Set<string>() };
    if (!spec.accepts(spec.default) || writeOptions({ [name]: spec }, alone) === undefined) {
      return `${show(spec.default)} cannot be the default of option \`${name}\``;
    }
  }
  return undefined;
}
