import { type Diagnostic, readThrown } from "@passwright/core";
import { type Framework } from "@passwright/sdk";
import { keepCause, thrownText } from "../cause.ts";
import * as errors from "./errors.ts";

/** Waits for the IR of a framework to be ready. Returns what is wrong with it. */
export async function loadIr({ ir, name }: Framework<object>): Promise<Diagnostic | undefined> {
  try {
    const problem: unknown = await ir.load?.();
    if (problem === undefined || problem === null) return undefined;
    const isDiagnostic = typeof readThrown(problem, "code") === "string";
    return isDiagnostic ? (problem as Diagnostic) : errors.irLoadIsWrong(ir.name, name, "did not return a diagnostic");
  } catch (thrown) {
    return keepCause(errors.irLoadIsWrong(ir.name, name, `threw ${thrownText(thrown)}`), thrown);
  }
}
