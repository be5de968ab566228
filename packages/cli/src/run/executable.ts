import { BugError, diagnosticOf, isThrown, ownerText } from "@passwright/core";
import type {
  Diagnostic,
  Instrumentation,
  IrAdapter,
  ManagerRunResult,
  NestedExecutor,
  OpPassManager,
  Pass,
  PassAtWork,
  PassManager,
  PassRegistry,
  Result,
  TextInput,
  TextRunOptions,
  TextRunResult,
} from "@passwright/core";
import type { TraceEvent } from "@passwright/graph";
import { isRunWatched, keepCause, thrownText } from "@passwright/sdk/loading";
import type { Planned, Session } from "@passwright/loader";
import type { PassOwner } from "@passwright/sdk/loading";
import * as errors from "../errors/index.ts";

export interface ExecutableSettings {
  readonly verifyEach: boolean;
  readonly output: (text: string) => void;
}

/** Pipeline that can run: a manager, or the schedule of a graph. */
export interface Executable {
  /** Managers of the pipeline. In a graph, each manager has the path of its pipeline. */
  readonly managers: readonly { readonly path?: string; readonly manager: OpPassManager<object> }[];
  readonly ir: IrAdapter<object>;
  readonly lastIr: IrAdapter<object>;
  readonly registry: PassRegistry<object> | undefined;
  executor: NestedExecutor<object> | undefined;
  readonly atWork: PassAtWork | undefined;
  /** Returns the plugin or framework that provides a pass, or an empty object for a pass of a config. */
  ownerOf(pass: string): PassOwner;
  passes(): readonly Pass<object>[];
  addInstrumentation(instrumentation: Instrumentation<object>): void;
  /** Runs the pipeline on a text. Returns `undefined` if the pipeline can run only on operations. */
  runOnText?(text: TextInput, options: TextRunOptions & ExecutableSettings): TextRunResult | undefined;
  /** Runs the pipeline on an operation. For a graph, the result includes the trace. */
  run(
    op: object,
    settings: ExecutableSettings & { readonly input: string },
  ): Promise<ManagerRunResult & { readonly trace?: readonly TraceEvent[] }>;
}

export type ExecutableResult = Result<{ readonly executable: Executable }>;

export async function makeExecutable(
  session: Session,
  planned: Planned | undefined = session,
): Promise<ExecutableResult> {
  const isGraph = planned.graph !== undefined;
  const made = isGraph ? await session.makeSchedule(planned) : await session.makeManager(planned);
  if (!made.ok) return made;
  const [manager, schedule] = "manager" in made ? [made.manager, undefined] : [undefined, made.schedule];
  const runs = "manager" in made ? made.manager : made.schedule;
  const instrumentations: Instrumentation<object>[] = [];
  const executable: Executable = {
    managers: schedule?.pipelines ?? [{ manager: manager as PassManager<object> }],
    ir: runs.runningAdapter,
    lastIr: runs.irs.at(-1) ?? runs.adapter,
    registry: runs.registry,
    executor: undefined,
    get atWork() {
      return runs.atWork;
    },
    ownerOf: (pass) => ownerOf(session, pass),
    passes() {
      const passes: Pass<object>[] = [];
      runs.forEachPass((pass) => passes.push(pass));
      return passes;
    },
    addInstrumentation(one) {
      if (manager === undefined) instrumentations.push(one);
      else manager.addInstrumentation(one);
    },
    ...(manager && {
      runOnText(text: TextInput, options: TextRunOptions & ExecutableSettings) {
        manager.verifyEach = options.verifyEach;
        // The taps of hooks need an operation.
        const result = isRunWatched(session.assembly.work) ? undefined : manager.runOnText(text, options);
        // If the pipeline cannot run on this text, the pipeline cannot run on the text of any input.
        if (result === undefined) delete executable.runOnText;
        return result;
      },
    }),
    async run(op, { verifyEach, output, input }) {
      const { executor } = executable;
      const settings = { verifyEach, output, ...(executor && { executor }) };
      try {
        if (schedule !== undefined) return await session.run(schedule, op, { ...settings, input, instrumentations });
        return await session.run(Object.assign(manager as PassManager<object>, { ...settings, executor }), op, {
          input,
        });
      } catch (thrown) {
        // The run handles exceptions in passes, so that this exception comes from the adapter.
        const { framework } = session;
        const diagnostics = [adapterError(framework, thrown)];
        return { succeeded: false, diagnostics, failures: [], root: op, ir: framework.ir };
      }
    },
  };
  return { ok: true, executable };
}

function ownerOf({ assembly: { work } }: Session, pass: string): PassOwner {
  const owner = work.catalogue.find(pass)?.owner;
  if (owner === undefined) return {};
  const plugin = ownerText(owner);
  if (owner.name === work.owner.name) return { plugin, pluginKind: "framework" };
  return work.input.plugins.some(({ contributor }) => contributor.name === owner.name) ? { plugin } : {};
}

export function adapterError({ ir, name }: Session["framework"], thrown: unknown): Diagnostic {
  if (isThrown(thrown, BugError)) throw thrown;
  const diagnostic = diagnosticOf(thrown) ?? errors.adapterThrewInRun(ir.name, name, thrownText(thrown));
  return keepCause(diagnostic, thrown);
}
