import type { AssembleOptions } from "./assemble-options.ts";
import { Assembly } from "./assembly.ts";
import { inputOf } from "./input-of.ts";
import { assembleInput } from "./stages/stages.ts";

/**
 * Assembles a framework with plugins and contributions, in memory: everything that a config file can say, with objects in
 * place of names. The result has a plan, or diagnostics with errors. Nothing is loaded, and Node is not needed.
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
