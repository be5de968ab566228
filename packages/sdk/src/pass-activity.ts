import { quoted } from "@passwright/core";
import type { PassAtWork } from "@passwright/core";
import type { Activity, DescribeActivity } from "./activity.ts";

/* Descriptions of the current activity of a run. Errors about a run that did not finish contain these descriptions. */

/** Plugin or framework that provides a pass. */
export type PassOwner = Pick<Activity, "plugin" | "pluginKind">;

/** Maximum number of members of a group that a description names. */
const MOST_MEMBERS = 5;

/**
 * Returns the name of a running pass or, for a group, the names of its members as text. The user of a tool such as
 * PostCSS knows the members, but not the group.
 */
export function namesAtWork(
  argument: string,
  passes: readonly { readonly declaration: { readonly name: string } }[] = [],
): Pick<PassAtWork, "pass"> & { readonly members?: string } {
  const names = passes.map(({ declaration }) => declaration.name);
  const [first, second] = names;
  if (first === undefined || second === undefined) return { pass: first ?? argument };
  const more = names.length - MOST_MEMBERS;
  const members = `${quoted(names.slice(0, MOST_MEMBERS))}${more > 0 ? ` and ${more} more` : ""}`;
  return { pass: argument, members };
}

/**
 * Describes a running pass, or the verifier after the pass. `members` names the members of a group. `step` contains the number of the pass and the total number
 * of passes.
 */
export function passActivity({
  pass,
  place: { name, symbol, at },
  step,
  owner,
  isVerifying,
  members,
}: PassAtWork & {
  readonly members?: string;
  readonly step?: readonly [number, number];
  readonly owner?: PassOwner;
}): Activity {
  const op = name === "" ? "an erased operation" : symbol === undefined ? `'${name}'` : `'${name}' @${symbol}`;
  const number = step === undefined ? "" : ` (step ${step[0]} of ${step[1]})`;
  const named = members === undefined ? `pass \`${pass}\`` : `one of the passes ${members}`;
  const after = pass === "" ? "the nested pipelines" : `${named}${number}`;
  const what = isVerifying === true ? `verifying ${op} after ${after}` : `running ${named} on ${op}${number}`;
  const hasStep = pass !== "" && members === undefined;
  return { what, ...owner, ...(hasStep && { step: pass }), ...(at === undefined ? {} : { at }) };
}

/** Returns a function that describes a run of a pipeline on an input. The description includes the running pass. */
export function running(
  runs: { readonly atWork: PassAtWork | undefined; ownerOf?(pass: string): PassOwner },
  file: string,
  names: Partial<ReturnType<typeof namesAtWork>> = {},
): DescribeActivity {
  return () => {
    const { atWork } = runs;
    if (atWork === undefined) return { what: `running the pipeline on \`${file}\`` };
    return passActivity({ ...atWork, ...names, owner: runs.ownerOf?.(names.pass ?? atWork.pass) ?? {} });
  };
}
