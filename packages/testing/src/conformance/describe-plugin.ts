import { renderDiagnostic, UsageError } from "@passwright/core";
import { checkArgument, mustBePluginOptions } from "../settings.ts";
import { noRunner } from "./errors.ts";
import { checks } from "./report.ts";
import type { CheckOutcome, PluginReport } from "./report.ts";
import { testPlugin } from "./test-plugin.ts";
import type { TestPluginOptions } from "./test-plugin.ts";

/** Functions that the kit needs from a test runner: mocha, jest, vitest or `node:test`. */
export interface Runner {
  /** Defines a group of tests. */
  describe(name: string, body: () => void): unknown;
  /**
   * Defines a test. Runners such as mocha, `node:test` and vitest pass a context with a method `skip` to `body`, as
   * `this` or as an argument. Jest and vitest use `milliseconds` as the time limit of the test.
   */
  it(
    name: string,
    body: (this: unknown, ...context: readonly unknown[]) => Promise<void>,
    milliseconds?: number,
  ): unknown;
}

/**
 * Returns the given runner, or else the runner that defines global functions `describe` and `it`.
 *
 * @throws UsageError PWT0603 if the test runner does not define `describe` and `it`.
 */
export function runnerOf(given: Runner | undefined): Runner {
  const runner = given ?? (globalThis as unknown as Partial<Runner>);
  if (typeof runner.describe !== "function" || typeof runner.it !== "function") throw new UsageError(noRunner());
  return runner as Runner;
}

/**
 * Time limit of a test in milliseconds. The default limits of test runners are too short, because the first test runs
 * all checks.
 */
const TIME_LIMIT = 120_000;

/**
 * Sets the time limit of a mocha test. `context` is the `this` of the test's function, which provides the method
 * `timeout` in mocha.
 */
function setTimeLimit(context: unknown): void {
  const { timeout } = Object(context) as { readonly timeout?: unknown };
  if (typeof timeout === "function") timeout.call(context, TIME_LIMIT);
}

function skipTest(contexts: readonly unknown[], why: string): void {
  const isAble = (one: unknown): one is { skip(why: string): void } =>
    typeof (one as { readonly skip?: unknown } | undefined)?.skip === "function";
  contexts.find(isAble)?.skip(why);
}

function endTest({ status, findings }: CheckOutcome, contexts: readonly unknown[]): void {
  if (status === "failed") throw new Error(findings.map(renderDiagnostic).join("\n\n"));
  if (status === "skipped") skipTest(contexts, "an earlier check failed, or there is nothing to check");
}

/**
 * Defines one test per check. By default, uses the test runner that defines global functions `describe` and `it`.
 * Checks that cannot run are skipped.
 *
 * @throws UsageError PWT0605 if an option is invalid or unknown.
 */
export function describePlugin(options: TestPluginOptions, runner?: Runner): void {
  checkArgument("describePlugin", "options", options, mustBePluginOptions);
  const { describe, it } = runnerOf(runner);
  // Result of `testPlugin`, which all tests share. The first test calls `testPlugin`.
  let report: Promise<PluginReport> | undefined;
  describe("the plugin", () => {
    checks.forEach(({ name }, index) => {
      // Uses rest parameters, because mocha passes a callback to functions that have a named parameter.
      const test = async function (this: unknown, ...context: readonly unknown[]): Promise<void> {
        setTimeLimit(this);
        report ??= testPlugin(options);
        endTest((await report).checks[index] as CheckOutcome, [this, ...context]);
      };
      it(name, test, TIME_LIMIT);
    });
  });
}
