import { legalPlaces } from "@passwright/builder";
import type { CataloguedPass, LegalPlaces, ResolveInput, WhyNot } from "@passwright/builder";
import { UsageError } from "@passwright/core";
import type { PlannedGraph } from "@passwright/graph";
import type { Work } from "../stages/work.ts";
import * as errors from "../usage-errors.ts";

/** Legal positions of a pass in one pipeline. */
export interface LegalPositions extends LegalPlaces {
  /** Path of the pipeline, in a graph. */
  readonly pipeline?: string;
}

/** Members of an assembly on which legal positions depend. */
export interface Positionable {
  readonly work: Work;
  readonly graph?: Pick<PlannedGraph<object>, "openPipelines"> | undefined;
}

/** Returns the legal positions of a pass in each pipeline, with the steps and rules that limit them. */
export function positionsFor(assembly: Positionable, name: string): readonly LegalPositions[] {
  errors.mustBeAssembly("positionsFor", assembly);
  errors.mustBePassName("positionsFor", name);
  return legalPositions(assembly, name);
}

/** Returns the same positions without checking the arguments. */
export function legalPositions({ work, graph }: Positionable, name: string): readonly LegalPositions[] {
  const { catalogue, builder } = work;
  const found = findPass(work, name);
  if (found === undefined) throw new UsageError(errors.unknownPass(name, catalogue.suggest(name)));
  const inputs = graph?.openPipelines ?? [{ input: builder.input() }];
  return inputs.map(({ path: pipeline, input }: { readonly path?: string; readonly input: ResolveInput }) => {
    const types = input.contributions.find(({ pass }) => pass.name === found.declaration.name)?.types;
    const whyNot: WhyNot = (pass, anchor, ir) => builder.whyNotOn(pass, anchor, ir);
    const places = legalPlaces(input, found.declaration, types, whyNot);
    return pipeline === undefined ? places : { pipeline, ...places };
  });
}

/** Returns whether a contributor declares a pass with this name or address. */
export function hasPass(assembly: { readonly work: Work }, name: string): boolean {
  return findPass(assembly.work, name) !== undefined;
}

function findPass({ catalogue }: Work, name: string): CataloguedPass<object> | undefined {
  return catalogue.find(name) ?? catalogue.find(name.replace(/^.*::/, "").replace(/#\d+$/, ""));
}
