import { type OptionSpec, type OptionSpecs } from "./option-spec.ts";
import { needsBraces, splitOptions } from "./option-text.ts";

/** The options of one pass instance: every option's value, and which of them somebody set. */
export interface OptionValues {
  readonly values: { readonly [name: string]: unknown };
  readonly given: ReadonlySet<string>;
}

/** What is wrong with the text or the value of one option. */
export interface OptionProblem {
  readonly option: string;
  /** In LLVM's words where the option is known. */
  readonly message: string;
  readonly isUnknown: boolean;
}

export type OptionsResult =
  { readonly ok: true; readonly options: OptionValues } | { readonly ok: false; readonly problem: OptionProblem };

function defaults(specs: OptionSpecs): Record<string, unknown> {
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, spec.default]));
}

function unknownOption(option: string): OptionsResult {
  return { ok: false, problem: { option, message: `no such option ${option}`, isUnknown: true } };
}

function find(specs: OptionSpecs, name: string): OptionSpec<unknown> | undefined {
  return Object.hasOwn(specs, name) ? specs[name] : undefined;
}

/** Reads `list=1,2 name=x`. Lists append, other options keep their last value. */
export function parseOptions(specs: OptionSpecs, text: string): OptionsResult {
  const values = defaults(specs);
  const given = new Set<string>();
  for (const { key, value } of splitOptions(text)) {
    const spec = find(specs, key);
    if (spec === undefined) return unknownOption(key);
    const parsed = spec.parse(value);
    if (!parsed.ok) return { ok: false, problem: { option: key, message: parsed.message, isUnknown: false } };
    const appends = spec.isList && given.has(key);
    values[key] = appends ? [...(values[key] as unknown[]), ...(parsed.value as unknown[])] : parsed.value;
    given.add(key);
  }
  return { ok: true, options: { values, given } };
}

/** Takes options from TypeScript or JSON. A value `undefined` is the same as leaving the option out. */
export function takeOptions(specs: OptionSpecs, input: { readonly [name: string]: unknown }): OptionsResult {
  const values = defaults(specs);
  const given = new Set<string>();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const spec = find(specs, name);
    if (spec === undefined) return unknownOption(name);
    if (!spec.accepts(value)) {
      const message = `${JSON.stringify(value)} is not a value of option ${name}: ${JSON.stringify(spec.schema())}`;
      return { ok: false, problem: { option: name, message, isUnknown: false } };
    }
    values[name] = value;
    given.add(name);
  }
  return { ok: true, options: { values, given } };
}

/**
 * Writes options as MLIR dumps them: all of them, sorted by name, a list only when it was set. What MLIR writes for a list
 * that was not set is nothing, with the spaces around it, and so it is here.
 */
export function printOptions(specs: OptionSpecs, options: OptionValues): string {
  const names = Object.keys(specs).sort();
  const parts = names.map((name) => {
    const spec = specs[name] as OptionSpec<unknown>;
    if (spec.isList && !options.given.has(name)) return "";
    const text = spec.print(options.values[name]);
    return `${name}=${!spec.isList && needsBraces(text) ? `{${text}}` : text}`;
  });
  return names.length === 0 ? "" : `{${parts.join(" ")}}`;
}
