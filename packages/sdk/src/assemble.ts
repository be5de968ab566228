import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import * as errors from "./usage-errors.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import { Assembly } from "./assembly.ts";
import { withOptions, inputOf } from "./input-of.ts";
import type { InputResult } from "./input-of.ts";
import { contributionKeys } from "./contributions/schema.ts";
import { optionComplaints, readTable } from "./define/check-shape.ts";
import type { FrameworkShape } from "./define/define-framework.ts";
import type { AssemblyInput } from "./stages/input.ts";
import { assembleInput } from "./stages/stages.ts";

/**
 * Assembles a framework with plugins and contributions, in memory and also outside Node. The options are the keys of a
 * config file, with objects instead of names. Without errors, the result has a plan or, for several pipelines, a graph.
 *
 * @throws UsageError PWL0606 if the framework or the options do not match their types.
 */
export function assemble<
  F extends FrameworkShape,
  const P extends readonly unknown[] = [],
  const I extends readonly unknown[] = [],
>(framework: F, options: AssembleOptions<F, P, I> = {}): Assembly<F> {
  const { input, diagnostics } = inputOf(framework, options as AssembleOptions<never>);
  return new Assembly<F>(assembleInput(input, diagnostics));
}

/** Change of an assembly: more contributions and plugins, another target or level, or plugins to leave out. */
export interface AssembleChange<F> extends Omit<AssembleOptions<F>, "name"> {
  /** Names of plugins to leave out. */
  readonly without?: readonly string[];
}

/** Returns a new assembly with a change, such as a different target, an additional rule, or a plugin to leave out. */
export function assembleWith<F>(assembly: Assembly<F>, change: AssembleChange<F>): Assembly<F> {
  errors.mustBeAssembly("assembleWith", assembly);
  const read = (): InputResult => changeInput(assembly.input, change);
  const { input, diagnostics } = readTable("assembleWith", change, read, "assembly, { plugins: […] }");
  return new Assembly<F>(assembleInput(input, diagnostics));
}

function changeInput<F>(input: AssemblyInput, change: AssembleChange<F>): InputResult {
  const [wrong] = optionComplaints(change, contributionKeys, true);
  if (wrong !== undefined) errors.refuseArgument(wrong, "correct the argument", "assembleWith");
  const { without = [], ...options } = change;
  const plugins = input.plugins.filter(({ contributor }) => !without.includes(contributor.name));
  const { input: more, diagnostics } = withOptions({ ...input, plugins }, options as AssembleOptions<never>);
  return { input: more, diagnostics: [...diagnostics, ...unknownNames(without, more.pluginNames)] };
}

function unknownNames(without: readonly string[], names: readonly string[]): Diagnostic[] {
  const sorted = [...names].sort();
  return without
    .filter((name) => !names.includes(name))
    .map((name) => errors.unknownPluginToLeaveOut(name, sorted, suggest(name, sorted)));
}
