import { renderDiagnostic } from "@passwright/core";
import { checks, type PluginReport } from "./report.ts";
import { testPlugin, type TestPluginOptions } from "./test-plugin.ts";

/** The two functions of mocha, jest, vitest and `node:test` that are needed. */
export interface Runner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}

/** Writes one test per check, with the runner that is there: mocha, or what is handed over. */
export function describePlugin(options: TestPluginOptions, runner: Runner = globalThis as unknown as Runner): void {
  const { describe, it } = runner;
  // Asked for by the first test and shared by all, in whatever order they run.
  let report: Promise<PluginReport> | undefined;
  describe("the plugin", () => {
    checks.forEach(({ name }, index) => {
      it(name, async () => {
        report ??= testPlugin(options);
        const findings = (await report).checks[index]?.findings ?? [];
        if (findings.length > 0) throw new Error(findings.map(renderDiagnostic).join("\n\n"));
      });
    });
  });
}
