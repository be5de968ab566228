import { type NamedPipeline, OpPassManager, type PassDefinition } from "@passwright/core";
import { type StepOptions } from "./step.ts";

/** A pass and its options, as bundles list them. */
export type BundleEntry<Op extends object> = readonly [PassDefinition<Op>, StepOptions];

/**
 * The passes of a registered pipeline, to add them as a bundle. `anchor` is the operation that the bundle is for; managers
 * that the pipeline nests are not part of a bundle, their passes run on what they declare.
 */
export function bundleOfPipeline<Op extends object>(
  pipeline: NamedPipeline<Op>,
  options: StepOptions = {},
  anchor?: string,
): readonly BundleEntry<Op>[] {
  const manager = new OpPassManager<Op>(anchor, { nesting: "implicit" });
  pipeline.build(manager, options);
  const entries: BundleEntry<Op>[] = [];
  manager.forEachPass((pass) => {
    const given = [...pass.options.given].map((name) => [name, pass.options.values[name]]);
    entries.push([pass.definition as PassDefinition<Op>, Object.fromEntries(given) as StepOptions]);
  });
  return entries;
}

/** A bundle as a pipeline that can be registered and named in text. */
export function pipelineOfBundle<Op extends object>(
  name: string,
  summary: string,
  passes: readonly (PassDefinition<Op> | BundleEntry<Op>)[],
): NamedPipeline<Op> {
  return {
    name,
    summary,
    build(manager) {
      for (const entry of passes) {
        const [pass, options] = Array.isArray(entry) ? (entry as BundleEntry<Op>) : [entry as PassDefinition<Op>, {}];
        const { anchor } = pass.declaration;
        const isElsewhere = anchor !== undefined && manager.anchor !== undefined && anchor !== manager.anchor;
        (isElsewhere ? manager.nest(anchor) : manager).addPass(pass, options);
      }
    },
  };
}
