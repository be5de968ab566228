import { quoted } from "@passwright/core";
import type { Diagnostic, InstrumentedPass, PassAtWork, SourceLocation } from "@passwright/core";

/** Running code of a contributor, or step of a command. Reports about runs that hang or end early name the activity. */
export interface Activity extends Pick<Diagnostic, "plugin" | "pluginKind" | "step"> {
  /** Description that can follow the word "while": ``importing plugin `mint` ``. Absent if the activity has ended. */
  readonly what?: string;
  /** Name of the input that is processed. */
  readonly input?: string;
  /** File and line of the activity, if known. */
  readonly at?: SourceLocation;
  /** Passes of the group that is running. */
  readonly members?: readonly string[];
}

/** Describes an activity. Called only for reports, because a description costs more than starting the activity. */
export type DescribeActivity = () => Activity;

/** Activities of this thread that have started and not ended, innermost last. Asynchronous activities can overlap. */
const open = new Set<DescribeActivity>();
let follow: ((current: DescribeActivity | undefined) => void) | undefined;

/** Returns the innermost activity: the most recently started activity that has not ended. */
export function currentActivity(): Activity | undefined {
  return [...open].at(-1)?.();
}

/** Returns the current activity, or only the number of inputs if several inputs are processed at the same time. */
export function certainActivity(): Activity | undefined {
  const inputs = new Set([...open].flatMap((describe) => describe().input ?? []));
  return inputs.size > 1 ? { what: `processing ${inputs.size} inputs` } : currentActivity();
}

/** Sets the callback for changes of the current activity. Worker threads use it to inform the parent thread. */
export function followActivities(callback: (current: DescribeActivity | undefined) => void): void {
  follow = callback;
}

/** Returns whether a callback follows the activities of this thread. */
export function areActivitiesFollowed(): boolean {
  return follow !== undefined;
}

/** Records an activity while `body` runs. If `body` returns a promise, the activity ends when the promise settles. */
export function during<T>(describe: DescribeActivity, body: () => T): T {
  const end = beginActivity(describe);
  let result: T;
  try {
    result = body();
  } catch (thrown) {
    end();
    throw thrown;
  }
  if (result instanceof Promise) return result.finally(end) as T;
  end();
  return result;
}

/** Starts an activity. Returns a function that ends the activity. */
export function beginActivity(describe: DescribeActivity): () => void {
  // Wraps `describe` in a new function, because several active activities can have the same `describe`.
  const entry: DescribeActivity = () => describe();
  open.add(entry);
  follow?.(entry);
  return () => {
    open.delete(entry);
    follow?.([...open].at(-1));
  };
}

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

/** Returns the names of the passes that run together: the members of a group, or a single pass. */
export function memberNames({ passes = [] }: Pick<InstrumentedPass, "passes">): readonly string[] {
  return passes.map(({ declaration }) => declaration.name);
}

/** Adds the names of the passes that run together to the activity of a group, because users know these names. */
export function withMembers(activity: Activity, members: readonly string[]): Activity {
  if (members.every((name) => name === activity.step)) return activity;
  return { ...activity, what: `${activity.what} (passes ${quoted(members)})`, members };
}

/** Returns a function that describes a run of a pipeline on an input. The description includes the running pass. */
export function running(
  runs: { readonly atWork: PassAtWork | undefined; ownerOf?(pass: string): PassOwner },
  file: string,
): DescribeActivity {
  return () => {
    const { atWork } = runs;
    if (atWork === undefined) return { what: `running the pipeline on \`${file}\``, input: file };
    return { ...passActivity({ ...atWork, owner: runs.ownerOf?.(atWork.pass) ?? {} }), input: file };
  };
}
