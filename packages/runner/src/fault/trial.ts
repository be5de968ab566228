import { BugError, diagnosticOf, errorDiagnostic, groupIn, isThrown } from "@passwright/core";
import type {
  Diagnostic,
  Instrumentation,
  InstrumentedRun,
  IrAdapter,
  ManagerRunResult,
  OpPassManager,
  Pass,
  Rewrite,
} from "@passwright/core";
import type { Plan, PlanStep } from "@passwright/builder";
import { afterRun, beforeRun, thrownText } from "@passwright/sdk/loading";
import type { Assembly } from "@passwright/sdk/loading";
import { recorded } from "../recorded-run.ts";

/** Input of one run of a pipeline. */
export interface TrialInput {
  /** Name of the input. */
  readonly file: string;
  /** Text of the input, or its bytes in binary form. */
  readonly content: string | Uint8Array;
  /** Accepts operations of unregistered dialects. */
  readonly allowUnregistered?: boolean;
}

/** Outcome of a run of a pipeline on an input. */
export interface TrialOutcome {
  /** Whether the input was parsed, all passes succeeded, and the result was printed. */
  readonly ok: boolean;
  /** Printed result. Absent if the run failed. */
  readonly output?: string;
  /** Whether the verifier accepted the result. */
  readonly isValid: boolean;
  /** Errors, warnings and remarks of the run. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Step of a pipeline or graph. */
export interface TrialStep {
  /** Address of the step. In a graph, the address starts with the path of the pipeline: `middle/cse`. */
  readonly address: string;
  readonly step: PlanStep;
  /**
   * Whether the pipeline can run without the step. False for conversions, for providers of values and, in a graph, for
   * members of groups.
   */
  readonly canSkip: boolean;
}

/** Settings of one run. */
export interface TrialSettings {
  /** Returns whether the run omits the step `address` on the operation `op`. */
  readonly skips?: (address: string, op: object, ir: IrAdapter<object>) => boolean;
  /** Called before and after the step `address` runs on the operation `op`. `ir` is the adapter of the current IR. */
  readonly onStep?: (when: "before" | "after", address: string, op: object, ir: IrAdapter<object>) => void;
  /** Called for each rewrite that a step tries. Applies the rewrite, or returns `undefined` to omit the rewrite. */
  readonly tryRewrite?: (
    address: string,
    rewrite: Rewrite<object>,
    ir: IrAdapter<object>,
    apply: () => readonly object[] | undefined,
  ) => readonly object[] | undefined;
  /**
   * Addresses of the members of groups to leave out. A group runs all its members together, so a run without some
   * members needs a plan without them.
   */
  readonly withoutMembers?: ReadonlySet<string>;
}

/** Returns the plans of an assembly, with the paths of their pipelines in a graph. */
export function plansOf(assembly: Assembly): readonly { readonly path?: string; readonly plan: Plan }[] {
  const { plan, graph } = assembly;
  if (plan !== undefined) return [{ plan }];
  return (graph?.pipelines ?? []).flatMap(({ path, plan: own }) => (own === undefined ? [] : [{ path, plan: own }]));
}

/** Returns the steps of an assembly in the order of the plan, without extension points. */
export function stepsOf(assembly: Assembly): readonly TrialStep[] {
  const { catalogue } = assembly.work;
  return plansOf(assembly).flatMap(({ path, plan }) =>
    plan.steps.flatMap((step): TrialStep[] => {
      if (step.kind !== "pass") return [];
      const { to, provides = [], values = {} } = catalogue.find(step.pass)?.declaration ?? {};
      const isInGraph = path !== undefined;
      const isFixed = to !== undefined || (isInGraph && isMember(step));
      const canSkip = !isFixed && !provides.some((property) => Object.hasOwn(values, property));
      return [{ address: path === undefined ? step.address : `${path}/${step.address}`, step, canSkip }];
    }),
  );
}

/** Returns whether a step is a member of a group. */
export function isMember({ nests }: PlanStep): boolean {
  return nests.some(({ anchor }) => groupIn(anchor) !== undefined);
}

/** Parses an input, runs an assembly on the parsed input, and prints and verifies the result. */
export async function runTrial(
  assembly: Assembly,
  input: TrialInput,
  settings: TrialSettings = {},
): Promise<TrialOutcome> {
  const failed = (diagnostics: readonly Diagnostic[]): TrialOutcome => ({ ok: false, isValid: true, diagnostics });
  const { file, content } = input;
  const parsed = assembly.parse(content, input);
  if (!parsed.ok) return failed(parsed.diagnostics);
  try {
    const ran = await runRoot(assembly, parsed.root as object, file, settings);
    const { succeeded, diagnostics, root, ir } = ran;
    if (!succeeded) return failed(diagnostics);
    const invalid: Diagnostic[] = [];
    const isValid = ir.verify?.(root, { recursive: true }, (one) => invalid.push(one)) ?? true;
    const output = ir.print?.(root, {}) ?? "";
    return { ok: true, output, isValid, diagnostics: [...diagnostics, ...invalid] };
  } catch (thrown) {
    if (isThrown(thrown, BugError)) throw thrown;
    return failed([diagnosticOf(thrown) ?? adapterThrew(thrown)]);
  }
}

/** Reports an exception of the IR's adapter with the same code as `passwright run`. */
function adapterThrew(thrown: unknown): Diagnostic {
  return errorDiagnostic("PWR0108", `the adapter of the IR threw an exception: ${thrownText(thrown)}`, []);
}

async function runRoot(
  assembly: Assembly,
  root: object,
  input: string,
  settings: TrialSettings,
): Promise<ManagerRunResult> {
  const { ir } = assembly.input.framework.framework;
  const refused = (diagnostics: readonly Diagnostic[]): ManagerRunResult => ({
    succeeded: false,
    diagnostics,
    failures: [],
    root,
    ir,
  });
  const refusal = (await assembly.loadIrs()) ?? beforeRun(assembly.work, root);
  if (refusal !== undefined) return refused([refusal]);
  const hooks = [...assembly.input.instrumentations];
  if (assembly.graph !== undefined) {
    const made = assembly.realizeSchedule();
    if (!made.ok) return refused(made.diagnostics);
    const { schedule } = made;
    hooks.push(watchOf(addressesIn(assembly, schedule.pipelines), settings));
    const runs = {
      get atWork() {
        return schedule.atWork;
      },
      addInstrumentation: (one: Instrumentation<object>) => hooks.push(one),
    };
    const run = () => schedule.runAsync(root, { input, instrumentations: hooks });
    return afterRun(assembly.work, root, await recorded(runs, input, run));
  }
  const { plan } = assembly;
  const without = settings.withoutMembers ?? new Set();
  const cut = plan && { ...plan, steps: plan.steps.filter((step) => !(isMember(step) && without.has(step.address))) };
  const made = assembly.realizeManager({ plan: cut });
  if (!made.ok) return refused(made.diagnostics);
  const { manager } = made;
  for (const one of [...hooks, watchOf(addressesIn(assembly, [{ manager, plan: cut }]), settings)])
    manager.addInstrumentation(one);
  return afterRun(assembly.work, root, await recorded(manager, input, () => manager.runAsync(root, { input })));
}

/** Maps passes to addresses of steps. Each manager contains its passes in the order of the plan. */
function addressesIn(
  assembly: Assembly,
  managers: readonly {
    readonly path?: string;
    readonly manager: OpPassManager<object>;
    readonly plan?: Plan | undefined;
  }[],
): ReadonlyMap<unknown, string> {
  const addresses = new Map<unknown, string>();
  for (const { path, manager, plan } of managers) {
    const own = plan ?? plansOf(assembly).find((one) => one.path === path)?.plan;
    const steps = own?.steps.filter(({ kind }) => kind === "pass") ?? [];
    let index = 0;
    manager.forEachPass((pass) => {
      const address = steps[index++]?.address;
      if (address !== undefined) addresses.set(pass, path === undefined ? address : `${path}/${address}`);
    });
  }
  return addresses;
}

function watchOf(
  addresses: ReadonlyMap<unknown, string>,
  { skips, onStep, tryRewrite }: TrialSettings,
): Instrumentation<object> {
  let run: InstrumentedRun<object> | undefined;
  /** Address of the step that is running. A dynamic pipeline belongs to the step that runs this pipeline. */
  let running: string | undefined;
  const current = (): IrAdapter<object> => (run as InstrumentedRun<object>).adapter;
  const notify = (when: "before" | "after", passes: readonly unknown[] | undefined, op: object): void => {
    for (const pass of passes ?? []) {
      const address = addresses.get(pass);
      if (address === undefined) continue;
      running = when === "before" ? address : undefined;
      onStep?.(when, address, op, current());
    }
  };
  return {
    name: "trial",
    beforeRun: (_, started) => void (run = started),
    ...(skips && {
      skipsPass: (pass: Pass<object>, op: object) => {
        const address = addresses.get(pass);
        return address !== undefined && skips(address, op, current());
      },
    }),
    ...(tryRewrite && {
      applyRewrite: (_pass: Pass<object>, rewrite: Rewrite<object>, apply: () => readonly object[] | undefined) =>
        running === undefined ? apply() : tryRewrite(running, rewrite, current(), apply),
    }),
    ...((onStep ?? tryRewrite) && {
      beforePass: ({ passes }, op) => notify("before", passes, op),
      afterPass: ({ passes }, op) => notify("after", passes, op),
      afterPassFailed: ({ passes }, op) => notify("after", passes, op),
    }),
  };
}
