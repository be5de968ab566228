import { escapeControlCharacters } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { loadSession } from "@passwright/loader";
import { folderOf, Project } from "./project.ts";
import type { Skeleton } from "./skeleton.ts";
import { skeletons as all } from "./skeletons.ts";

/** How a plugin does on one skeleton. */
export interface SkeletonTrial {
  readonly skeleton: string;
  readonly resolves: boolean;
  /** Where its passes went, with the reasons that the plan gives. */
  readonly steps: readonly { readonly address: string; readonly because: string }[];
  /** Why it does not resolve, or what was refused on the way. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Plans a plugin, alone, on each skeleton: which resolve, where its passes go there, and why the others do not. */
export async function tryOnSkeletons(
  plugin: string | URL,
  settings: {
    readonly skeletons?: readonly Skeleton[];
    readonly options?: { readonly [name: string]: unknown };
  } = {},
): Promise<readonly SkeletonTrial[]> {
  const { skeletons = all, options = {} } = settings;
  const folder = folderOf(plugin);
  const project = new Project();
  try {
    const trials: SkeletonTrial[] = [];
    for (const skeleton of skeletons) {
      const config = project.addConfig(project.addSkeleton(skeleton), [[folder, options]]);
      // One after the other: they load the same module.
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

/** The trials as a table: a line per skeleton, with the steps or the first reason below it. */
export function printTrials(trials: readonly SkeletonTrial[]): string {
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
