import type { Operation } from "@passwright/ir";
import { defineAnalysis } from "@passwright/sdk";
import type { Analysis } from "@passwright/sdk";

/** Number of operations that each unit can start per cycle. */
export interface Target {
  readonly slots: number;
}

/**
 * Analysis that returns properties of the device. The analysis is computed once per gpu.module, and passes on functions
 * in this module can use the result.
 */
export const targetQuery: Analysis<Operation, Target> = defineAnalysis({
  name: "tileiras/TargetQuery",
  summary: "What the device can do in one cycle",
  compute(op: Operation) {
    const slots = op.getAttr("slots");
    return { slots: slots === undefined ? 1 : Number.parseInt(slots.toString(), 10) };
  },
});

/** Start cycle of each operation in a function, and the interval between the starts of two iterations. */
export interface Schedule {
  readonly cycleOf: ReadonlyMap<Operation, number>;
  readonly initiationInterval: number;
}

const LATENCY: { readonly [name: string]: number } = { "nv_tileaa.load": 4, "nv_tileaa.mma": 2, "nv_tileaa.store": 1 };

const unitOf = ({ name }: Operation): string => (name === "nv_tileaa.mma" ? "tensor" : "memory");

/**
 * Analysis that computes a modulo schedule in two steps. First, the interval is set to the minimum for the busiest
 * unit. Then each operation, in text order, gets the first cycle in which its operands are available and its unit is
 * free.
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
