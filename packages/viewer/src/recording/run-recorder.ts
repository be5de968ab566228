import type { Plan } from "@passwright/builder";
import { skipSearchOf } from "@passwright/core";
import type {
  InstrumentedPass,
  InstrumentedRun,
  Instrumentation,
  IrAdapter,
  OpPassManager,
  Pass,
} from "@passwright/core";
import type { StatisticValue } from "@passwright/instrument";
import type { RecordedStep, RecordedVisit, Recording } from "./recording.ts";
import { labelOf, Printer, sectionsOf, withParts } from "./sections.ts";
import type { ChangedPart, Section } from "./sections.ts";
import { SnapshotStore } from "./snapshots.ts";
import { StepTexts } from "./step-texts.ts";
import { TextStore } from "./texts.ts";

declare const performance: { now(): number };

/**
 * Maximum number of characters that a run prints to find the changes of nested steps, if the adapter prints only roots.
 * To find a change of an operation, the adapter must then print the whole root.
 */
const MOST_PRINTED = 20_000_000;

/** Manager to record, with its plan and, in a graph, the path of its pipeline. */
export interface RecordedManager {
  /** Path of the pipeline, in a graph. */
  readonly path?: string;
  /** Manager that runs the pipeline. */
  readonly manager: OpPassManager<object>;
  /** Plan of the pipeline. */
  readonly plan?: Plan | undefined;
}

/** Pass of a plan. */
interface Place {
  readonly address: string;
  readonly pass: Pass<object>;
  /** Index of the pass among the passes of the plan. */
  readonly index: number;
  readonly path?: string;
}

/** State of the IR between two steps. */
interface State {
  /** Index of the snapshot. */
  readonly snapshot: number;
  readonly chunks: readonly number[];
  readonly sections: readonly Section[];
}

/** Steps of the plan that run now. `places` is empty for a pass that is not recorded. */
interface Frame {
  readonly places: readonly Place[];
  readonly isAdaptor: boolean;
  readonly fingerprint: unknown;
  readonly text: string;
  readonly start: number;
}

/** Measurements of one step inside a nested pipeline. */
interface NestedStep {
  readonly places: readonly Place[];
  milliseconds: number;
  operations: number;
  failed: boolean;
  readonly parts: ChangedPart[];
}

/** Records the effects of the steps of a plan on one input at a time. */
export class RunRecorder implements Instrumentation<object> {
  /** Name of the instrumentation in diagnostics. */
  readonly name = "recording";
  readonly #places = new Map<unknown, Place>();
  readonly #texts = new TextStore();
  readonly #snapshots = new SnapshotStore();
  readonly #printer = new Printer();
  readonly #frames: Frame[] = [];
  readonly #counted = new Map<Pass<object>, readonly number[]>();
  #visits: { pipeline?: string; steps: RecordedStep[] }[] = [];
  #run: InstrumentedRun<object> | undefined;
  #root: object = {};
  #state: State | undefined;
  #nested: Map<number, NestedStep> | undefined;
  #stepTexts: StepTexts | undefined;
  /** Remaining number of characters that this run is allowed to print to find the changes of nested steps. */
  #unprinted = 0;

  constructor(managers: readonly RecordedManager[]) {
    for (const { path, manager, plan } of managers) {
      const steps = plan?.steps.filter(({ kind }) => kind === "pass");
      let index = 0;
      manager.forEachPass((pass) => {
        const address = steps?.[index]?.address ?? pass.declaration.name;
        this.#places.set(pass, { address, pass, index: index++, ...(path === undefined ? {} : { path }) });
      });
    }
  }

  /** Returns the snapshots and texts to which the recorded runs refer. */
  recorded(): Pick<Recording, "snapshots" | "texts"> {
    return { snapshots: this.#snapshots.snapshots, texts: this.#texts.texts };
  }

  /** Returns the executions that were recorded since the last call of this function. */
  take(): readonly RecordedVisit[] {
    const visits = this.#visits.filter(({ steps }) => steps.length > 0);
    this.#visits = [];
    this.#frames.length = 0;
    this.#nested = undefined;
    return visits;
  }

  /** Starts recording a run. */
  beforeRun(op: object, run: InstrumentedRun<object>): void {
    this.#run = run;
    this.#root = op;
    this.#frames.length = 0;
    this.#nested = undefined;
    this.#unprinted = MOST_PRINTED;
    this.#visits.push({ steps: [] });
    this.#state = this.#stateOf(this.#sectionsNow());
  }

  /** Ends recording a run. */
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

  /** Records the IR before a pass, and starts a timer. */
  beforePass(pass: InstrumentedPass, op: object): void {
    const planned = (pass.passes ?? []).flatMap((one) => this.#places.get(one) ?? []);
    const [first] = planned;
    const places = planned.length === 1 && first !== undefined && this.#skips(first.pass, op) ? [] : planned;
    if (pass.isAdaptor && this.#frames.length === 0) {
      this.#nested = new Map();
      this.#stepTexts = undefined;
    }
    const isWatched = places.length > 0;
    this.#frames.push({
      places,
      isAdaptor: pass.isAdaptor,
      fingerprint: isWatched ? this.#fingerprint(op) : undefined,
      text: isWatched && this.#isNested && this.#printsOperations ? this.#printer.text(this.#adapter, op) : "",
      start: performance.now(),
    });
  }

  /** Records the IR after a pass. */
  afterPass(_pass: InstrumentedPass, op: object): void {
    this.#after(op, false);
  }

  /** Records the failure of a pass. */
  afterPassFailed(_pass: InstrumentedPass, op: object): void {
    this.#after(op, true);
  }

  #after(op: object, failed: boolean): void {
    const end = performance.now();
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
      const after = this.#printsOperations ? this.#printer.text(this.#adapter, op, failed) : "";
      // Ignores changes that the text does not show, such as changes of locations.
      if (this.#printsOperations ? after === frame.text : !this.#changesRoot(first, failed)) return;
      step.parts.push({ operation: labelOf(this.#adapter, op), before: frame.text, after });
      return;
    }
    const isConversion = frame.places.some((one) => one.pass.declaration.to !== undefined);
    const before = this.#state as State;
    this.#root = op;
    if (isChanged || isConversion) this.#state = this.#stateOf(this.#sectionsNow(failed));
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

  /** Returns whether a pass skips an operation because the operation does not contain anything to work on. */
  #skips(pass: Pass<object>, op: object): boolean {
    const search = skipSearchOf(pass, this.#adapter);
    return search !== undefined && !search.finds((this.#run as InstrumentedRun<object>).namesIn(op));
  }

  get #adapter(): IrAdapter<object> {
    return (this.#run as InstrumentedRun<object>).adapter;
  }

  /** Whether a nested pipeline of the plan is running, and not a dynamic pipeline of a pass. */
  get #isNested(): boolean {
    return this.#nested !== undefined;
  }

  /** Whether the adapter can print an operation without its root. */
  get #printsOperations(): boolean {
    return this.#adapter.prints !== "roots";
  }

  /**
   * Records the text of the root after a nested step changed an operation. Returns false if the text is known to be
   * unchanged.
   */
  #changesRoot({ index }: Place, failed: boolean): boolean {
    if (this.#unprinted < 0) return true;
    this.#stepTexts ??= new StepTexts(textOf((this.#state as State).sections));
    const text = this.#rootText(failed);
    this.#unprinted -= text.length;
    return this.#stepTexts.add(index, text);
  }

  #fingerprint(op: object): unknown {
    const adapter = this.#adapter;
    return adapter.fingerprint?.(op) ?? this.#printer.text(adapter, this.#printsOperations ? op : this.#root);
  }

  #sectionsNow(isBroken = false): readonly Section[] {
    const adapter = this.#adapter;
    return sectionsOf(adapter, this.#root, this.#rootText(isBroken), this.#printer);
  }

  /** Returns the text of the root. Every line has a line end, so that removing the last line changes no other line. */
  #rootText(isBroken: boolean): string {
    const text = this.#printer.text(this.#adapter, this.#root, isBroken);
    return text === "" ? text : `${text}\n`;
  }

  #stateOf(sections: readonly Section[]): State {
    const chunks = sections.map(({ label, text }) => this.#texts.add(text, label));
    return { snapshot: this.#snapshots.add(this.#adapter.name, chunks), chunks, sections };
  }

  #nestedStep(first: Place, places: readonly Place[]): NestedStep {
    const nested = this.#nested as Map<number, NestedStep>;
    let step = nested.get(first.index);
    if (step === undefined)
      nested.set(first.index, (step = { places, milliseconds: 0, operations: 0, failed: false, parts: [] }));
    return step;
  }

  /**
   * Records the steps of a nested pipeline. A nested pipeline runs all of its steps on one operation before it
   * continues with the next operation.
   */
  #endNested(): void {
    const steps = [...(this.#nested ?? [])].sort(([left], [right]) => left - right).map(([, step]) => step);
    this.#nested = undefined;
    const before = this.#state as State;
    const changing = steps.filter(({ parts }) => parts.length > 0);
    const now = changing.length > 0 ? this.#sectionsNow() : before.sections;
    const between = changing.length > 1 ? this.#statesBetween(before.sections, now, steps) : steps.map(() => now);
    const lastChange = steps.findLastIndex(({ parts }) => parts.length > 0);
    // Stores the texts in the order of the steps, because each text is stored as its difference from the previous text.
    let last = before;
    const states = between?.map((sections, index) => {
      if (steps[index]?.parts.length !== 0) last = this.#stateOf(index === lastChange ? now : sections);
      return last;
    });
    const after = states === undefined ? this.#stateOf(now) : last;
    this.#state = after;
    for (const [index, { places, milliseconds, operations, failed, parts }] of steps.entries()) {
      const state = states?.[index];
      const group = places.length > 1 ? places.map(({ address }) => address) : [];
      const together = state === undefined ? steps.flatMap((one) => one.places.map(({ address }) => address)) : group;
      for (const place of places)
        this.#add(place, {
          milliseconds,
          operations,
          changed: parts.map(({ operation }) => operation),
          ...(failed && { failed }),
          before: (states?.[index - 1] ?? before).snapshot,
          after: (state ?? after).snapshot,
          ...(together.length > 1 && { together }),
          ...(state === undefined && this.#printsOperations && { parts: parts.map((part) => this.#storedPart(part)) }),
        });
    }
  }

  #statesBetween(
    before: readonly Section[],
    now: readonly Section[],
    steps: readonly NestedStep[],
  ): readonly (readonly Section[])[] | undefined {
    if (this.#printsOperations) return statesBetween(before, now, steps);
    const texts = this.#stepTexts;
    if (texts === undefined || !texts.areKnown || this.#unprinted < 0) return undefined;
    return steps.map(({ places: [first] }) => [{ text: texts.after(first?.index ?? 0) }]);
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

  /** Returns the amounts by which the statistics of a pass increased since the last call of this function. */
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

/**
 * Returns the sections after each step, or `undefined` if the sections after the last step differ from the result of
 * the pipeline.
 */
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
  return textOf(last) === textOf(after) ? states : undefined;
}

function textOf(sections: readonly Section[]): string {
  return sections.map(({ text }) => text).join("");
}

/** Returns the operations with changed texts: operations with symbols or, if there are none, the root. */
function changedIn(old: State, now: State, root: string): readonly string[] {
  if (old.snapshot === now.snapshot) return [];
  const known = new Set(old.chunks);
  const labels = now.sections.flatMap(({ label }, index) =>
    label === undefined || known.has(now.chunks[index] ?? -1) ? [] : [label],
  );
  return labels.length > 0 ? labels : [root];
}
