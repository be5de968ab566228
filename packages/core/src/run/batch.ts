import type { Diagnostic } from "../diagnostic.ts";
import type { IrAdapter } from "../ir-adapter.ts";
import type { OpPassManager, Pass, PassBatch } from "../pass.ts";
import type { PassDeclaration } from "../pass-declaration.ts";
import { groupOf, makeOwnPass } from "./own-pass.ts";
import { keptValues } from "./kept-values.ts";
import { AdaptorStep, PassStep } from "./program.ts";
import type { Step } from "./program.ts";

/** Runs several passes in one call of their batch. Used only in runs without instrumentations. */
export class BatchStep<Op extends object> extends PassStep<Op> {
  readonly batch: PassBatch<Op>;
  declare readonly group: OpPassManager<Op>;

  constructor(batch: PassBatch<Op>, group: OpPassManager<Op>, adapter: IrAdapter<Op>) {
    const declarations: PassDeclaration[] = [];
    group.forEachPass(({ declaration }) => declarations.push(declaration));
    const names = declarations.map(({ name }) => name).join(",");
    const blame = (pass: Pass<Op>): void => {
      this.argument = pass.declaration.name;
    };
    const pass = makeOwnPass<Op>(
      { name: "batch", preserves: keptValues(declarations) },
      {
        ...(batch.prepare === undefined ? {} : { initialize: () => prepareAll(batch, group) }),
        runOnOperation: (op, context) => {
          this.argument = names;
          return batch.run(op, group, { pass: context, blame });
        },
      },
    );
    super(pass, adapter, undefined, group);
    this.argument = names;
    this.batch = batch;
  }
}

/** Merges adjacent steps that have the same batch. Also merges nested managers if the batch accepts them. */
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

function batchOf<Op extends object>(step: Step<Op>): PassBatch<Op> | undefined {
  if (step instanceof BatchStep) return step.batch as PassBatch<Op>;
  if (step instanceof AdaptorStep) {
    if (step.isEverywhere) return undefined;
    const found = new Set(step.programs.flatMap((program) => program.steps.map(batchOf)));
    const [batch] = found;
    return found.size === 1 && batch?.takesNested === true ? batch : undefined;
  }
  const { declaration, body } = step.pass;
  // A batch does not apply filters, `worksOn`, values and `initialize`, so passes with any of these run alone.
  const isPlain =
    (declaration.interface ?? declaration.worksOn ?? declaration.values ?? body.canScheduleOn ?? body.initialize) ===
    undefined;
  return isPlain ? body.batch : undefined;
}

/** Returns the first diagnostic that `prepare` of the batch returns for a pass in `group`, or `undefined`. */
export function prepareAll<Op extends object>(batch: PassBatch<Op>, group: OpPassManager<Op>): Diagnostic | undefined {
  let found: Diagnostic | undefined;
  group.forEachPass((pass) => {
    if (found !== undefined) return;
    const problem = batch.prepare?.(pass);
    if (problem !== undefined) found = { step: pass.declaration.name, ...problem };
  });
  return found;
}
