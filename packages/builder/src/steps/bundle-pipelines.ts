import { givenOptions, isElementName, isPassDefinition, OpPassManager, takeOptions } from "@passwright/core";
import type { NamedPipeline, PassDefinition } from "@passwright/core";
import { badOptionsOf } from "../errors/steps.ts";
import { checkArguments } from "../check/check-data.ts";
import { isAnchor, isFunction, isLike, isListOf, isString, isTable, isText } from "../check/shapes.ts";
import type { Is } from "../check/shapes.ts";
import type { BundleMember } from "./bundle.ts";
import type { StepOptions } from "./step.ts";

/** A pass, its options and what it runs on, as bundles list them. */
export type BundleEntry<Op extends object> = BundleMember<PassDefinition<Op>>;

const isPipeline = isLike({ name: isText, options: isTable, build: isFunction }, "name", "build");

const isMember: Is = (value) =>
  isPassDefinition(value) || (Array.isArray(value) && isPassDefinition(value[0]) && isTable(value[1]));

/**
 * The passes of a registered pipeline, to add them as a bundle. `anchor` is the operation that the pipeline is for; without
 * it passes that run on any are where the bundle is put. Of managers that the pipeline nests each pass keeps the innermost
 * one's operation.
 *
 * @throws UsageError PWB0303 for options that the pipeline does not take.
 */
export function bundleOfPipeline<Op extends object>(
  pipeline: NamedPipeline<Op>,
  options: StepOptions = {},
  anchor?: string,
): readonly BundleEntry<Op>[] {
  checkArguments(
    "bundleOfPipeline",
    ["pipeline", "a registered pipeline, `{ name, summary, build }`", isPipeline, pipeline],
    ["options", "a table of the pipeline's options", isTable, options],
    ["anchor", "the name of an operation", isAnchor, anchor === undefined ? "any" : anchor],
  );
  const { name, options: specs = {} } = pipeline;
  const taken = takeOptions(specs, options);
  if (!taken.ok) throw badOptionsOf(name, taken.problem.message, specs);
  const manager = new OpPassManager<Op>(anchor, { nesting: "implicit" });
  pipeline.build(manager, taken.options.values);
  return entriesOf(manager);
}

function entriesOf<Op extends object>(manager: OpPassManager<Op>): BundleEntry<Op>[] {
  return manager.elements.flatMap((element): BundleEntry<Op>[] => {
    if (element.kind === "nested") return entriesOf(element.manager);
    const { definition, declaration, options } = element.pass;
    const given = givenOptions(options);
    const pass = definition as PassDefinition<Op>;
    const isSaid = declaration.anchor !== undefined || manager.anchor === undefined;
    return [isSaid ? [pass, given] : [pass, given, manager.anchorText]];
  });
}

/** A bundle as a pipeline that can be registered and named in text. Passes in a row of one nested operation share a manager. */
export function pipelineOfBundle<Op extends object>(
  name: string,
  summary: string,
  passes: readonly (PassDefinition<Op> | BundleEntry<Op>)[],
): NamedPipeline<Op> {
  checkArguments(
    "pipelineOfBundle",
    ["name", "the name of the pipeline", isElementName, name],
    ["summary", "a string", isString, summary],
    ["passes", "a list of passes, each by itself or as `[pass, options]`", isListOf(isMember), passes],
  );
  return {
    name,
    summary,
    build(manager) {
      let inside = manager;
      for (const entry of passes) {
        const [pass, options, own] = Array.isArray(entry)
          ? (entry as BundleEntry<Op>)
          : ([entry as PassDefinition<Op>, {}] as const);
        const anchor = own ?? pass.declaration.anchor;
        if (anchor === undefined || manager.anchor === undefined || anchor === manager.anchor) inside = manager;
        else if (inside === manager || inside.anchorText !== anchor) inside = manager.nest(anchor);
        inside.addPass(pass, options);
      }
    },
  };
}
