import { PropertyChecker } from "@passwright/builder";
import type { CheckProperty } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import type { Session } from "@passwright/loader";
import * as errors from "../errors.ts";
import type { Executable } from "../run/executable.ts";
import { counted } from "../render/plan-text.ts";
import type { CheckResult } from "./check-result.ts";
import type { InputText } from "./input-text.ts";
import { runText } from "./run-text.ts";

type Checks = { readonly [property: string]: CheckProperty<object> };

/** Runs with a look at the IR before and after every pass, by the `checks` of the framework. */
export async function checkDeclaredProperties(
  session: Session,
  executable: Executable,
  inputs: readonly InputText[],
  options: { readonly allowUnregistered: boolean },
): Promise<CheckResult> {
  const { framework, catalogue } = session;
  const checks = (framework.checks ?? {}) as Checks;
  const count = Object.keys(checks).length;
  if (count === 0) return { check: "properties", diagnostics: [errors.nothingToCheckWith(framework.name)] };
  const checker = new PropertyChecker(framework.ir, catalogue, framework.properties ?? {}, checks);
  executable.addInstrumentation(checker);
  const problems: Diagnostic[] = [];
  for (const one of inputs) {
    // It runs on one thing after the other.
    const ran = await runText(session, executable, one, options);
    if (!ran.ok) problems.push(...ran.diagnostics);
  }
  problems.push(...checker.diagnostics);
  if (problems.length > 0) return { check: "properties", diagnostics: problems };
  const says = `every pass keeps what it declares on ${counted(inputs.length, "input")}, as far as ${counted(count, "check")} can tell`;
  return { check: "properties", says, diagnostics: [] };
}
