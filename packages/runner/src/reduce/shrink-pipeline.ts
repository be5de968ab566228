import { assembleInput, Assembly } from "@passwright/sdk/loading";
import type { AssemblyInput } from "@passwright/sdk/loading";
import { stepsOf } from "../fault/trial.ts";
import { reducedInput, resolves, Variants } from "../fault/variants.ts";
import type { RemovableContribution } from "../fault/variants.ts";
import { dropParts } from "./drop-parts.ts";

/** Pipeline that contains only some of the contributions and steps of a larger pipeline. */
export interface SmallerPipeline {
  /** Assembly without the removed contributions. */
  readonly assembly: Assembly;
  /** Remaining contributions. */
  readonly kept: readonly RemovableContribution[];
  /** Addresses of the steps that overrides ban. */
  readonly banned: readonly string[];
}

/**
 * Removes contributions, and then steps, as long as `stillFails` holds. Resolves each candidate again, and skips
 * candidates that do not resolve.
 */
export async function shrinkPipeline(
  start: SmallerPipeline,
  input: AssemblyInput,
  stillFails: (pipeline: SmallerPipeline) => Promise<boolean>,
  jobs: number,
  onSmaller: (pipeline: SmallerPipeline) => void,
): Promise<void> {
  const variants = new Variants(input);
  let best = start;
  const found = new Map<ReadonlySet<number>, SmallerPipeline>();
  const attempt = async (dropped: ReadonlySet<number>, made: SmallerPipeline | undefined): Promise<boolean> => {
    if (made === undefined || !resolves(made.assembly) || !(await stillFails(made))) return false;
    found.set(dropped, made);
    return true;
  };
  const settle = (dropped: ReadonlySet<number>): void => {
    best = found.get(dropped) as SmallerPipeline;
    onSmaller(best);
  };
  const { kept, banned } = start;
  const contributions = variants.candidates.filter(({ text, kind }) =>
    kept.some((one) => one.text === text && one.kind === kind),
  );
  await dropParts(
    contributions.length,
    async (dropped) => {
      const wanted = contributions.filter((_, index) => !dropped.has(index));
      const { has } = await variants.with(wanted);
      return attempt(dropped, has.size > wanted.length ? undefined : pipelineOf(input, wanted, banned));
    },
    settle,
    jobs,
  );
  const left = best.kept;
  // Bans of steps whose contributions were removed have no effect.
  const unbanned = new Set(stepsOf(pipelineOf(input, left, []).assembly).map(({ step }) => step.address));
  const bans = banned.filter((address) => unbanned.has(address));
  if (bans.length < banned.length) onSmaller((best = pipelineOf(input, left, bans)));
  const steps = stepsOf(best.assembly);
  const isShorter = ({ assembly }: SmallerPipeline): boolean => stepsOf(assembly).length < steps.length;
  // Overrides cannot ban steps of a pipeline that a graph registers as a function.
  const addresses = [...new Set(steps.map(({ step }) => step.address))].filter((address) =>
    isShorter(pipelineOf(input, left, [...bans, address])),
  );
  await dropParts(
    addresses.length,
    (dropped) => {
      const more = addresses.filter((_, index) => dropped.has(index));
      return attempt(dropped, pipelineOf(input, left, [...bans, ...more]));
    },
    settle,
    jobs,
  );
}

/** Resolves the pipeline of an input that contains only some of its contributions, without some of the steps. */
function pipelineOf(
  input: AssemblyInput,
  kept: readonly RemovableContribution[],
  banned: readonly string[],
): SmallerPipeline {
  const reduced = reducedInput(input, kept);
  const { owner } = reduced;
  const overrides = banned.map((ban) => ({ data: { ban, reason: "reduced" }, file: owner.name }));
  const changed = { ...reduced, owner: { ...owner, overrides: [...owner.overrides, ...overrides] } };
  return { assembly: new Assembly(assembleInput(changed)), kept, banned };
}
