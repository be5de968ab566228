import type { CataloguedPass, PassCatalogue } from "@passwright/builder";
import { diagnosticOf } from "@passwright/core";
import type { Diagnostic, NamedPipeline, Owner } from "@passwright/core";
import { optionSpecs } from "../contributions/option-schema.ts";
import { blamed } from "./blamed.ts";
import type { AssemblyInput, Contributor, ListedPass } from "./input.ts";

/** Returns the owner of the passes of a contributor. */
export function ownerOf({ name, version }: Contributor): Owner {
  return { name, ...(version === undefined ? {} : { version }) };
}

/** Adds a pass to a catalogue, with its body if it has one. */
export function declarePass(catalogue: PassCatalogue, owner: Owner, pass: ListedPass): void {
  if ("declaration" in pass) {
    catalogue.add({ declaration: pass.declaration, owner, definition: pass } as unknown as CataloguedPass<object>);
    return;
  }
  const { options, ...declaration } = pass;
  catalogue.add({
    declaration,
    owner,
    ...(options === undefined ? {} : { options: optionSpecs(options) }),
  });
}

/** Declares the passes of all contributors and reports passes that several of them define differently. */
export function declare(
  { framework: { framework }, plugins, ownPasses, owner }: AssemblyInput,
  frameworkOwner: Owner,
  catalogue: PassCatalogue,
): readonly Diagnostic[] {
  for (const pass of framework.passes ?? []) declarePass(catalogue, frameworkOwner, pass as ListedPass);
  for (const { contributor, plugin } of plugins)
    for (const pass of plugin.passes ?? []) declarePass(catalogue, ownerOf(contributor), pass);
  const refused = [
    ...declarePipelines(catalogue, frameworkOwner, { kind: "framework", name: framework.name }, framework.pipelines),
    ...plugins.flatMap(({ contributor, plugin }) =>
      declarePipelines(catalogue, ownerOf(contributor), contributor, plugin.pipelines),
    ),
  ];
  for (const pass of ownPasses) declarePass(catalogue, { name: owner.name }, pass);
  // Asked for when all are declared, so that the order of plugins does not matter.
  return [...refused, ...catalogue.clashes];
}

/** Declares named pipelines. Returns those that cannot be: their authors may write JavaScript. */
function declarePipelines(
  catalogue: PassCatalogue,
  owner: Owner,
  contributor: Contributor,
  pipelines: readonly NamedPipeline<never>[] = [],
): Diagnostic[] {
  return pipelines.flatMap((pipeline) => {
    try {
      catalogue.addPipeline({ pipeline: pipeline as NamedPipeline<object>, owner });
      return [];
    } catch (thrown) {
      const diagnostic = diagnosticOf(thrown);
      if (diagnostic === undefined) throw thrown;
      return [{ ...diagnostic, ...blamed(contributor) }];
    }
  });
}
