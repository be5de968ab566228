import { readThrown } from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import { during } from "../activity.ts";
import type { Activity } from "../activity.ts";
import { keepCause, thrownText } from "../cause.ts";
import type { Framework } from "../define/define-framework.ts";
import * as errors from "./errors.ts";
import type { Plan } from "@passwright/builder";
import type { Work } from "./work.ts";

/** Loads the IRs of a framework's pipeline in order. Returns the first error. */
export async function loadIrs(
  { name }: Framework<object>,
  irs: Iterable<IrAdapter<object> | undefined>,
): Promise<Diagnostic | undefined> {
  for (const ir of new Set(irs)) {
    // An IR can depend on an earlier IR.
    // oxlint-disable-next-line no-await-in-loop
    const problem = ir && (await loadIr(ir, name));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

async function loadIr(ir: IrAdapter<object>, name: string): Promise<Diagnostic | undefined> {
  try {
    const describe = (): Activity => ({ what: `loading IR \`${ir.name}\``, plugin: name, pluginKind: "framework" });
    const problem: unknown = await during(describe, () => ir.load?.());
    if (problem === undefined || problem === null) return undefined;
    const isDiagnostic = typeof readThrown(problem, "code") === "string";
    return isDiagnostic ? (problem as Diagnostic) : errors.irLoadIsWrong(ir.name, name);
  } catch (thrown) {
    return keepCause(errors.irLoadIsWrong(ir.name, name, thrownText(thrown)), thrown);
  }
}

/** Returns the framework's IR and the IR after each conversion, which is `undefined` without code. */
export function irsOf(
  { input, catalogue }: Work,
  plans: readonly (Plan | undefined)[],
): readonly (IrAdapter<object> | undefined)[] {
  const conversions = plans.flatMap((plan) => plan?.steps.filter(({ leaves }) => leaves !== undefined) ?? []);
  return [
    input.framework.framework.ir,
    ...conversions.map(
      ({ pass }) => catalogue.find(pass)?.definition?.leaves as unknown as IrAdapter<object> | undefined,
    ),
  ];
}
