import { type OptionSpec, type OptionSpecs } from "./option-spec.ts";
import { splitOptions } from "./option-text.ts";
import { spellValue } from "./spell-value.ts";

/** The options of one pass instance: every option's value, and which of them somebody set. */
export interface OptionValues {
  readonly values: { readonly [name: string]: unknown };
  readonly given: ReadonlySet<string>;
}

/** What is wrong with the text or the value of one option. */
export interface OptionProblem {
  readonly option: string;
  /** In LLVM's words where LLVM has them. */
  readonly message: string;
  readonly isUnknown: boolean;
}

export type OptionsResult =
  { readonly ok: true; readonly options: OptionValues } | { readonly ok: false; readonly problem: OptionProblem };

function defaults(specs: OptionSpecs): Record<string, unknown> {
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, spec.default]));
}

function problem(option: string, message: string): OptionsResult {
  return { ok: false, problem: { option, message, isUnknown: false } };
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

/** `key=value` without the key. */
function spell(spec: OptionSpec<unknown>, value: unknown): string | undefined {
  const text = spec.print(value);
  if (text === undefined) return undefined;
  return spec.isList ? `{${text}}` : spellValue(text);
}

/** Pipelines are data that is printed and read again, so what text cannot hold is refused before it gets into one. */
function check(specs: OptionSpecs, options: OptionValues): OptionsResult {
  for (const name of options.given) {
    const value = options.values[name];
    if (spell(specs[name] as OptionSpec<unknown>, value) !== undefined) continue;
    const message = `the text of a pipeline cannot hold ${show(value)}: braces must come in pairs, and there can be no space at either end`;
    return problem(name, message);
  }
  return { ok: true, options: { values: Object.freeze(options.values), given: options.given } };
}

/** Reads `list=1,2 name=x`. Lists append, other options keep their last value. */
export function parseOptions(specs: OptionSpecs, text: string): OptionsResult {
  const values = defaults(specs);
  const given = new Set<string>();
  for (const { key, value } of splitOptions(text)) {
    const spec = find(specs, key);
    if (spec === undefined) return unknownOption(key);
    const parsed = spec.parse(value);
    if (!parsed.ok) return problem(key, parsed.message);
    const appends = spec.isList && given.has(key);
    values[key] = appends
      ? Object.freeze([...(values[key] as unknown[]), ...(parsed.value as unknown[])])
      : parsed.value;
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
    if (!OPTION_NAME.test(name)) return `\`${name}\` cannot be the name of an option`;
    if (!spec.accepts(spec.default) || spell(spec, spec.default) === undefined) {
      return `${show(spec.default)} cannot be the default of option \`${name}\``;
    }
  }
  return undefined;
}

/**
 * Writes options as MLIR dumps them: all of them, sorted by name, a list only when it was set. What MLIR writes for a list
 * that was not set is nothing, with the spaces around it, and so it is here. Where MLIR's spelling would be read as
 * something else, another is chosen.
 */
export function printOptions(specs: OptionSpecs, options: OptionValues): string {
  const names = Object.keys(specs).sort();
  const parts = names.map((name) => {
    const spec = specs[name] as OptionSpec<unknown>;
    if (spec.isList && !options.given.has(name)) return "";
    return `${name}=${spell(spec, options.values[name]) ?? ""}`;
  });
  return names.length === 0 ? "" : `{${parts.join(" ")}}`;
}
