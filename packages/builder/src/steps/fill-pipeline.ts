import {
  addNamedPipeline,
  OpPassManager,
  parseAnchor,
  parseOptions,
  readPipelinesWith,
  takeOptions,
  UsageError,
} from "@passwright/core";
import type { Nesting, SourceLocation } from "@passwright/core";
import { lookupIn } from "../catalogue-lookup.ts";
import type { CataloguedPipeline, PassCatalogue } from "../catalogue.ts";
import { badOptionsOf } from "../errors/steps.ts";
import { managersOf } from "./groups.ts";
import type { Nest, StepOptions } from "./step.ts";

/** Returns the operation of the innermost manager of `inside`, or else of `outermost`. `undefined` means any. */
export function anchorAt(outermost: string, inside: readonly Nest[]): string | undefined {
  const { anchor } = parseAnchor(managersOf(inside).at(-1)?.anchor ?? outermost);
  return anchor === "any" ? undefined : anchor;
}

/** Use of a named pipeline: the operation it runs on, and the position of its name in another pipeline's text. */
export interface PipelineUse {
  readonly anchor: string | undefined;
  readonly nesting?: Nesting;
  readonly at?: SourceLocation;
}

/**
 * Creates a manager on `anchor` with the passes of a named pipeline. Options are data or text. With `nesting:
 * "implicit"`, passes that declare a different operation get nested managers. Otherwise, these passes are refused.
 *
 * @throws UsageError PWB0303 for options that the pipeline does not accept, PWC0204 for passes on a different
 * operation, PWC0207 if the pipeline's code throws.
 */
export function fillPipeline<Op extends object>(
  named: CataloguedPipeline<Op>,
  options: StepOptions | string,
  { anchor, nesting = "explicit", at }: PipelineUse,
  { catalogue }: { readonly catalogue: PassCatalogue<Op> },
): OpPassManager<Op> {
  const { name, options: specs = {} } = named.pipeline;
  const read = readPipelinesWith(lookupIn(catalogue, {}));
  const taken = typeof options === "string" ? parseOptions(specs, options, read) : takeOptions(specs, options, read);
  if (!taken.ok) throw badOptionsOf(name, taken.problem.message, specs, at);
  const manager = new OpPassManager<Op>(anchor, { nesting });
  const problem = addNamedPipeline(manager, named, taken.options.values);
  if (problem !== undefined) throw new UsageError({ ...problem, ...(at === undefined ? {} : { at }) });
  return manager;
}
