import type { Plan } from "@passwright/builder";
import type {
  InstrumentedPass,
  InstrumentedRun,
  Instrumentation,
  IrAdapter,
  OpPassManager,
  Pass,
} from "@passwright/core";
import type { Clock, StatisticValue } from "@passwright/instrument";
import type { RecordedStep, RecordedVisit, Snapshot } from "./recording.ts";
import { labelOf, Printer, sectionsOf, withParts } from "./sections.ts";
import type { ChangedPart, Section } from "./sections.ts";
import type { TextStore } from "./texts.ts";

/** Manager that runs, with its plan; in a graph, with the path of its pipeline. */
export interface RecordedManager {
  readonly path?: string;
  readonly manager: OpPassManager<object>;
  readonly plan?: Plan | undefined;
}

/** Pass of a plan. */
interface Place {
  readonly address: string;
  readonly pass: Pass<object>;
  /** Index among the passes of the plan. */
  readonly index: number;
  readonly path?: string;
}

/** State of the IR between two steps. */
interface State {
  readonly snapshot: Snapshot;
  readonly sections: readonly Section[];
}

/** Passes that run, or `undefined` for those that the plan does not contain. */
interface Frame {
  readonly places: readonly Place[];
  readonly isAdaptor: boolean;
  readonly fingerprint: unknown;
  readonly text: string;
  readonly start: number;
}

/** Work of one step inside a nested pipeline. */
interface NestedStep {
  readonly places: readonly Place[];
  milliseconds: number;
  operations: number;
  failed: boolean;
  readonly parts: ChangedPart[];
}

/** Records what the steps of a plan do to one input after the other. */
export class RunRecorder implements Instrumentation<object> {
  readonly name = "recording";
  readonly #places = new Map<unknown, Place>();
  readonly #texts: TextStore;
  readonly #clock: Clock;
  readonly #printer = new Printer();
  readonly #frames: Frame[] = [];
  readonly #counted = new Map<Pass<object>, readonly number[]>();
  #visits: { pipeline?: string; steps: RecordedStep[] }[] = [];
  #run: InstrumentedRun<object> | undefined;
  #root: object = {};
  #state: State | undefined;
  #nested: Map<number, NestedStep> | undefined;

  constructor(managers: readonly RecordedManager[], texts: TextStore, clock: Clock) {
    this.#texts = texts;
    this.#clock = clock;
    for (const { path, manager, plan } of managers) {
      const steps = plan?.steps.filter(({ kind }) => kind === "pass");
      let index = 0;
      manager.forEachPass((pass) => {
        const address = steps?.[index]?.address ?? pass.declaration.name;
        this.#places.set(pass, { address, pass, index: index++, ...(path === undefined ? {} : { path }) });
      });
    }
  }

  /** Returns what ran since the last call. */
  take(): readonly RecordedVisit[] {
    const visits = this.#visits.filter(({ steps }) => steps.length > 0);
    this.#visits = [];
    this.#frames.length = 0;
    this.#nested = undefined;
    return visits;
  }

  beforeRun(op: object, run: InstrumentedRun<object>): void {
    this.#run = run;
    this.#root = op;
    this.#frames.length = 0;
    this.#nested = undefined;
    this.#visits.push({ steps: [] });
    this.#state = this.#stateNow();
  }

  afterRun(): void {
    const steps = this.#visits.at(-1)?.steps ?? [];
    const places = new Map([...this.#places.values()].map((one) => [one.address, one]));
    for (const [index, step] of steps.entries()) {
      const place = places.get(step.step);
      const statistics = place === undefined ? [] : this.#newStatistics(place.pass);
      if (statistics.length > 0) steps[index] = { ...step, statistics };
    }
    this.#run = undefined;
  }

  beforePass(pass: InstrumentedPass, op: object): void {
    const places = (pass.passes ?? []).flatMap((one) => this.#places.get(one) ?? []);
    if (pass.isAdaptor && this.#frames.length === 0) this.#nested = new Map();
    const isWatched = places.length > 0;
    this.#frames.push({
      places,
      isAdaptor: pass.isAdaptor,
      fingerprint: isWatched ? this.#fingerprint(op) : undefined,
      text: isWatched && this.#isNested ? this.#printer.text(this.#adapter, op) : "",
      start: this.#clock(),
    });
  }

  afterPass(pass: InstrumentedPass, op: object): void {
    this.#after(pass, op, false);
  }

  afterPassFailed(pass: InstrumentedPass, op: object): void {
    this.#after(pass, op, true);
  }

  #after(_pass: InstrumentedPass, op: object, failed: boolean): void {
    const end = this.#clock();
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    if (frame.isAdaptor) {
      if (this.#frames.length === 0) this.#endNested();
      return;
    }
    const [first] = frame.places;
    if (first === undefined) return;
    const milliseconds = end - frame.start;
    const isChanged = this.#fingerprint(op) !== frame.fingerprint;
    if (this.#isNested) {
      const step = this.#nestedStep(first, frame.places);
      step.milliseconds += milliseconds;
      step.operations++;
      step.failed ||= failed;
      if (!isChanged) return;
      const after = this.#printer.text(this.#adapter, op, failed);
      // Locations and other parts that are not printed may have changed.
      if (after === frame.text) return;
      step.parts.push({ operation: labelOf(this.#adapter, op), before: frame.text, after });
      return;
    }
    const isConversion = frame.places.some((one) => one.pass.declaration.to !== undefined);
    const before = this.#state as State;
    this.#root = op;
    if (isChanged || isConversion) this.#state = this.#stateNow(failed);
    const changed =
      isChanged || isConversion ? changedIn(before, this.#state as State, labelOf(this.#adapter, op)) : [];
    const together = frame.places.length > 1 ? frame.places.map(({ address }) => address) : [];
    for (const place of frame.places)
      this.#add(place, {
        milliseconds,
        operations: 1,
        changed,
        ...(failed && { failed }),
        before: before.snapshot,
        after: (this.#state as State).snapshot,
        ...(together.length > 0 && { together }),
      });
  }

  get #adapter(): IrAdapter<object> {
    return (this.#run as InstrumentedRun<object>).adapter;
  }

  /** Whether a nested pipeline of the plan runs, not one that a pass runs. */
  get #isNested(): boolean {
    return this.#nested !== undefined;
  }

  #fingerprint(op: object): unknown {
    const adapter = this.#adapter;
    return adapter.fingerprint?.(op) ?? this.#printer.text(adapter, op);
  }

  #stateNow(isBroken = false): State {
    const adapter = this.#adapter;
    const text = this.#printer.text(adapter, this.#root, isBroken);
    return this.#stateOf(sectionsOf(adapter, this.#root, text, this.#printer));
  }

  #stateOf(sections: readonly Section[]): State {
    const chunks = sections.map(({ label, text }) => this.#texts.add(text, label));
    return { snapshot: { ir: this.#adapter.name, chunks }, sections };
  }

  #nestedStep(first: Place, places: readonly Place[]): NestedStep {
    const nested = this.#nested as Map<number, NestedStep>;
    let step = nested.get(first.index);
    if (step === undefined)
      nested.set(first.index, (step = { places, milliseconds: 0, operations: 0, failed: false, parts: [] }));
    return step;
  }

  /** Adds the steps of a nested pipeline. Each operation ran through all of them before the next one. */
  #endNested(): void {
    const steps = [...(this.#nested ?? [])].sort(([left], [right]) => left - right).map(([, step]) => step);
    this.#nested = undefined;
    const before = this.#state as State;
    const isChanged = steps.some(({ parts }) => parts.length > 0);
    const after = isChanged ? this.#stateNow() : before;
    const between = isChanged
      ? statesBetween(before.sections, after.sections, steps)
      : steps.map(() => before.sections);
    this.#state = after;
    let last = before;
    for (const [index, { places, milliseconds, operations, failed, parts }] of steps.entries()) {
      const sections = between?.[index];
      const isSame = parts.length === 0 || sections === undefined;
      const next =
        sections === undefined ? after : isSame ? last : index === steps.length - 1 ? after : this.#stateOf(sections);
      const group = places.length > 1 ? places.map(({ address }) => address) : [];
      const together =
        sections === undefined ? steps.flatMap((one) => one.places.map(({ address }) => address)) : group;
      for (const place of places)
        this.#add(place, {
          milliseconds,
          operations,
          changed: parts.map(({ operation }) => operation),
          ...(failed && { failed }),
          before: (sections === undefined ? before : last).snapshot,
          after: next.snapshot,
          ...(together.length > 1 && { together }),
          ...(sections === undefined && { parts: parts.map((part) => this.#storedPart(part)) }),
        });
      if (sections !== undefined) last = next;
    }
  }

  #storedPart({ operation, before, after }: ChangedPart): NonNullable<RecordedStep["parts"]>[number] {
    return { operation, before: this.#texts.add(before, operation), after: this.#texts.add(after, operation) };
  }

  #add({ address, path }: Place, step: Omit<RecordedStep, "step">): void {
    const visit = this.#visits.at(-1);
    if (visit === undefined) return;
    if (path !== undefined) visit.pipeline = path;
    visit.steps.push({ step: address, ...step });
  }

  /** Returns the statistics of a pass since the last call. */
  #newStatistics(pass: Pass<object>): StatisticValue[] {
    const counters = Object.values(pass.statistics);
    const old = this.#counted.get(pass) ?? [];
    this.#counted.set(
      pass,
      counters.map(({ value }) => value),
    );
    return counters.map(({ name, description, value }, index) => ({
      name,
      description,
      value: value - (old[index] ?? 0),
    }));
  }
}

/** Returns the sections after each step, or `undefined` if the last ones are not those that the pipeline left. */
function statesBetween(
  before: readonly Section[],
  after: readonly Section[],
  steps: readonly NestedStep[],
): readonly (readonly Section[])[] | undefined {
  const states: (readonly Section[])[] = [];
  let last = before;
  for (const { parts } of steps) {
    const next = withParts(last, parts);
    if (next === undefined) return undefined;
    states.push((last = next));
  }
  const textOf = (sections: readonly Section[]): string => sections.map(({ text }) => text).join("");
  return textOf(last) === textOf(after) ? states : undefined;
}

/** Returns the operations with changed texts: those with symbols, or the root. */
function changedIn({ snapshot: old }: State, { snapshot: now, sections }: State, root: string): readonly string[] {
  if (old.chunks.join() === now.chunks.join() && old.ir === now.ir) return [];
  const known = new Set(old.chunks);
  const labels = sections.flatMap(({ label }, index) =>
    label === undefined || known.has(now.chunks[index] ?? -1) ? [] : [label],
  );
  return labels.length > 0 ? labels : [root];
}
