import type { IrAdapter } from "../ir-adapter.ts";
import type { Program } from "./program.ts";
import { Parents } from "./parents.ts";
import { RunPrograms } from "./run-programs.ts";
import type { ProgramSettings } from "./run-programs.ts";
import { RunReporter } from "./run-reporter.ts";
import type { ReportSettings } from "./run-reporter.ts";
import { StepVerifier } from "./step-verifier.ts";

/** Data of a run for one part of the pipeline between conversions, which runs on one IR. */
export class IrScope<Op extends object> {
  readonly adapter: IrAdapter<Op>;
  readonly parents: Parents<Op>;
  readonly programs: RunPrograms<Op>;
  readonly reporter: RunReporter<Op>;
  readonly verifier: StepVerifier<Op>;
  /** Program of the part of the pipeline that runs on the IR. */
  program: Program<Op> | undefined = undefined;

  constructor(adapter: IrAdapter<Op>, report: ReportSettings, programs: ProgramSettings<Op>) {
    this.adapter = adapter;
    this.reporter = new RunReporter(adapter, report);
    this.parents = new Parents(adapter);
    this.verifier = new StepVerifier(adapter, this.parents, this.reporter);
    this.programs = new RunPrograms(adapter, this.reporter, programs);
  }
}
