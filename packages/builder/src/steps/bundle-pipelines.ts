import { givenOptions, UsageError } from "@passwright/core";
import type { NamedPipeline, OpPassManager, PassDefinition } from "@passwright/core";
import { PassCatalogue } from "../catalogue.ts";
import { agnosticInBundle } from "../errors/steps.ts";
import type { BundleMember } from "./bundle.ts";
import { fillPipeline } from "./fill-pipeline.ts";
import type { StepOptions } from "./step.ts";

/** Member of a bundle: a pass, its options, and optionally the operation that the pass runs on. */
export type BundleEntry<Op extends object> = BundleMember<PassDefinition<Op>>;

/**
 * Returns the passes of a registered pipeline as members of a bundle. `anchor` is the operation of the pipeline.
 * Without an `anchor`, passes that do not declare an operation run on the operation at the bundle's position. Passes in
 * a nested manager run on the operation of this manager.
 *
 * @throws UsageError PWB0303 for options that the pipeline does not accept, PWB0306 for an op-agnostic manager in the
 * pipeline.
 */
export function bundleOfPipeline<Op extends object>(
  pipeline: NamedPipeline<Op>,
  options: StepOptions = {},
  anchor?: string,
): readonly BundleEntry<Op>[] {
  const named = { pipeline, owner: { name: pipeline.name } };
  const use = { anchor, nesting: "implicit" } as const;
  return entriesOf(pipeline.name, fillPipeline(named, options, use, { catalogue: new PassCatalogue<Op>() }));
}

/** Returns the passes in a manager as members of a bundle. @throws UsageError PWB0306 for an op-agnostic manager. */
export function entriesOf<Op extends object>(name: string, manager: OpPassManager<Op>): BundleEntry<Op>[] {
  return manager.elements.flatMap((element): BundleEntry<Op>[] => {
    if (element.kind === "nested") {
      if (element.manager.anchor === undefined) throw new UsageError(agnosticInBundle(name));
      return entriesOf(name, element.manager);
    }
    const { definition, declaration, options } = element.pass;
    const given = givenOptions(options);
    const pass = definition as PassDefinition<Op>;
    const isSaid = declaration.anchor !== undefined || manager.anchor === undefined;
    return [isSaid ? [pass, given] : [pass, given, manager.anchorText]];
  });
}

/** Converts a bundle to a named pipeline. Adjacent passes on the same nested operation are in one manager. */
export function pipelineOfBundle<Op extends object>(
  name: string,
  summary: string,
  passes: readonly (PassDefinition<Op> | BundleEntry<Op>)[],
): NamedPipeline<Op> {
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
