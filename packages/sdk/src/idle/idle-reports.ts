import { whereOf } from "@passwright/builder";
import type { LegalPlaces, Plan, PlanStep } from "@passwright/builder";
import { errorDiagnostic, isReportedIfIdle } from "@passwright/core";
import type { Diagnostic, OpPassManager } from "@passwright/core";
import { legalPositions } from "../explain/legal-positions.ts";
import type { Positionable } from "../explain/legal-positions.ts";
import type { AssemblyInput } from "../stages/input.ts";
import { IdleWatch } from "./idle-watch.ts";
import type { Idle } from "./idle-watch.ts";

type Whereabouts = Pick<Diagnostic, "at" | "plugin" | "pluginKind">;

/** Step that did not find any operations to work on in an input, because of the position of the step in the plan. */
export interface IdleStep {
  /** Address of the step. */
  readonly step: string;
  /** Name of the pass. */
  readonly pass: string;
  /** Path of the step's pipeline, in a graph. */
  readonly pipeline?: string;
  /** Contributor of the step, and the insertion that added the step. */
  readonly where: Whereabouts;
  /** Reason for the position of the step. */
  readonly because: string;
  /** Severity of the report. */
  readonly severity: "warning" | "error";
  /** Names of the operations that the pass looks for. Empty if the pass declares a predicate instead of names. */
  readonly worksOn: readonly string[];
  /** Address of an earlier step that removed the operations, or of a later step that created them. */
  readonly by: string;
  /** Path of the pipeline that contains `by`. `undefined` if `by` and the idle step are in the same pipeline. */
  readonly byPipeline: string | undefined;
  /** Whether the operations were removed before the idle step ran, or created after the idle step ran. */
  readonly how: "removed" | "created";
  /** Number of steps between the idle step and `by` in the plan. */
  readonly distance: number;
  /** Legal positions of the idle step at which the operations exist. */
  readonly positions: readonly IdlePosition[];
}

/** Range between two steps of the plan, by address. Without an address: the start or end of the pipeline. */
export interface IdlePosition {
  /** Last step before the range. */
  readonly after?: string;
  /** First step after the range. */
  readonly before?: string;
  /** Position for `insert` in a config, as a key and a value. Absent if a config cannot name it, as in a graph. */
  readonly entry?: string;
}

/** Number of inputs on which a step was idle, out of all inputs. */
export interface IdleInputs {
  /** Number of inputs on which the step was idle. */
  readonly count: number;
  /** Number of all inputs. */
  readonly total: number;
  /** Name of the first input on which the step was idle. */
  readonly first: string;
}

/** Manager of a run, with the path of its pipeline if the run has several pipelines. */
export interface RunningPipeline {
  /** Path of the pipeline. */
  readonly path?: string;
  /** Manager that runs. */
  readonly manager: OpPassManager<object>;
  /** Plan of the manager. */
  readonly plan?: Plan | undefined;
}

type Places = Pick<LegalPlaces, "ranges"> & { readonly pipeline?: string };

interface Place extends Pick<IdleStep, "step" | "where" | "because" | "pass" | "worksOn" | "severity"> {
  readonly pipeline: RunningPipeline;
}

/** Converts the findings of an {@link IdleWatch} to reports with steps of the plan and legal positions. */
export class IdleReports {
  /** Instrumentation to add to the run. */
  readonly watch: IdleWatch;
  readonly #places: readonly Place[];
  readonly #positionsFor: (pass: string) => readonly Places[];
  readonly #known = new Map<string, readonly Places[]>();

  constructor(
    { owner }: AssemblyInput,
    positionsFor: (pass: string) => readonly Places[],
    pipelines: readonly RunningPipeline[],
  ) {
    this.watch = new IdleWatch(pipelines.map(({ manager }) => manager));
    this.#positionsFor = positionsFor;
    const isStrict = owner.strict.includes("idle");
    this.#places = pipelines.flatMap((pipeline) => placesOf(pipeline, isStrict));
  }

  /** Returns and clears the idle steps of the last input. */
  take(): readonly IdleStep[] {
    return this.watch.take().map((idle) => this.#describe(idle));
  }

  #describe({ pass: index, by, madeBy }: Idle): IdleStep {
    const [place, other] = [this.#places[index], this.#places[by]] as [Place, Place];
    const maker = this.#places[madeBy ?? -1];
    const { pipeline, pass, step, worksOn, severity, where, because } = place;
    const isRemoved = by < index;
    const isHere = other.pipeline === pipeline;
    return {
      step,
      pass,
      ...(pipeline.path !== undefined && { pipeline: pipeline.path }),
      where,
      because,
      severity,
      worksOn,
      by: other.step,
      byPipeline: isHere ? undefined : other.pipeline.path,
      how: isRemoved ? "removed" : "created",
      distance: Math.abs(index - by),
      positions: isHere ? this.#positions(place, isRemoved ? maker : other, isRemoved ? other : undefined) : [],
    };
  }

  #positions({ pass, step, pipeline }: Place, from: Place | undefined, to: Place | undefined): readonly IdlePosition[] {
    let found = this.#known.get(pass);
    if (found === undefined) this.#known.set(pass, (found = this.#positionsFor(pass)));
    const steps = (pipeline.plan?.steps ?? []).filter(({ address }) => address !== step);
    const order = steps.map(({ address }) => address);
    const isBase = ({ kind, origin }: PlanStep): boolean => kind === "pass" && origin.kind === "framework";
    const base = new Set(steps.filter(isBase).map(({ address }) => address));
    const gapAfter = (address: string | undefined): number => order.indexOf(address ?? "") + 1;
    const gapBefore = (address: string | undefined): number => {
      const index = order.indexOf(address ?? "");
      return index < 0 ? order.length : index;
    };
    const isHere = (one: Place | undefined): string | undefined => (one?.pipeline === pipeline ? one.step : undefined);
    const ranges = found.find((one) => one.pipeline === pipeline.path)?.ranges ?? [];
    return ranges.flatMap(({ after, before, onlyAfterPrevious = [] }) => {
      const start = Math.max(gapAfter(after), gapAfter(isHere(from)));
      const end = Math.min(gapBefore(before), gapBefore(isHere(to)));
      if (start > end) return [];
      const [last, first] = [order[start - 1], order[end]];
      const canName = pipeline.path === undefined && [last, first].every((one) => one === undefined || base.has(one));
      const isIllegal = first !== undefined && onlyAfterPrevious.includes(first);
      const entry =
        first === undefined || isIllegal
          ? last === undefined
            ? "end: true"
            : `after: "${last}"`
          : `before: "${first}"`;
      return [
        {
          ...(last !== undefined && { after: last }),
          ...(first !== undefined && { before: first }),
          ...(canName && (!isIllegal || start === end) && { entry }),
        },
      ];
    });
  }
}

/** Returns an object that reports idle steps, or `undefined` if no pass declares `worksOn`. */
export function idleReportsOf(
  assembly: Positionable & { readonly input: AssemblyInput },
  pipelines: readonly RunningPipeline[],
): IdleReports | undefined {
  let isNeeded = false;
  for (const { manager } of pipelines)
    manager.forEachPass(({ declaration }) => (isNeeded ||= isReportedIfIdle(declaration)));
  return isNeeded ? new IdleReports(assembly.input, (pass) => legalPositions(assembly, pass), pipelines) : undefined;
}

function placesOf(pipeline: RunningPipeline, isStrict: boolean): Place[] {
  const places: Place[] = [];
  const steps = pipeline.plan?.steps.filter(({ kind }) => kind === "pass");
  pipeline.manager.forEachPass(({ declaration: { name, worksOn = [], idle = "warning" } }) => {
    const { address = name, origin, because = "" } = steps?.[places.length] ?? {};
    places.push({
      step: address,
      where: origin === undefined ? {} : whereOf(origin),
      because,
      pass: name,
      pipeline,
      worksOn: worksOn === "predicate" ? [] : worksOn,
      severity: isStrict || idle === "error" ? "error" : "warning",
    });
  });
  return places;
}

/** Makes the report of an idle step. For a run with several inputs, set `inputs`. */
export function idleDiagnostic(idle: IdleStep, inputs?: IdleInputs): Diagnostic {
  const { step, pass, pipeline, where, because, severity, worksOn, by, byPipeline, how, distance, positions } = idle;
  const what = worksOn.map((name) => `\`${name}\``).join(" or ") || "operation";
  const steps = `${distance} ${distance === 1 ? "step" : "steps"}`;
  const isRemoved = how === "removed";
  const why = isRemoved
    ? `removed the last matching operation ${steps} earlier`
    : `created the first matching operation ${steps} later`;
  const inPipeline = pipeline === undefined ? "" : ` in pipeline \`${pipeline}\``;
  const legal = `possible positions${inPipeline}: ${positions.map(positionText).join("; ") || "none"}`;
  const many = inputs && `affected inputs: ${inputs.count} of ${inputs.total}, for example ${inputs.first}`;
  const [position] = positions;
  const help =
    position !== undefined
      ? [
          `move \`${pass}\` to a position ${positionText(position)}${where.pluginKind === "framework" ? ` in the pipeline of \`${where.plugin}\`` : ""}`,
          where.plugin && !where.pluginKind
            ? `to move it without changing \`${where.plugin}\`, ${insertion(pass, position)} \`overrides: [{ ban: "${step}" }]\` to the config`
            : undefined,
        ]
      : byPipeline === undefined
        ? `remove \`${pass}\`, or the rule that keeps it ${isRemoved ? "after" : "before"} \`${by}\``
        : `move \`${pass}\` to pipeline \`${byPipeline}\`, ${isRemoved ? "before" : "after"} \`${by}\``;
  const notes = [because === "" ? undefined : `current position: ${because}`, legal, many];
  const facts = { severity, step, notes, ...where };
  return errorDiagnostic("PWL0420", `\`${pass}\` has no ${what} to process, because \`${by}\` ${why}`, help, facts);
}

function positionText({ after, before }: IdlePosition): string {
  const ends = [
    ...(after === undefined ? [] : [`after \`${after}\``]),
    ...(before === undefined ? [] : [`before \`${before}\``]),
  ];
  return ends.join(" and ");
}

function insertion(pass: string, { entry }: IdlePosition): string {
  return entry === undefined
    ? `insert \`${pass}\` next to a step of the framework, and add`
    : `add \`insert: [{ pass: ${pass}, ${entry} }]\` and`;
}
