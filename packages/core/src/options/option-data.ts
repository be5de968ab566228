import type { OptionProblem, OptionSpecs, ReadPipeline } from "./option-spec.ts";
import { givenOptions } from "./option-table.ts";
import { splitOptions } from "./option-text.ts";
import { isOptionName, notWritable } from "./option-value.ts";
import { parseOptions, takeOptions } from "./options.ts";
import type { OptionsResult } from "./options.ts";
import { printOptionData } from "./print-options.ts";

type OptionData = { readonly [name: string]: unknown };

/** Options that were set, as JSON data, or a problem with one of them. */
export type OptionDataResult =
  { readonly ok: true; readonly data: OptionData } | { readonly ok: false; readonly problem: OptionProblem };

function dataOf(result: OptionsResult): OptionDataResult {
  return result.ok ? { ok: true, data: givenOptions(result.options) } : result;
}

function refused(option: string, message: string): OptionDataResult {
  return { ok: false, problem: { option, message, isUnknown: false } };
}

/**
 * Parses the text of a pass's options to data. Without `specs`, values stay strings, and repeated options are refused.
 * `read` parses options that are pipelines. Without `read`, only the syntax of pipelines is checked.
 */
export function parseOptionData(specs: OptionSpecs | undefined, text: string, read?: ReadPipeline): OptionDataResult {
  if (specs !== undefined) return dataOf(parseOptions(specs, text, read));
  const data = new Map<string, string | true>();
  for (const { key, value = true } of splitOptions(text)) {
    if (data.has(key)) return refused(key, `option \`${key}\` appears twice, but is not known to accept a list`);
    data.set(key, value);
  }
  return takeOptionData(undefined, Object.fromEntries(data));
}

/** Checks options as data. Without `specs`, accepts everything that a textual pipeline can contain. */
export function takeOptionData(
  specs: OptionSpecs | undefined,
  data: OptionData,
  read?: ReadPipeline,
): OptionDataResult {
  if (specs !== undefined) return dataOf(takeOptions(specs, data, read));
  if (printOptionData(data) !== undefined) return { ok: true, data };
  const names = Object.keys(data);
  const wrong = names.find((name) => !isOptionName(name));
  if (wrong !== undefined) return refused(wrong, `\`${wrong}\` cannot be the name of an option`);
  const name = names.find((one) => printOptionData({ [one]: data[one] }) === undefined) ?? (names[0] as string);
  return refused(name, `option \`${name}\`: ${notWritable(data[name])}`);
}

/** Returns the problems with each option or, if each option is valid, with all options together. */
export function optionProblems(
  specs: OptionSpecs | undefined,
  data: OptionData,
  read?: ReadPipeline,
): readonly OptionProblem[] {
  const problemsOf = (some: OptionData): OptionProblem[] => {
    const taken = takeOptionData(specs, some, read);
    return taken.ok ? [] : [taken.problem];
  };
  const found = Object.entries(data).flatMap(([name, value]) => problemsOf({ [name]: value }));
  return found.length > 0 ? found : problemsOf(data);
}
