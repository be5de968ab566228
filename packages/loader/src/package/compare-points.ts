import type { ExtensionPoint } from "@passwright/sdk";
import type { Difference } from "./disagreement.ts";
import type { PluginPackage } from "./read-package.ts";

/** What a framework's manifest says of extension points and the code does not, or the other way round. */
export function comparePoints(
  { manifest }: PluginPackage,
  points: { readonly [name: string]: ExtensionPoint },
): Difference[] {
  const { extensionPoints: declared } = manifest;
  if (declared === undefined) return [];
  return [...new Set([...declared.keys(), ...Object.keys(points)])].sort().flatMap((name) => {
    const inManifest = declared.get(name);
    const inCode = Object.hasOwn(points, name) ? points[name] : undefined;
    const path = ["extensionPoints", name];
    if (inCode === undefined) return [{ text: `the manifest declares \`${name}\`, and the code does not`, path }];
    if (inManifest === undefined)
      return [{ text: `the manifest lacks \`${name}\`; add { "since": ${JSON.stringify(inCode.since)} }`, path }];
    const namesOf = ({ formerly = [] }: { readonly formerly?: readonly string[] }): string =>
      [...formerly].sort().join(", ") || "nothing";
    const [had, has] = [namesOf(inManifest), namesOf(inCode)];
    return [
      ...(inManifest.since === inCode.since
        ? []
        : [
            {
              text: `\`${name}\`: since ${inManifest.since} in the manifest, since ${inCode.since} in code`,
              path: [...path, "since"],
            },
          ]),
      ...(had === has
        ? []
        : [
            {
              text: `\`${name}\`: formerly ${had} in the manifest, formerly ${has} in code`,
              path: [...path, "formerly"],
            },
          ]),
    ];
  });
}
