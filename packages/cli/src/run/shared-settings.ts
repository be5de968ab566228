import type { LoadOptions } from "@passwright/loader";
import type { RunJob } from "./job.ts";

const SHARED = [
  "slice",
  "instrument",
  "allowUnregistered",
  "verifyEach",
  "hasCounts",
  "hasIdle",
  "hasTrace",
  "debug",
  "threads",
  "seconds",
] as const;

type Shared = Pick<RunJob, (typeof SHARED)[number]>;

/** Settings of `passwright run` that change results, as JSON data for workers on other machines. */
export interface SharedSettings extends Shared {
  readonly load: Pick<LoadOptions, "without" | "keepDuplicates" | "target" | "level" | "strict">;
}

export function settingsOf(job: RunJob): SharedSettings {
  const { without = [], keepDuplicates = false, target, level, strict } = job.load;
  const shared = Object.fromEntries(SHARED.map((key) => [key, job[key]])) as unknown as Shared;
  return { ...shared, load: { without, keepDuplicates, target, level, strict } };
}

/** Returns the job that a worker runs in the folder `cwd` with these settings. The queue provides the inputs. */
export function jobOf(settings: SharedSettings, cwd: string, config: string | undefined): RunJob {
  return {
    ...settings,
    load: { ...settings.load, cwd, config },
    cwd,
    destination: { kind: "standard" },
    named: [],
    inputs: [{ file: "-", path: "-" }],
    isWatched: false,
    isCached: true,
  };
}
