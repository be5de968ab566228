import { whereOf } from "@passwright/builder";
import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { buildersOf } from "./work.ts";
import type { Work } from "./work.ts";

/* Warning PWL0220, about a plan that works but probably contains a mistake. */

/**
 * Warns about passes that plugins use in `setup` but do not list. Passes that are not listed are missing in `passwright
 * list` and in manifests, and configs cannot use these passes.
 */
export function checkListed(work: Work): Diagnostic[] {
  const { input, catalogue } = work;
  const contributions = buildersOf(work).flatMap((builder) => builder.input().contributions);
  return input.plugins.flatMap(({ contributor: found, plugin, isCode }) => {
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
      const step = contributions.find((one) => one.contributor === found.name && one.pass.name === pass);
      const message = `the setup of \`${found.name}\` uses pass \`${pass}\`, which the plugin does not list in \`passes\``;
      const help = `add \`${pass}\` to \`passes\` in \`definePlugin\`, or add the package that defines it to \`plugins\``;
      return errorDiagnostic("PWL0220", message, help, {
        severity: "warning",
        plugin: found.name,
        ...(step === undefined ? {} : whereOf(step.origin)),
        notes: ["`passwright list` and manifests do not contain the pass, and configs cannot use it"],
      });
    });
  });
}
