import { whereOf } from "@passwright/builder";
import type { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { PluginPart } from "./input.ts";

/* PWL0220: plans that work and are likely not meant. */

/** Warns of passes that plugins use in their setup and do not list: lists, configs and manifests do not show them. */
export function checkListed(
  plugins: readonly PluginPart[],
  catalogue: PassCatalogue,
  builders: readonly PassManagerBuilder[],
): Diagnostic[] {
  const contributions = builders.flatMap((builder) => builder.input().contributions);
  return plugins.flatMap(({ contributor: found, plugin, isCode }) => {
    if (!isCode) return [];
    const listed = new Set((plugin.passes ?? []).map((pass) => ("declaration" in pass ? pass.declaration : pass).name));
    const brought = catalogue
      .entries()
      .filter(({ owner, definition, declaration, pipeline }) => {
        const isBrought = definition !== undefined && pipeline === undefined;
        return isBrought && owner.name === found.name && !listed.has(declaration.name);
      })
      .map(({ declaration }) => declaration.name);
    return brought.map((pass): Diagnostic => {
      const step = contributions.find((one) => one.party === found.name && one.pass.name === pass);
      return {
        code: "PWL0220",
        severity: "warning",
        message: `the setup of \`${found.name}\` uses \`${pass}\`, which is not among its \`passes\``,
        plugin: found.name,
        ...(step === undefined ? {} : whereOf(step.origin)),
        notes: [{ message: "configs and lists cannot see it, nor can who plans from manifests" }],
        help: [`add it to \`passes\` in \`definePlugin\`; if it is another package's, name that under \`plugins\``],
      };
    });
  });
}
