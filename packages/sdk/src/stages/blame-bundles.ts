import { originText } from "@passwright/builder";
import type { Origin } from "@passwright/builder";
import { didYouMean, errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { buildersOf } from "./work.ts";
import type { Work } from "./work.ts";

/**
 * Changes errors about unknown passes in bundles of plugins. The errors then name the plugin that declares the bundle
 * instead of the contributor that inserts the bundle. Only the loader calls this function, to keep programs for
 * browsers small.
 */
export function blameBundles(diagnostics: readonly Diagnostic[], work: Work): readonly Diagnostic[] {
  return diagnostics.map((problem) => (problem.code === "PWB0404" ? blameBundle(problem, work) : problem));
}

function blameBundle(problem: Diagnostic, work: Work): Diagnostic {
  const { unknown } = problem;
  for (const { pass, bundle, origin } of buildersOf(work).flatMap((builder) => builder.input().contributions)) {
    if (pass.name !== unknown || bundle === undefined) continue;
    const publisher = work.input.plugins.find(({ data }) =>
      data.bundles.get(bundle.given)?.passes.some((member) => member.data.pass === unknown),
    );
    if (publisher === undefined) continue;
    const inserted = { bundle: bundle.given, origin, plugin: publisher.contributor.name };
    return unknownInBundle(problem, inserted, work.bundles.has(unknown));
  }
  return problem;
}

function unknownInBundle(
  { code, message, unknown = "", similar }: Diagnostic,
  { bundle, origin, plugin }: { readonly bundle: string; readonly origin: Origin; readonly plugin: string },
  isBundle: boolean,
): Diagnostic {
  const help = isBundle
    ? `list the passes of \`${unknown}\` instead of its name, because a bundle cannot contain a bundle`
    : didYouMean(similar, `add \`${unknown}\` to the \`passes\` of plugin \`${plugin}\``);
  const notes = [
    `\`${unknown}\` is in bundle \`${bundle}\` of plugin \`${plugin}\``,
    `inserted by ${originText(origin)}`,
  ];
  return errorDiagnostic(code, message, help, { plugin, unknown, similar, notes });
}
