import { PassManager } from "@passwright/core";
import type { IrAdapter, ManagerRunResult, RunOptions } from "@passwright/core";
import type { PlannedPipeline } from "../plan/graph-plan.ts";
import { RequestedJumps, refuseJumps } from "./requested-jumps.ts";
import { untakenJump } from "./run-errors.ts";

/**
 * Runs a slice of one pipeline in a graph. Reports jumps that the passes of the slice request, but does not take these
 * jumps.
 */
export class SliceManager<Op extends object> extends PassManager<Op> {
  readonly #pipeline: PlannedPipeline;

  /** Makes a manager without passes. */
  constructor(adapter: IrAdapter<Op>, anchor: string, pipeline: PlannedPipeline) {
    super(adapter, { anchor });
    this.#pipeline = pipeline;
  }

  override run(op: Op, options: RunOptions = {}): ManagerRunResult<Op> {
    const jumps = new RequestedJumps();
    return this.#judge(super.run(op, { ...options, ...jumps.hooks }), jumps, options);
  }

  override async runAsync(op: Op, options: RunOptions = {}): Promise<ManagerRunResult<Op>> {
    const jumps = new RequestedJumps();
    return this.#judge(await super.runAsync(op, { ...options, ...jumps.hooks }), jumps, options);
  }

  /** Returns `undefined`, because passes on text could leave the attribute of a jump in the text. */
  override runOnText(): undefined {
    return undefined;
  }

  #judge(ran: ManagerRunResult<Op>, jumps: RequestedJumps, { onDiagnostic }: RunOptions): ManagerRunResult<Op> {
    const requested = jumps.take(ran.root, ran.ir);
    const [first] = requested;
    if (!ran.succeeded || first === undefined) return ran;
    const { path } = this.#pipeline;
    const refused = refuseJumps(
      this.#pipeline,
      requested,
      this.#pipeline.jumps.map(({ to }) => to),
    );
    const found = refused ?? untakenJump(path, first);
    onDiagnostic?.(found);
    return { ...ran, succeeded: refused === undefined, diagnostics: [...ran.diagnostics, found] };
  }
}
