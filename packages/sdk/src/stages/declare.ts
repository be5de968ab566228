import type { CataloguedPass, PassCatalogue } from "@passwright/builder";
import { diagnosticOf } from "@passwright/core";
import type { Diagnostic, IrAdapter, NamedPipeline, Owner } from "@passwright/core";
import { blamed } from "./errors.ts";
import * as errors from "./errors.ts";
import type { AssemblyInput, Contributor, ListedPass } from "./input.ts";

/** Converts a contributor to an `Owner`, the type that catalogues use for contributors. */
export function ownerOf({ name, version }: Contributor): Owner {
  return { name, ...(version === undefined ? {} : { version }) };
}

/** Adds a pass to a catalogue. Includes the body of the pass if the pass has a body. */
export function declarePass(catalogue: PassCatalogue, owner: Owner, pass: ListedPass): void {
  if ("declaration" in pass) {
    catalogue.add({ declaration: pass.declaration, owner, definition: pass } as unknown as CataloguedPass<object>);
    return;
  }
  const { options, ...declaration } = pass;
  catalogue.add({ declaration, owner, ...(options === undefined ? {} : { options }) });
}

/** Declares the passes of all contributors, and reports passes that several contributors define differently. */
export function declare(
  { framework: { framework, contributor, hasIr }, plugins, ownPasses, owner }: AssemblyInput,
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
  const dialects = !hasIr ? [] : addDialects(framework.ir, plugins);
  for (const pass of ownPasses) declarePass(catalogue, { name: owner.name }, pass);
  // A config without a framework cannot declare groups. The groups that its passes name are therefore declared here.
  if (contributor === undefined) declareGroups(catalogue);
  // Reads conflicts after all declarations, so that the order of plugins does not matter.
  return [...refused, ...dialects, ...catalogue.clashes];
}

function declareGroups(catalogue: PassCatalogue): void {
  for (const { declaration, definition, owner } of catalogue.entries()) {
    const name = declaration.group;
    if (name !== undefined) catalogue.addGroup(definition?.group ?? { name, splits: "refuse" }, owner);
  }
}

/**
 * Declares named pipelines. Returns an error for each invalid pipeline, because plugins in JavaScript do not have type
 * checks.
 */
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

/** Adds the dialects of plugins to the IR. Returns an error for each dialect that the IR refuses. */
function addDialects(ir: IrAdapter<object>, plugins: AssemblyInput["plugins"]): Diagnostic[] {
  const owners = new Map<string, { readonly dialect: object; readonly contributor: Contributor }>();
  return plugins.flatMap(({ contributor, plugin: { dialects = [] } }) =>
    dialects.flatMap((dialect): Diagnostic[] => {
      const known = owners.get(dialect.name);
      if (known !== undefined && known.dialect !== dialect)
        return [errors.dialectOfTwo(dialect.name, known.contributor, contributor)];
      owners.set(dialect.name, { dialect, contributor });
      if (ir.addDialects === undefined) return [errors.noDialects(dialect.name, ir.name, contributor)];
      const problem = ir.addDialects([dialect]);
      return problem === undefined ? [] : [{ ...problem, ...blamed(contributor) }];
    }),
  );
}
