import type { AssembleOptions } from "./assemble-options.ts";
import { Assembly } from "./assembly.ts";
import { inputOf } from "./input-of.ts";
import { assembleInput } from "./stages/stages.ts";

/**
 * Assembles a framework with plugins and contributions, in memory. The options are those of a config file, with objects instead
 * of names. The result has a plan, or diagnostics with errors. Does not load files or need Node.
 *
 * @throws UsageError PWL0606 for values that are not a framework and options.
 */
export function assemble<F, const P extends readonly unknown[] = [], const I extends readonly unknown[] = []>(
  framework: F,
  options: AssembleOptions<F, P, I> = {},
): Assembly<F> {
  const { input, diagnostics } = inputOf(framework, options as AssembleOptions<never>);
  return new Assembly<F>(assembleInput(input, diagnostics));
}
