import { whereOf } from "@passwright/builder";
import { errorDiagnostic, suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { checkDeclared, checkPoints } from "./check-declared.ts";
import * as errors from "./errors.ts";
import { declarationOf } from "./input.ts";
import { originIn } from "./insertions.ts";
import { plansOf } from "./state.ts";
import type { Plans } from "./state.ts";
import { buildersOf } from "./work.ts";
import type { Work } from "./work.ts";

/** Returns the diagnostics of an assembly, with warnings about probable mistakes. */
export function addWarnings(diagnostics: readonly Diagnostic[], work: Work, plans: Plans): readonly Diagnostic[] {
  // A guard of an unknown property causes one error, instead of one error for each pass in its range.
  const broken = new Set(diagnostics.map(({ code, unknown }) => (code === "PWB0504" ? unknown : undefined)));
  const undeclared = checkDeclared(work).map((one): Diagnostic =>
    broken.has(one.unknown) ? { ...one, severity: "error" } : one,
  );
  const isOther = (one: Diagnostic): boolean =>
    one.code !== "PWB0504" || undeclared.every(({ unknown }) => unknown !== one.unknown);
  return [
    ...warnOfOwnRules(diagnostics.filter(isOther), work),
    ...checkPoints(work),
    ...checkListed(work),
    ...checkOpenRules(work),
    ...checkIndependent(work, plans),
    ...undeclared,
  ];
}

/**
 * Changes remarks to warnings if they report rules of plugins that the user wrote, and the rules contain unknown names.
 * In other plugins, these names can belong to packages that are not installed.
 */
function warnOfOwnRules(diagnostics: readonly Diagnostic[], { input }: Work): readonly Diagnostic[] {
  const own = new Set(input.plugins.flatMap(({ contributor: { isOwn, name } }) => (isOwn === true ? [name] : [])));
  return diagnostics.map((one) =>
    one.code === "PWB0204" && one.severity === "remark" && one.unknown !== undefined && own.has(one.plugin ?? "")
      ? { ...one, severity: "warning" }
      : one,
  );
}

/** Warns about calls of `rule` that are not followed by a relation. */
function checkOpenRules(work: Work): Diagnostic[] {
  const open = buildersOf(work).flatMap(({ openRules }) => [...openRules]);
  return open.map(([subject, plugin]) => {
    const what = "pass" in subject ? `\`${subject.pass}\`` : `type ${subject.type}`;
    const help = 'complete the rule, for example `builder.rule(pass).strong.after("target", { reason: "…" })`';
    const where = plugin === work.owner.name ? { plugin, pluginKind: "framework" as const } : { plugin };
    const message = `the rule about ${what} is incomplete: it does not call \`before\`, \`after\`, \`beforeSome\` or \`afterSome\``;
    return errorDiagnostic("PWL0221", message, help, { severity: "warning", ...where });
  });
}

/** Warns about passes that plugins use in `setup` but do not list for configs, manifests and `passwright list`. */
function checkListed(work: Work): Diagnostic[] {
  const { input, catalogue } = work;
  const lists = new Map(
    input.plugins.flatMap(({ contributor: { name }, plugin: { passes = [] }, isCode }) =>
      isCode ? [[name, new Set(passes.map((pass) => declarationOf(pass).name))]] : [],
    ),
  );
  const unlisted = catalogue
    .entries()
    .filter(
      ({ owner, definition, declaration, pipeline }) =>
        definition !== undefined && pipeline === undefined && lists.get(owner.name)?.has(declaration.name) === false,
    );
  if (unlisted.length === 0) return [];
  const contributions = buildersOf(work).flatMap((builder) => builder.input().contributions);
  const steps = new Map(contributions.toReversed().map((one) => [`${one.contributor}::${one.pass.name}`, one]));
  return unlisted.map(({ owner: { name: plugin }, declaration: { name: pass } }): Diagnostic => {
    const step = steps.get(`${plugin}::${pass}`);
    const message = `the setup of \`${plugin}\` uses pass \`${pass}\`, which the plugin does not list in \`passes\``;
    const help = `add \`${pass}\` to \`passes\` in \`definePlugin\`, or add the package that defines it to \`plugins\``;
    const where = step === undefined ? {} : whereOf(step.origin);
    const notes = ["`passwright list` and manifests do not contain the pass, and configs cannot use it"];
    return errorDiagnostic("PWL0220", message, help, { severity: "warning", plugin, ...where, notes });
  });
}

/** Warns about unknown names in `independent`, unless plugins that might add them are left out. */
function checkIndependent({ input, catalogue }: Work, { plan, graph }: Plans): Diagnostic[] {
  if ((plan ?? graph) === undefined || input.plugins.length < input.pluginNames.length) return [];
  const plans = plansOf({ plan, graph }).flatMap(({ plan: { steps, leftOut, alternatives } }) =>
    [...steps, ...leftOut, ...alternatives].map(({ address }) => address),
  );
  const known = new Set([...plans, ...(graph?.pipelines.map(({ path }) => path) ?? [])]);
  return input.owner.independent.flatMap((entry) =>
    entry.data.steps
      .filter((name) => !known.has(name) && catalogue.find(name) === undefined)
      .map((name) =>
        errors.unknownIndependent(name, suggest(name, [...known]) ?? catalogue.suggest(name), originIn(entry)),
      ),
  );
}
