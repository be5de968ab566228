import { escapeControlCharacters } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { loadSession } from "@passwright/loader";
import { checkArgument, mustBePath, mustBeTrials, mustBeTrialSettings } from "../settings.ts";
import { folderOf, Project } from "./project.ts";
import type { Skeleton } from "./skeleton.ts";
import { skeletons as all } from "./skeletons.ts";

/** Result of planning a plugin with one skeleton. */
export interface SkeletonTrial {
  /** Name of the skeleton. */
  readonly skeleton: string;
  /** Whether the pipeline resolves. */
  readonly resolves: boolean;
  /** Addresses of the plugin's steps, with the reasons that the plan gives for their positions. */
  readonly steps: readonly { readonly address: string; readonly because: string }[];
  /** Errors and refused positions. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Plans each skeleton with `plugin` as the only plugin. Returns the positions of the plugin's passes, or the reasons
 * why the pipeline does not resolve.
 *
 * @throws UsageError PWT0605 if an argument is invalid, or if a setting is unknown.
 */
export async function tryOnSkeletons(
  plugin: string | URL,
  settings: {
    readonly skeletons?: readonly Skeleton[];
    readonly options?: { readonly [name: string]: unknown };
  } = {},
): Promise<readonly SkeletonTrial[]> {
  checkArgument("tryOnSkeletons", "plugin", plugin, mustBePath);
  checkArgument("tryOnSkeletons", "settings", settings, mustBeTrialSettings);
  const { skeletons = all, options = {} } = settings;
  const folder = folderOf(plugin);
  const project = new Project();
  try {
    const trials: SkeletonTrial[] = [];
    for (const skeleton of skeletons) {
      const config = project.addConfig(project.addSkeleton(skeleton), [[folder, options]]);
      // Plans one skeleton at a time, because all plans load the same plugin.
      const { session, diagnostics } = await loadSession({ config, cwd: folder });
      const own = session?.plan?.steps.filter(({ origin }) => origin.kind === "plugin") ?? [];
      trials.push({
        skeleton: skeleton.name,
        resolves: session?.plan !== undefined,
        steps: own.map(({ address, because }) => ({ address, because })),
        diagnostics,
      });
    }
    return trials;
  } finally {
    project.remove();
  }
}

/**
 * Formats the results: one line per skeleton, followed by the steps.
 *
 * @throws UsageError PWT0605 if `trials` is not a result of `tryOnSkeletons`, for example if `await` is missing.
 */
export function printTrials(trials: readonly SkeletonTrial[]): string {
  checkArgument("printTrials", "trials", trials, mustBeTrials);
  return trials
    .flatMap(({ skeleton, resolves, steps, diagnostics }) => {
      const error = diagnostics.find(({ severity }) => severity === "error");
      const why = error === undefined ? "" : `: ${error.code} ${error.message}`;
      const head = resolves ? `${skeleton}: resolves` : `${skeleton}: does not resolve${why}`;
      return [head, ...(resolves ? steps.map(({ address, because }) => `  ${address}  ${because}`) : [])];
    })
    .map((line) => `${escapeControlCharacters(line)}\n`)
    .join("");
}
