import type { AssembleOptions } from "./assemble-options.ts";
import { Assembly } from "./assembly.ts";
import { inputOf } from "./input-of.ts";
import { assembleInput } from "./stages/stages.ts";

/**
 * Assembles a framework with plugins and contributions, in memory and also outside Node. The options are the keys of a
 * config file, with objects instead of names. Without errors, the result has a plan or, for several pipelines, a graph.
 *
 * @throws UsageError PWL0606 if the framework or the options do not match their types.
 */
export function assemble<F, const P extends readonly unknown[] = [], const I extends readonly unknown[] = []>(
  framework: F,
  options: AssembleOptions<F, P, I> = {},
): Assembly<F> {
  const { input, diagnostics } = inputOf(framework, options as AssembleOptions<never>);
  return new Assembly<F>(assembleInput(input, diagnostics));
}
