import { escapeControlCharacters, renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";

/** What is asked of a plugin: a sentence, and the codes of findings that say it is not so. */
export interface Check {
  readonly name: string;
  readonly needs: "nothing" | "code" | "passes";
  readonly codes: readonly string[];
}

/** Findings that belong to no check, as what an adapter throws, are told with it: they are not to be lost. */
const loads: Check = {
  name: "loads, and plans with a framework",
  needs: "nothing",
  codes: ["PWT0103", "PWT0108"],
};

/** All that {@link testPlugin} checks, in the order in which it does. */
export const checks: readonly Check[] = [
  { name: "has a valid manifest, which agrees with its code", needs: "nothing", codes: ["PWT0101", "PWT0102"] },
  loads,
  { name: "has a synchronous setup, which does not throw", needs: "nothing", codes: ["PWT0104", "PWT0105"] },
  { name: "registers over nobody", needs: "code", codes: ["PWT0106"] },
  { name: "asks for what there is, and lists what it brings", needs: "code", codes: ["PWT0110"] },
  { name: "leaves alone what all share", needs: "nothing", codes: ["PWT0107"] },
  {
    name: "plans the same every time and in every load order",
    needs: "code",
    codes: ["PWT0201", "PWT0202", "PWT0203"],
  },
  { name: "plans and runs with its own config, where it has one", needs: "code", codes: ["PWT0109"] },
  { name: "has passes for which there is an input", needs: "passes", codes: ["PWT0602"] },
  { name: "has passes that keep no state", needs: "passes", codes: ["PWT0301", "PWT0303"] },
  { name: "has passes that read and write their own operation only", needs: "passes", codes: ["PWT0302", "PWT0304"] },
  {
    name: "has passes that leave valid IR, and do not throw",
    needs: "passes",
    codes: ["PWT0305", "PWT0306", "PWT0601"],
  },
  { name: "has passes that are deterministic", needs: "passes", codes: ["PWT0307"] },
  { name: "has passes that keep what they declare", needs: "passes", codes: ["PWT0401", "PWT0402", "PWT0403"] },
  { name: "ends in time", needs: "nothing", codes: ["PWT0501", "PWT0502"] },
];

/** How one check of a plugin came out. */
export interface CheckOutcome {
  readonly name: string;
  /** `skipped`: what came before went wrong, or there is nothing to check. */
  readonly status: "passed" | "failed" | "skipped";
  readonly findings: readonly Diagnostic[];
}

/** What {@link testPlugin} answers. */
export interface PluginReport {
  /** Name and version of the plugin. */
  readonly plugin: string;
  readonly ok: boolean;
  readonly findings: readonly Diagnostic[];
  readonly checks: readonly CheckOutcome[];
}

export function makeReport(
  plugin: string,
  findings: readonly Diagnostic[],
  reached: { readonly passesRun: number; readonly loaded: boolean },
): PluginReport {
  const known = new Set(checks.flatMap(({ codes }) => codes));
  const outcomes = checks.map((check): CheckOutcome => {
    const { name, needs, codes } = check;
    const own = findings.filter(({ code }) => codes.includes(code) || (check === loads && !known.has(code)));
    const isReached = needs === "nothing" || (needs === "code" ? reached.loaded : reached.passesRun > 0);
    const status = own.length > 0 ? "failed" : isReached ? "passed" : "skipped";
    return { name, status, findings: own };
  });
  return { plugin, ok: findings.length === 0, findings, checks: outcomes };
}

/** A report as text: a line per check, then what was found. */
export function printReport({ plugin, checks: outcomes, findings }: PluginReport): string {
  const marks = { passed: "ok     ", failed: "FAILED ", skipped: "skipped" };
  const lines = outcomes.map(({ name, status }) => `  ${marks[status]} ${name}`);
  return `${[escapeControlCharacters(plugin), ...lines, ...findings.map((one) => `\n${renderDiagnostic(one)}`)].join("\n")}\n`;
}
