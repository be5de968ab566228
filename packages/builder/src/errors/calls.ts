import { errorDiagnostic as error, quoted, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { ContributorId } from "../contributions/contributor.ts";
import type { Origin } from "../contributions/origin.ts";
import { whereOf } from "./where.ts";

/* PWB0301, PWB0302, PWB0304, PWB0307 and PWB0308: calls that are not allowed, name unknown items, or do nothing. */

/** Throws the error for a call that only the framework is allowed to make. */
export function frameworkOnly(what: string, contributor: string): never {
  const message = `only the framework can call \`${what}\`, and \`${contributor}\` is not the framework`;
  const help = "insert passes with `addBefore`, `addAfter`, `addBeforeType`, `addAfterType`, `addAt` or `addPass`";
  throw new UsageError(error("PWB0301", message, help, { plugin: contributor }));
}

export function pointTwice(name: string, framework: string): never {
  const message = `extension point \`${name}\` is added twice`;
  const help = "rename the second extension point";
  throw new UsageError(error("PWB0304", message, help, { plugin: framework, pluginKind: "framework" }));
}

export function stepsAreFixed(framework: string): never {
  const message = "the framework cannot change its steps after a plugin has received the builder";
  const help = "add all steps of the framework before you call `forContributor`";
  throw new UsageError(error("PWB0302", message, help, { plugin: framework, pluginKind: "framework" }));
}

export function managerChanged(framework: string): never {
  const message =
    "the passes of the pass manager changed after the builder read them, and `build` would drop this change";
  const help = "add passes with the builder, or create the builder after all other changes of the pass manager";
  throw new UsageError(error("PWB0302", message, help, { plugin: framework, pluginKind: "framework" }));
}

export function calledTooLate({ kind, name }: ContributorId): never {
  const called = kind === "framework" ? "pipeline" : "setup";
  const message = `the builder was called after the \`${called}\` of \`${name}\` returned`;
  const help = `call the builder in \`${called}\`, before it returns`;
  throw new UsageError(error("PWB0302", message, help, whereOf({ kind, name })));
}

export function unknownBundle(name: string, contributor: string): never {
  const help = `declare \`${name}\` under \`bundles\`, or list its passes: \`addBundle("${name}", [pass, …])\``;
  throw new UsageError(error("PWB0307", `unknown bundle \`${name}\``, help, { plugin: contributor }));
}

export function notInBundle(bundle: string, pass: string, passes: readonly string[]): never {
  const message = `options are set for pass \`${pass}\`, which is not in bundle \`${bundle}\``;
  const help = `set options only for passes of the bundle: ${quoted(passes)}`;
  throw new UsageError(error("PWB0307", message, help));
}

/** Reports an insertion without passes. Only a remark for named pipelines, whose passes can depend on their options. */
export function insertsNothing(name: string, isPipeline: boolean, origin: Origin): Diagnostic {
  const message = `${isPipeline ? "named pipeline" : "bundle"} \`${name}\` has no passes, so the plan does not contain it`;
  const severity = isPipeline ? "remark" : "warning";
  return error("PWB0308", message, `add passes to \`${name}\`, or remove the insertion`, {
    severity,
    ...whereOf(origin),
  });
}
