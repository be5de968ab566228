import { BugError, isThrown } from "@passwright/core";
import type {
  Diagnostic,
  Instrumentation,
  IrAdapter,
  NestedExecutor,
  OpPassManager,
  Pass,
  PassAtWork,
  PassRegistry,
  ManagerRunResult,
  TextInput,
  TextRunOptions,
  TextRunResult,
} from "@passwright/core";
import type { TraceEvent } from "@passwright/graph";
import { keepCause, thrownText } from "@passwright/loader";
import type { Planned, Session } from "@passwright/loader";
import * as errors from "../errors.ts";

/** How everything of an executable runs. */
export interface ExecutableSettings {
  readonly verifyEach: boolean;
  /** Gets what passes print. */
  readonly output: (text: string) => void;
}

/** What a session has to run: one manager, or the schedule of a graph. */
export interface Executable {
  /** Its managers, with the name of their pipeline where there are several. */
  readonly managers: readonly { readonly path?: string; readonly manager: OpPassManager<object> }[];
  /** The IR that it is in while it runs, for instrumentations. */
  readonly ir: IrAdapter<object>;
  /** The IR that it ends with. */
  readonly lastIr: IrAdapter<object>;
  /** Where names of passes are looked up. */
  readonly registry: PassRegistry<object> | undefined;
  /** Runs nested pipelines elsewhere. */
  executor: NestedExecutor<object> | undefined;
  /** The pass that runs now. */
  readonly atWork: PassAtWork | undefined;
  forEachPass(visit: (pass: Pass<object>) => void): void;
  addInstrumentation(instrumentation: Instrumentation<object>): void;
  /** Runs on a text if no operations are needed for that. */
  runOnText?(text: TextInput, options: TextRunOptions & ExecutableSettings): TextRunResult | undefined;
  /** Runs on an operation; a schedule tells its way, too. */
  run(op: object, settings: ExecutableSettings): Promise<ManagerRunResult & { readonly trace?: readonly TraceEvent[] }>;
}

export type ExecutableResult =
  | { readonly ok: true; readonly executable: Executable }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Makes what a session has planned, or something else that it planned, ready to run. */
export async function makeExecutable(
  session: Session,
  planned: Planned | undefined = session,
): Promise<ExecutableResult> {
  return planned.graph === undefined ? ofManager(session, planned) : ofSchedule(session, planned);
}

async function ofManager(session: Session, planned: Planned): Promise<ExecutableResult> {
  const made = await session.makeManager(planned);
  if (!made.ok) return made;
  const { manager } = made;
  const executable: Executable = {
    managers: [{ manager }],
    ir: manager.runningAdapter,
    lastIr: manager.irs.at(-1) ?? manager.adapter,
    registry: manager.registry,
    executor: undefined,
    get atWork() {
      return manager.atWork;
    },
    forEachPass: (visit) => manager.forEachPass(visit),
    addInstrumentation: (instrumentation) => void manager.addInstrumentation(instrumentation),
    runOnText(text, options) {
      manager.verifyEach = options.verifyEach;
      return session.runOnText(manager, text, options);
    },
    run(op, { verifyEach, output }) {
      manager.verifyEach = verifyEach;
      manager.output = output;
      manager.executor = executable.executor;
      return guarded(session, op, () => session.run(manager, op));
    },
  };
  return { ok: true, executable };
}

async function ofSchedule(session: Session, planned: Planned): Promise<ExecutableResult> {
  const made = await session.makeSchedule(planned);
  if (!made.ok) return made;
  const { schedule, registry } = made;
  const instrumentations: Instrumentation<object>[] = [];
  const executable: Executable = {
    managers: schedule.pipelines,
    ir: schedule.adapter,
    lastIr: schedule.adapter,
    registry,
    executor: undefined,
    get atWork() {
      return schedule.atWork;
    },
    forEachPass: (visit) => schedule.forEachPass(visit),
    addInstrumentation: (instrumentation) => void instrumentations.push(instrumentation),
    run(op, settings) {
      const { executor } = executable;
      const how = { ...settings, registry, instrumentations, ...(executor === undefined ? {} : { executor }) };
      return guarded(session, op, () => session.runSchedule(schedule, op, how));
    },
  };
  return { ok: true, executable };
}

/** Runs, and blames the adapter for what comes through the run: whatever else can throw is reported by the run itself. */
async function guarded<T extends ManagerRunResult>(
  { framework }: Session,
  root: object,
  run: () => Promise<T>,
): Promise<T | ManagerRunResult> {
  try {
    return await run();
  } catch (thrown) {
    if (isThrown(thrown, BugError)) throw thrown;
    const { ir, name } = framework;
    const diagnostic = keepCause(errors.adapterThrewInRun(ir.name, name, thrownText(thrown)), thrown);
    return { succeeded: false, diagnostics: [diagnostic], failures: [], root, ir };
  }
}
