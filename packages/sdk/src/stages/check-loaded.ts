import { errorDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { checkConditions } from "./check-conditions.ts";
import { checkDeclared, checkPoints } from "./check-declared.ts";
import { checkIndependent } from "./check-independent.ts";
import { checkListed } from "./check-listed.ts";
import type { AssemblyState, Plans } from "./state.ts";
import { buildersOf } from "./work.ts";
import type { Work } from "./work.ts";

type LoadedState = Pick<AssemblyState, "work" | "diagnostics"> & Plans;

/**
 * Returns the diagnostics of an assembly, with warnings about contributions that are valid but probably contain
 * mistakes. Only the loader calls this function, so that programs for browsers do not contain it.
 */
export function checkLoaded(state: LoadedState): readonly Diagnostic[] {
  const { work, diagnostics } = state;
  const found = [
    ...checkConditions(work),
    ...checkListed(work),
    ...checkOpenRules(work),
    ...checkIndependent(state),
    ...checkDeclared(work),
    ...checkPoints(work),
  ];
  return [...warnOfOwnRules(diagnostics, work), ...(work.input.host.showPlaces?.(found) ?? found)];
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
    return errorDiagnostic("PWL0221", `rule about ${what} has no relation`, help, { severity: "warning", ...where });
  });
}
