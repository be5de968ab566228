import { diagnosticIn, diagnosticOf, errorDiagnostic } from "@passwright/core";
import type { Diagnostic, IrAdapter, RunResult } from "@passwright/core";
import { copyOf } from "../hooks/session-hooks.ts";
import { notAResult } from "../ir/parse-failure.ts";
import { blamed } from "./errors.ts";
import type { Work } from "./work.ts";

/** Calls the session hook `beforeRun`. Returns an error if a tap fails. The run must then not start. */
export function beforeRun({ sessionHooks, hooks }: Work, root: object): Diagnostic | undefined {
  const problem = sessionHooks.call("beforeRun", () => [root]);
  if (problem === undefined) hooks.startRun();
  return problem;
}

/**
 * Calls the session hook `afterRun`. Adds the names of plugins to the diagnostics of their passes, and errors about
 * hooks that a successful run did not await.
 */
export function afterRun<T extends RunResult>(work: Work, root: object, ran: T): T {
  const open = work.hooks.endRun();
  const result = { ...ran, diagnostics: ran.diagnostics.map((one) => withOwner(work, one, ran)) };
  const { succeeded, diagnostics } = result;
  const problem = work.sessionHooks.call("afterRun", () => [root, copyOf({ succeeded, diagnostics })]);
  const problems = [...(succeeded ? open : []), ...(problem === undefined ? [] : [problem])];
  return problems.length === 0 ? result : { ...result, succeeded: false, diagnostics: [...diagnostics, ...problems] };
}

/** Returns whether a plugin taps `beforeRun` or `afterRun`. The plugin then has access to the operations of the run. */
export function isRunWatched({ sessionHooks }: Work): boolean {
  return sessionHooks.taps.some(({ hook }) => hook === "beforeRun" || hook === "afterRun");
}

/** Removes the name of the program from errors about its taps, because the program is not a plugin. */
export function withoutProgram({ input: { owner, pluginNames } }: Work, diagnostic: Diagnostic): Diagnostic {
  const { plugin, ...rest } = diagnostic;
  if (plugin !== owner.name || pluginNames.includes(plugin)) return diagnostic;
  return rest.code === "PWL0305" ? { ...rest, help: ["correct the function in `taps`"] } : rest;
}

function withOwner(work: Work, diagnostic: Diagnostic, { failures }: RunResult): Diagnostic {
  const { input, catalogue, owner } = work;
  const { plugin, step = "", notes = [] } = diagnostic;
  const name = catalogue.find(step)?.owner.name;
  const own = input.plugins.find(({ contributor }) => contributor.name === name)?.contributor;
  const found = own ?? (name === owner.name ? input.framework.contributor : undefined);
  if (plugin !== undefined) return withoutProgram(work, diagnostic);
  if (found === undefined) return diagnostic;
  const failure = failures.find((one) => one.diagnostic === diagnostic);
  const place = failure && input.host.placeOfThrown?.(failure.thrown, found, own === undefined);
  // The passes of a framework can be plugins of another tool, so names the framework only if its own code threw.
  if (own === undefined && (place === undefined || diagnosticOf(failure?.thrown) !== undefined)) return diagnostic;
  return {
    ...diagnostic,
    ...blamed(found),
    ...(place && { notes: [...notes, { message: `thrown at ${place.file}:${place.line}` }] }),
  };
}

/**
 * Verifies the input of a run. Returns the problems. Without this check, the verifier would report an invalid input as
 * an error of the first pass.
 */
export function verifyInput(ir: IrAdapter<object> | undefined, root: object): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  try {
    if (ir?.verify === undefined) return [];
    const isValid: unknown = ir.verify(root, { recursive: true }, (problem) => void found.push(problem));
    if (typeof isValid !== "boolean") return [notAResult(ir.name, "verify", isValid)];
    if (isValid) return [];
    const message = `\`verify\` of IR \`${ir.name}\` refuses the input, but does not report a problem`;
    return found.length > 0
      ? found
      : [errorDiagnostic("PWL0607", message, "correct the input, or report the problem in `verify`")];
  } catch (thrown) {
    // Rethrows exceptions of the IR's own functions, which are not problems in the input.
    return [diagnosticIn(thrown)];
  }
}

/**
 * Runs `body` with an `onDiagnostic` that does not throw. Throws the first exception of the original `onDiagnostic`
 * afterwards, because a pass that emits a diagnostic would otherwise fail with this exception.
 */
export function deferExceptions<S extends { readonly onDiagnostic?: (diagnostic: Diagnostic) => void }, T>(
  settings: S,
  body: (safe: S) => T,
): T {
  // The settings can be `null` in JavaScript, which `body` refuses.
  const onDiagnostic = (settings as S | null)?.onDiagnostic;
  if (typeof onDiagnostic !== "function") return body(settings);
  const thrown: unknown[] = [];
  const call = (diagnostic: Diagnostic): void => {
    try {
      onDiagnostic(diagnostic);
    } catch (exception) {
      thrown.push(exception);
    }
  };
  const end = <R>(result: R): R => {
    if (thrown.length > 0) throw thrown[0];
    return result;
  };
  const result = body({ ...settings, onDiagnostic: call });
  return (result instanceof Promise ? result.then(end) : end(result)) as T;
}
