import type { Diagnostic } from "../diagnostic.ts";
import { getDiagnostic, rejectionOf } from "../pass-manager.ts";
import type { ManagerInternals, PassManager, RunResult } from "../pass-manager.ts";
import type { Program } from "./program.ts";

/** Run of one manager on several operations, which are passed one at a time. Made by {@link openRun}. */
export interface OpenRun<Op extends object> {
  /** Runs the manager on the operation `op` of the input `input`. The result covers only this operation. */
  run(op: Op, input?: string): Promise<RunResult>;
}

/** Prepares runs on operations with the same name, one after another. Initializes each pass only once. */
export function openRun<Op extends object>(manager: PassManager<Op>): OpenRun<Op> {
  let found: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): void => void found.push(diagnostic);
  const internals = manager.internals as ManagerInternals<Op>;
  const runner = internals.newRun(report);
  runner.isNested = true;
  let program: Program<Op> | undefined;
  return {
    async run(op, input) {
      found = [];
      runner.input = input;
      internals.use(runner);
      const before = runner.reporter.failures.length;
      const end = (succeeded: boolean): RunResult => {
        return { succeeded, diagnostics: found, failures: runner.reporter.failures.slice(before) };
      };
      try {
        program ??= internals.prepare(runner, op, report);
        if (program === undefined) return end(false);
        // The tree might have changed since the last run.
        runner.parents.forget();
        runner.last = undefined;
        runner.start(program, op);
        for (let promise = runner.proceed(); promise !== undefined; promise = runner.proceed()) {
          // oxlint-disable-next-line no-await-in-loop -- the passes of a run must run one after another
          runner.settle(await rejectionOf(promise));
        }
        return end(runner.succeeded);
      } catch (thrown) {
        report(getDiagnostic(thrown, runner));
        return end(false);
      } finally {
        internals.use(undefined);
      }
    },
  };
}
