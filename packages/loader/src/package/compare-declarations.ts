import type { Diagnostic, OptionSpec, OptionSpecs, PassDeclaration, PassDefinition } from "@passwright/core";
import { spelling } from "@passwright/sdk/loading";
import type { OptionSchema, OptionSchemas } from "@passwright/sdk/loading";
import * as errors from "./code-errors.ts";
import type { Difference, Disagreement, ManifestPath } from "./disagreement.ts";
import type { PluginPackage } from "./read-package.ts";

/** What planning looks at. Texts for people may be left out of a manifest. */
const PLANNED: readonly (keyof PassDeclaration)[] = [
  "anchor",
  "interface",
  "trait",
  "dependentDialects",
  "types",
  "requires",
  "forbids",
  "provides",
  "invalidates",
  "preserves",
  "idempotent",
  "poorTarget",
];

/**
 * What a manifest says of passes and the code does not, or the other way round. A plan that was made from the manifest
 * would be another one with the code. `borrowed` are passes of a framework's pipeline that others' manifests declare.
 */
export function compareDeclarations(
  found: PluginPackage,
  passes: readonly PassDefinition<never>[],
  borrowed: readonly PassDeclaration[] = [],
): Disagreement[] {
  if (found.manifest.passes === undefined && borrowed.length === 0) return [];
  const declared = [...(found.manifest.passes ?? []), ...borrowed];
  const defined = new Map(passes.map(({ declaration }) => [declaration.name, declaration]));
  const names = new Set([...declared.map(({ name }) => name), ...defined.keys()]);
  return [...names].sort().flatMap((name) => {
    const index = found.manifest.passes?.findIndex((declaration) => declaration.name === name) ?? -1;
    const path = index < 0 ? ["passes"] : ["passes", index];
    const notes = differences(
      declared.find((declaration) => declaration.name === name),
      defined.get(name),
      path,
    );
    const options = passes.find(({ declaration }) => declaration.name === name)?.options;
    const inManifest = found.manifest.passOptions.get(name);
    if (options !== undefined && inManifest !== undefined)
      notes.push(...differentOptions(inManifest, options, [...path, "options"]));
    return notes.length === 0 ? [] : [errors.manifestDiffers(found, name, notes, defined.has(name))];
  });
}

/** What a manifest tells people of passes and the code tells otherwise: no plan depends on it, so it is a warning. */
export function compareTexts(found: PluginPackage, passes: readonly PassDefinition<never>[]): Diagnostic | undefined {
  const notes = (found.manifest.passes ?? []).flatMap(({ name, summary, description }) => {
    const code = passes.find(({ declaration }) => declaration.name === name)?.declaration;
    if (code === undefined) return [];
    const texts = [
      ["summary", summary, code.summary],
      ["description", description, code.description],
    ] as const;
    return texts
      .filter(([, inManifest, inCode]) => inManifest !== undefined && inManifest !== inCode)
      .map(
        ([key, inManifest, inCode]) =>
          `${key} of \`${name}\`: ${JSON.stringify(inManifest)} in the manifest, ${JSON.stringify(inCode) ?? "nothing"} in code`,
      );
  });
  return notes.length === 0 ? undefined : errors.textsDiffer(found, notes);
}

function differences(
  manifest: PassDeclaration | undefined,
  code: PassDeclaration | undefined,
  path: ManifestPath,
): Difference[] {
  if (code === undefined)
    return [{ text: "the manifest declares it, and the code does not define it", path: [...path, "name"] }];
  if (manifest === undefined) return [{ text: `the manifest lacks it; add ${JSON.stringify(planned(code))}`, path }];
  return PLANNED.flatMap((key) => {
    const [inManifest, inCode] = [JSON.stringify(manifest[key]), JSON.stringify(code[key])];
    return inManifest === inCode
      ? []
      : [
          {
            text: `${key}: ${inManifest ?? "nothing"} in the manifest, ${inCode ?? "nothing"} in code`,
            path: [...path, key],
          },
        ];
  });
}

/** What a manifest says of options and the code does not, or the other way round. */
export function differentOptions(manifest: OptionSchemas, code: OptionSpecs, path: ManifestPath): Difference[] {
  const names = [...new Set([...Object.keys(manifest), ...Object.keys(code)])].sort();
  return names.flatMap((name) => {
    const inManifest = Object.hasOwn(manifest, name) ? spelling(manifest[name] as OptionSchema) : undefined;
    const inCode = Object.hasOwn(code, name) ? spelling((code[name] as OptionSpec<unknown>).schema()) : undefined;
    return inManifest === inCode
      ? []
      : [
          {
            text: `option ${name}: ${inManifest ?? "nothing"} in the manifest, ${inCode ?? "nothing"} in code`,
            path: [...path, name],
          },
        ];
  });
}

function planned(declaration: PassDeclaration): Partial<PassDeclaration> {
  const keys: (keyof PassDeclaration)[] = ["name", ...PLANNED];
  return Object.fromEntries(keys.filter((key) => declaration[key] !== undefined).map((key) => [key, declaration[key]]));
}
