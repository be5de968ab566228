import { PassRegistry } from "@passwright/core";
import type { PassLookup } from "@passwright/core";
import { specsOf } from "./catalogue.ts";
import type { PassCatalogue } from "./catalogue.ts";

/** Settings for names that the catalogue does not contain. */
export interface OtherNames {
  /** Whether a name that is not in the catalogue is an error. Default: `false`, so planning accepts these names. */
  readonly mustBeDeclared?: boolean;
  /** Additional names that planning accepts, for example the names of passes of another program. */
  readonly externalPasses?: readonly string[];
}

/** Returns a lookup for planning, which finds named pipelines, and passes with or without loaded code. */
export function lookupIn<Op extends object>(
  catalogue: PassCatalogue<Op>,
  { mustBeDeclared = false, externalPasses = [] }: OtherNames,
): PassLookup<Op> {
  const external = new Set(externalPasses);
  return {
    find(name) {
      const pass = catalogue.find(name);
      const named = pass === undefined ? catalogue.findPipeline(name) : undefined;
      if (named !== undefined) return { kind: "pipeline", ...named };
      if (pass === undefined)
        return mustBeDeclared && !external.has(name) ? undefined : { kind: "declared", declaration: { name } };
      const { declaration, definition, owner } = pass;
      if (definition !== undefined) return { kind: "pass", definition, owner };
      const options = specsOf(pass);
      return { kind: "declared", declaration, ...(options === undefined ? {} : { options }) };
    },
    suggest: (wrong) => catalogue.suggest(wrong),
  };
}

/** Returns a registry for runs, which contains the passes with code and the named pipelines. */
export function registryOf<Op extends object>(catalogue: PassCatalogue<Op>): PassRegistry<Op> {
  const registry = new PassRegistry<Op>();
  for (const { definition, owner } of catalogue.entries())
    if (definition !== undefined) registry.registerPass(definition, owner);
  for (const { pipeline, owner } of catalogue.pipelines) registry.registerPipeline(pipeline, owner);
  return registry;
}
