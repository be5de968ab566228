import { specsOf } from "@passwright/builder";
import type { PlanStep } from "@passwright/builder";
import type { Session } from "@passwright/loader";

/** Passes with options that a plan from manifests cannot check, in one line: neither their code nor their options are there. */
export function uncheckedOptionLines({ catalogue }: Session, steps: readonly PlanStep[]): string[] {
  const passes = steps.flatMap(({ kind, pass, options }) => {
    const known = kind === "point" || Object.keys(options).length === 0 ? undefined : catalogue.find(pass);
    return known !== undefined && specsOf(known) === undefined ? [pass] : [];
  });
  if (passes.length === 0) return [];
  const names = [...new Set(passes)].map((pass) => `\`${pass}\``).join(", ");
  return [`  not checked: options of ${names}, which no manifest declares; \`passwright check\` asks the code`];
}
