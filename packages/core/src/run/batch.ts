import type { Diagnostic } from "../diagnostic.ts";
import { definePass } from "../define-pass.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import { OpPassManager } from "../pass.ts";
import type { Pass, PassBatch } from "../pass.ts";
import type { PassDeclaration } from "../pass-declaration.ts";
import { keptValues } from "./run-values.ts";
import { GroupStep } from "./group-step.ts";
import { AdaptorStep, PassStep } from "./program.ts";
import type { Program, Step } from "./program.ts";

/**
 * Several passes that run in one call, as one step of the loop. Used only without hooks around passes, so that it has
 * no observable effect.
 */
export class BatchStep<Op extends object> extends PassStep<Op> {
  readonly batch: PassBatch<Op>;
  /** Passes of the step, in a manager with the anchor of the original one. */
  readonly group: OpPassManager<Op>;

  constructor(batch: PassBatch<Op>, group: OpPassManager<Op>, adapter: IrAdapter<Op>) {
    const declarations = declarationsOf(group);
    const names = declarations.map(({ name }) => name).join(",");
    const blame = (pass: Pass<Op>): void => {
      this.argument = pass.declaration.name;
    };
    const pass = definePass<Op>({
      name: "batch",
      preserves: keptValues(declarations),
      ...(batch.prepare === undefined ? {} : { initialize: () => prepareAll(batch, group) }),
      runOnOperation: (op, context) => {
        this.argument = names;
        return batch.run(op, group, { pass: context, blame });
      },
    });
    super(pass.create(), adapter);
    this.argument = names;
    this.batch = batch;
    this.group = group;
  }
}

/**
 * Replaces neighboring steps that share a batch by one step. If the batch accepts nested managers, includes those whose
 * passes all belong to it.
 */
export function batchSteps<Op extends object>(
  steps: readonly Step<Op>[],
  anchor: string,
  adapter: IrAdapter<Op>,
  isAllowed: (batch: PassBatch<Op>) => boolean,
  /** Minimum number of steps in a batch. */
  least = 2,
): Step<Op>[] {
  const result: Step<Op>[] = [];
  for (let at = 0; at < steps.length;) {
    const batch = batchOf(steps[at] as Step<Op>);
    let end = at + 1;
    if (batch !== undefined) while (end < steps.length && batchOf(steps[end] as Step<Op>) === batch) end++;
    const run = steps.slice(at, end);
    const isWorthIt = run.length >= least || run[0]?.isAdaptor === true;
    if (batch !== undefined && isWorthIt && isAllowed(batch)) {
      result.push(new BatchStep(batch, groupOf(run, anchor), adapter));
    } else result.push(...run);
    at = end;
  }
  return result;
}

/** Returns the batch that can run a whole step, or `undefined`. */
function batchOf<Op extends object>(step: Step<Op>): PassBatch<Op> | undefined {
  if (step instanceof BatchStep) return step.batch as PassBatch<Op>;
  if (step instanceof AdaptorStep) {
    if (step.isEverywhere) return undefined;
    const found = new Set(step.programs.flatMap((program) => program.steps.map(batchOf)));
    const [batch] = found;
    return found.size === 1 && batch?.takesNested === true ? batch : undefined;
  }
  const { declaration, body } = step.pass;
  // The loop applies filters, `worksOn` and `initialize`, so such passes run alone.
  const isPlain =
    (declaration.interface ?? declaration.worksOn ?? declaration.values ?? body.canScheduleOn ?? body.initialize) ===
    undefined;
  return isPlain ? body.batch : undefined;
}

function prepareAll<Op extends object>(batch: PassBatch<Op>, group: OpPassManager<Op>): Diagnostic | undefined {
  let found: Diagnostic | undefined;
  group.forEachPass((pass) => {
    if (found !== undefined) return;
    const problem = batch.prepare?.(pass);
    if (problem !== undefined) found = { step: pass.declaration.name, ...problem };
  });
  return found;
}

/** Returns a manager with the passes of several steps. */
export function groupOf<Op extends object>(steps: readonly Step<Op>[], anchor: string): OpPassManager<Op> {
  const manager = new OpPassManager<Op>(anchor);
  for (const step of steps) addTo(manager, step);
  return manager;
}

function addTo<Op extends object>(manager: OpPassManager<Op>, step: Step<Op>): void {
  if (step instanceof BatchStep) {
    manager.append(step.group as OpPassManager<Op>);
  } else if (step instanceof AdaptorStep) {
    for (const program of step.programs as readonly Program<Op>[])
      manager.addNested(groupOf(program.steps, program.anchorText));
  } else if (step instanceof GroupStep) manager.addNested(step.group as OpPassManager<Op>);
  else manager.addPass(step.pass);
}

function declarationsOf<Op extends object>(manager: OpPassManager<Op>): PassDeclaration[] {
  const declarations: PassDeclaration[] = [];
  manager.forEachPass(({ declaration }) => declarations.push(declaration));
  return declarations;
}
