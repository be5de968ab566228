import { renderDiagnostic, UsageError } from "@passwright/core";
import { noRunner } from "./errors.ts";
import { checks } from "./report.ts";
import type { CheckOutcome, PluginReport } from "./report.ts";
import { testPlugin } from "./test-plugin.ts";
import type { TestPluginOptions } from "./test-plugin.ts";

/** The two functions of mocha, jest, vitest and `node:test` that are needed. */
export interface Runner {
  describe(name: string, body: () => void): unknown;
  /** What the runner calls `body` on or with may have a function `skip`: mocha, `node:test` and vitest have, jest has none. */
  it(name: string, body: (this: unknown, ...context: readonly unknown[]) => Promise<void>): unknown;
}

/**
 * The runner that is handed over, or the one whose functions are globals.
 *
 * @throws UsageError PWT0603 if there is none.
 */
export function runnerOf(given: Runner | undefined): Runner {
  const runner = given ?? (globalThis as unknown as Partial<Runner>);
  if (typeof runner.describe !== "function" || typeof runner.it !== "function") throw new UsageError(noRunner());
  return runner as Runner;
}

function skipTest(contexts: readonly unknown[], why: string): void {
  const isAble = (one: unknown): one is { skip(why: string): void } =>
    typeof (one as { readonly skip?: unknown } | undefined)?.skip === "function";
  contexts.find(isAble)?.skip(why);
}

function endTest({ status, findings }: CheckOutcome, contexts: readonly unknown[]): void {
  if (status === "failed") throw new Error(findings.map(renderDiagnostic).join("\n\n"));
  if (status === "skipped") skipTest(contexts, "what came before went wrong, or there is nothing to check");
}

/** Writes one test per check, with the runner that is there: mocha, or what is handed over. What was not checked is skipped. */
export function describePlugin(options: TestPluginOptions, runner?: Runner): void {
  const { describe, it } = runnerOf(runner);
  // Asked for by the first test and shared by all, in whatever order they run.
  let report: Promise<PluginReport> | undefined;
  describe("the plugin", () => {
    checks.forEach(({ name }, index) => {
      // No parameter by name: mocha would hand over a callback.
      it(name, async function (...context) {
        report ??= testPlugin(options);
        endTest((await report).checks[index] as CheckOutcome, [this, ...context]);
      });
    });
  });
}
