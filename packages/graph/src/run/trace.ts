import { escapeData } from "@passwright/core";
import type { ManagerRunResult } from "@passwright/core";

/** What happened between the passes of a run of a graph, in order. */
export type TraceEvent =
  /** A pipeline was run, or was empty; `visit` counts the times. */
  | { readonly kind: "pipeline"; readonly pipeline: string; readonly visit: number; readonly depth: number }
  | {
      readonly kind: "choice";
      readonly choice: string;
      readonly taken: string;
      readonly because: string;
      readonly depth: number;
    }
  /** `outcome` says whether the jump was taken, and why not; `count` how often it was taken, this time included. */
  | {
      readonly kind: "jump";
      readonly from: string;
      readonly to: string;
      readonly outcome: "taken" | "limit" | "converged";
      readonly count: number;
      readonly max?: number;
      /** Who asked, and why. */
      readonly by: string;
      readonly reason?: string;
      readonly depth: number;
    }
  /** The run ended after this pipeline without success. */
  | { readonly kind: "failed"; readonly pipeline: string; readonly depth: number };

/** What a run came to, and the way that it took. */
export interface ScheduleRunResult extends ManagerRunResult {
  readonly trace: readonly TraceEvent[];
}

/** A trace as text, one event a line, indented as subgraphs are. */
export function printTrace(trace: readonly TraceEvent[]): string {
  return escapeData(trace)
    .map((event) => `${"  ".repeat(event.depth)}${eventText(event)}`)
    .join("\n");
}

function eventText(event: TraceEvent): string {
  if (event.kind === "pipeline") return event.visit === 1 ? event.pipeline : `${event.pipeline} #${event.visit}`;
  if (event.kind === "failed") return `  failed: ${event.pipeline}`;
  if (event.kind === "choice") return `  choice ${event.choice}: ${event.taken}, because ${event.because}`;
  const { to, outcome, count, max, by, reason } = event;
  const why = `${by}${reason === undefined ? "" : `: ${reason}`}`;
  if (outcome === "converged") return `  no jump to ${to}: nothing changes any more (${why})`;
  const times = max === undefined ? `${count}` : `${count} of ${max}`;
  return outcome === "taken"
    ? `  jump to ${to}, ${times} (${why})`
    : `  no jump to ${to}: its bound is ${max} (${why})`;
}
