import { readThrown } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { during } from "../activity.ts";
import type { Activity } from "../activity.ts";
import { keepCause, thrownText } from "../cause.ts";
import type { Framework } from "../define/define-framework.ts";
import * as errors from "./errors.ts";

/** Waits for the IR of a framework to be ready. Returns what is wrong with it. */
export async function loadIr({ ir, name }: Framework<object>): Promise<Diagnostic | undefined> {
  try {
    const describe = (): Activity => ({ what: `loading IR \`${ir.name}\``, plugin: name, pluginKind: "framework" });
    const problem: unknown = await during(describe, () => ir.load?.());
    if (problem === undefined || problem === null) return undefined;
    const isDiagnostic = typeof readThrown(problem, "code") === "string";
    return isDiagnostic ? (problem as Diagnostic) : errors.irLoadIsWrong(ir.name, name, "did not return a diagnostic");
  } catch (thrown) {
    return keepCause(errors.irLoadIsWrong(ir.name, name, `threw ${thrownText(thrown)}`), thrown);
  }
}
