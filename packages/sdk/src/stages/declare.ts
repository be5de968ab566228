import type { CataloguedPass, PassCatalogue } from "@passwright/builder";
import { diagnosticThrownBy, PassRegistry } from "@passwright/core";
import type { Analysis, Diagnostic, IrAdapter, NamedPipeline, Owner } from "@passwright/core";
import { blamed } from "./errors.ts";
import * as errors from "./errors.ts";
import type { AnyPlugin, AssemblyInput, Contributor, ListedPass } from "./input.ts";

/** Converts a contributor to an `Owner`, the type that catalogues use for contributors. */
export function ownerOf({ name, version }: Contributor): Owner {
  return { name, ...(version === undefined ? {} : { version }) };
}

/** Adds a pass to a catalogue. Includes the body of the pass if the pass has a body. */
function declarePass(catalogue: PassCatalogue, owner: Owner, pass: ListedPass): void {
  if ("declaration" in pass) {
    catalogue.add({ declaration: pass.declaration, owner, definition: pass } as unknown as CataloguedPass<object>);
    return;
  }
  const { options, ...declaration } = pass;
  catalogue.add({ declaration, owner, ...(options === undefined ? {} : { options }) });
}

type Provided = Pick<AnyPlugin, "passes" | "pipelines" | "analyses">;

/** Declares the passes of all contributors, and reports names that several contributors define differently. */
export function declare(
  { framework: { framework, contributor, hasIr }, plugins, ownPasses, owner }: AssemblyInput,
  frameworkOwner: Owner,
  catalogue: PassCatalogue,
): readonly Diagnostic[] {
  const all: readonly (readonly [Contributor, Owner, Provided])[] = [
    [{ kind: "framework", name: framework.name }, frameworkOwner, framework as Provided],
    ...plugins.map(({ contributor, plugin }) => [contributor, ownerOf(contributor), plugin] as const),
  ];
  const registry = new PassRegistry();
  const refused = all.flatMap(([by, passOwner, { passes = [], pipelines = [], analyses = [] }]) => [
    ...problemsIn(by, passes, (pass) => declarePass(catalogue, passOwner, pass)),
    ...problemsIn(by, pipelines, (pipeline) =>
      catalogue.addPipeline({
        pipeline: pipeline as NamedPipeline<object>,
        owner: { ...passOwner, ...(by.kind === "framework" && { pluginKind: by.kind }) },
      }),
    ),
    ...problemsIn(by, analyses, (analysis) =>
      registry.registerAnalysis(analysis as Analysis<object, unknown>, passOwner),
    ),
  ]);
  const dialects = !hasIr ? [] : addDialects(framework.ir, plugins);
  for (const pass of ownPasses) declarePass(catalogue, { name: owner.name }, pass);
  // A config without a framework cannot declare groups. Therefore, this call declares the groups of its passes.
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

/** Calls `add` for each declaration. Returns errors, because the compiler does not check plugins in JavaScript. */
function problemsIn<T>(contributor: Contributor, declared: readonly T[], add: (one: T) => void): Diagnostic[] {
  return declared.flatMap((one) => {
    const diagnostic = diagnosticThrownBy(() => add(one));
    return diagnostic === undefined ? [] : [{ ...diagnostic, ...blamed(contributor) }];
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
