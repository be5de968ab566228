import { escapeControlCharacters, renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { PairReport } from "@passwright/runner";
import { checkArgument, mustBeReport } from "../settings.ts";

/** Requirement on plugins, with the codes of findings about plugins that do not meet the requirement. */
export interface Check {
  /** Name of the check: a sentence about the plugin. */
  readonly name: string;
  /**
   * Condition for running the check: the code of the plugin loads (`code`), passes run (`passes`), or no condition
   * (`nothing`).
   */
  readonly needs: "nothing" | "code" | "passes";
  /** Codes of findings that make the check fail. */
  readonly codes: readonly string[];
}

/** First check. Also receives findings that do not belong to any other check, for example exceptions in an adapter. */
const loads: Check = {
  name: "loads and plans with a framework",
  needs: "code",
  codes: ["PWT0103", "PWT0108"],
};

/** All checks of {@link testPlugin}, in order. */
export const checks: readonly Check[] = [
  { name: "has a valid manifest that matches its code", needs: "nothing", codes: ["PWT0101", "PWT0102"] },
  loads,
  { name: "has a synchronous setup that does not throw", needs: "code", codes: ["PWT0104", "PWT0105"] },
  { name: "does not override registered passes", needs: "code", codes: ["PWT0106"] },
  { name: "refers to existing names and exports its passes", needs: "code", codes: ["PWT0110"] },
  { name: "does not change shared objects", needs: "code", codes: ["PWT0107"] },
  {
    name: "has the same plan every time and in every load order",
    needs: "code",
    codes: ["PWT0201", "PWT0202", "PWT0203"],
  },
  { name: "plans and runs with its own config, if it has one", needs: "code", codes: ["PWT0109"] },
  { name: "has a result that does not depend on names", needs: "code", codes: ["PWT0204"] },
  { name: "has an input for every pass", needs: "passes", codes: ["PWT0602", "PWT0604", "PWT0606"] },
  { name: "has passes without state", needs: "passes", codes: ["PWT0301", "PWT0303"] },
  { name: "has passes that read and change only their operation", needs: "passes", codes: ["PWT0302", "PWT0304"] },
  {
    name: "has passes that produce valid IR and do not throw",
    needs: "passes",
    codes: ["PWT0305", "PWT0306", "PWT0601"],
  },
  { name: "has deterministic passes", needs: "passes", codes: ["PWT0307"] },
  {
    name: "has passes that match their declarations",
    needs: "passes",
    codes: ["PWT0401", "PWT0402", "PWT0403", "PWT0404", "PWT0405"],
  },
  { name: "stays within the time limit", needs: "code", codes: ["PWT0501", "PWT0502"] },
];

/** Result of one check of a plugin. */
export interface CheckOutcome {
  /** Name of the check. */
  readonly name: string;
  /** Result of the check. `skipped` if an earlier check failed, or if the plugin does not contain anything to check. */
  readonly status: "passed" | "failed" | "skipped";
  /** Problems that the check found. */
  readonly findings: readonly Diagnostic[];
}

/** Result of {@link testPlugin}. */
export interface PluginReport {
  /** Name and version of the plugin. */
  readonly plugin: string;
  /** Whether all checks passed or were skipped. */
  readonly ok: boolean;
  /** All problems, in order. */
  readonly findings: readonly Diagnostic[];
  /** Result of each check, in order. */
  readonly checks: readonly CheckOutcome[];
  /**
   * Pairs of a plugin's step and a framework's step whose order changes the output for an input, although neither a
   * rule nor a position determines that order. These pairs are not problems, because steps of the framework keep their
   * order and the plugin has chosen the position of its step.
   */
  readonly orders: readonly PairReport[];
}

export function makeReport(
  plugin: string,
  findings: readonly Diagnostic[],
  reached: { readonly passesRun: number; readonly loaded: boolean; readonly orders: readonly PairReport[] },
): PluginReport {
  const known = new Set(checks.flatMap(({ codes }) => codes));
  const outcomes = checks.map((check): CheckOutcome => {
    const { name, needs, codes } = check;
    const own = findings.filter(({ code }) => codes.includes(code) || (check === loads && !known.has(code)));
    const isReached = needs === "nothing" || (needs === "code" ? reached.loaded : reached.passesRun > 0);
    const status = own.length > 0 ? "failed" : isReached ? "passed" : "skipped";
    return { name, status, findings: own };
  });
  return { plugin, ok: findings.length === 0, findings, checks: outcomes, orders: reached.orders };
}

/**
 * Formats a report: one line per check, followed by the findings.
 *
 * @throws UsageError PWT0605 if `report` is not a report, for example if `await` is missing.
 */
export function printReport(report: PluginReport): string {
  checkArgument("printReport", "report", report, mustBeReport);
  const { plugin, checks: outcomes, findings, orders } = report;
  const marks = { passed: "ok     ", failed: "FAILED ", skipped: "skipped" };
  const lines = outcomes.map(({ name, status }) => `  ${marks[status]} ${name}`);
  const pairs = orders.map(
    ({ first, second, example }) =>
      `\nthe order of \`${first}\` and \`${second}\` changes the output of ${example?.file}`,
  );
  return `${[escapeControlCharacters(plugin), ...lines, ...findings.map((one) => `\n${renderDiagnostic(one)}`), ...pairs].join("\n")}\n`;
}
