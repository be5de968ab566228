import { type Diagnostic, type PassDeclaration, type PassDefinition } from "@passwright/core";
import * as errors from "./code-errors.ts";
import { type PluginPackage } from "./read-package.ts";

/** What planning looks at. Texts for people may be left out of a manifest. */
const PLANNED: readonly (keyof PassDeclaration)[] = [
  "anchor",
  "interface",
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
 * would be another one with the code.
 */
export function compareDeclarations(found: PluginPackage, passes: readonly PassDefinition<never>[]): Diagnostic[] {
  const { passes: declared } = found.manifest;
  if (declared === undefined) return [];
  const defined = new Map(passes.map(({ declaration }) => [declaration.name, declaration]));
  const names = new Set([...declared.map(({ name }) => name), ...defined.keys()]);
  return [...names].sort().flatMap((name) => {
    const notes = differences(
      declared.find((declaration) => declaration.name === name),
      defined.get(name),
    );
    return notes.length === 0 ? [] : [errors.manifestDiffers(found, name, notes)];
  });
}

function differences(manifest: PassDeclaration | undefined, code: PassDeclaration | undefined): string[] {
  if (code === undefined) return ["the manifest declares it, and the code does not define it"];
  if (manifest === undefined) return [`the manifest lacks it; add ${JSON.stringify(planned(code))}`];
  return PLANNED.flatMap((key) => {
    const [inManifest, inCode] = [JSON.stringify(manifest[key]), JSON.stringify(code[key])];
    return inManifest === inCode
      ? []
      : [`${key}: ${inManifest ?? "nothing"} in the manifest, ${inCode ?? "nothing"} in code`];
  });
}

function planned(declaration: PassDeclaration): Partial<PassDeclaration> {
  const keys: (keyof PassDeclaration)[] = ["name", ...PLANNED];
  return Object.fromEntries(keys.filter((key) => declaration[key] !== undefined).map((key) => [key, declaration[key]]));
}
