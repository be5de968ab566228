import type { Operation } from "@passwright/ir";
import { defineAnalysis } from "@passwright/sdk";
import type { Analysis } from "@passwright/sdk";

/** How many operations a unit takes in one cycle. */
export interface Target {
  readonly slots: number;
}

/** What the device is like: computed once for a gpu.module, and there for the functions in it as long as that is at work. */
export const targetQuery: Analysis<Operation, Target> = defineAnalysis({
  name: "tileiras/TargetQuery",
  summary: "What the device can do in one cycle",
  compute(op: Operation) {
    const slots = op.getAttr("slots");
    return { slots: slots === undefined ? 1 : Number.parseInt(slots.toString(), 10) };
  },
});

/** When each operation of a function starts, and how long until the next iteration may. */
export interface Schedule {
  readonly cycleOf: ReadonlyMap<Operation, number>;
  readonly initiationInterval: number;
}

const LATENCY: { readonly [name: string]: number } = { "nv_tileaa.load": 4, "nv_tileaa.mma": 2, "nv_tileaa.store": 1 };

const unitOf = ({ name }: Operation): string => (name === "nv_tileaa.mma" ? "tensor" : "memory");

/**
 * A modulo schedule in two steps: the interval is what the busiest unit needs; then each operation, in the order of the text,
 * goes where its operands are there and its unit has a slot left.
 */
export const scheduleAnalysis: Analysis<Operation, Schedule> = defineAnalysis({
  name: "ScheduleAnalysis",
  summary: "When each operation of a function starts",
  compute(func: Operation, analyses) {
    const device = func.parentOp;
    const target = device === undefined ? undefined : analyses.getCachedParentAnalysis(targetQuery, device);
    const slots = target?.slots ?? 1;
    const body = func.regions[0]?.front?.operations ?? [];
    const busy = new Map<string, number>();
    for (const op of body) busy.set(unitOf(op), (busy.get(unitOf(op)) ?? 0) + 1);
    const initiationInterval = Math.max(1, ...[...busy.values()].map((count) => Math.ceil(count / slots)));
    const taken = new Map<string, number>();
    const cycleOf = new Map<Operation, number>();
    for (const op of body) {
      let cycle = 0;
      for (const { definingOp } of op.operands) {
        if (definingOp === undefined) continue;
        cycle = Math.max(cycle, (cycleOf.get(definingOp) ?? 0) + (LATENCY[definingOp.name] ?? 1));
      }
      const slotAt = (at: number): string => `${unitOf(op)} ${at % initiationInterval}`;
      while ((taken.get(slotAt(cycle)) ?? 0) >= slots) cycle++;
      taken.set(slotAt(cycle), (taken.get(slotAt(cycle)) ?? 0) + 1);
      cycleOf.set(op, cycle);
    }
    return { cycleOf, initiationInterval };
  },
});
