import { escapeData } from "@passwright/core";
import type { ManagerRunResult } from "@passwright/core";

/** Event in the run of a graph, between passes. */
export type TraceEvent =
  /** A pipeline ran, or was skipped because it has no passes. `visit` counts the visits of this pipeline. */
  | { readonly kind: "pipeline"; readonly pipeline: string; readonly visit: number; readonly depth: number }
  | {
      readonly kind: "choice";
      readonly choice: string;
      readonly taken: string;
      readonly because: string;
      readonly depth: number;
    }
  /**
   * A jump was requested. `outcome` states whether the jump was taken and, if not, the reason. `count` is the number of
   * times that the jump was taken so far.
   */
  | {
      readonly kind: "jump";
      readonly from: string;
      readonly to: string;
      readonly outcome: "taken" | "limit" | "converged";
      readonly count: number;
      readonly max?: number;
      /** Origin and reason of the request. */
      readonly by: string;
      readonly reason?: string;
      readonly depth: number;
    }
  /** The run failed after this pipeline. */
  | { readonly kind: "failed"; readonly pipeline: string; readonly depth: number };

/** Result of a run, with its trace. */
export interface ScheduleRunResult extends ManagerRunResult {
  /** Pipelines and jumps of the run, in order. */
  readonly trace: readonly TraceEvent[];
}

/** Formats a trace, one event per line, indented by subgraph. */
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
  if (outcome === "converged") return `  no jump to ${to}: the IR no longer changes (${why})`;
  const times = max === undefined ? `${count}` : `${count} of ${max}`;
  return outcome === "taken"
    ? `  jump to ${to}, ${times} (${why})`
    : `  no jump to ${to}: the limit of ${max} is reached (${why})`;
}
