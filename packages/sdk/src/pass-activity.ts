import type { PassAtWork } from "@passwright/core";
import type { Activity, DescribeActivity } from "./activity.ts";

/* Descriptions of the current activity of a run. Errors about a run that did not finish contain these descriptions. */

/** Plugin or framework that provides a pass. */
export type PassOwner = Pick<Activity, "plugin" | "pluginKind">;

/** Describes a running pass or its verifier. `step` contains the number of the pass and of all passes. */
export function passActivity({
  pass,
  place: { name, symbol, at },
  step,
  owner,
  isVerifying,
}: PassAtWork & { readonly step?: readonly [number, number]; readonly owner?: PassOwner }): Activity {
  const op = name === "" ? "an erased operation" : symbol === undefined ? `'${name}'` : `'${name}' @${symbol}`;
  const number = step === undefined ? "" : ` (step ${step[0]} of ${step[1]})`;
  const after = pass === "" ? "the nested pipelines" : `pass \`${pass}\`${number}`;
  const what = isVerifying === true ? `verifying ${op} after ${after}` : `running pass \`${pass}\` on ${op}${number}`;
  return { what, ...owner, ...(pass === "" ? {} : { step: pass }), ...(at === undefined ? {} : { at }) };
}

/** Returns a function that describes a run of a pipeline on an input. The description includes the running pass. */
export function running(
  runs: { readonly atWork: PassAtWork | undefined; ownerOf?(pass: string): PassOwner },
  file: string,
): DescribeActivity {
  return () => {
    const { atWork } = runs;
    if (atWork === undefined) return { what: `running the pipeline on \`${file}\`` };
    return passActivity({ ...atWork, owner: runs.ownerOf?.(atWork.pass) ?? {} });
  };
}
