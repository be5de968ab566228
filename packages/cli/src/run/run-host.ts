import type { Terminal } from "../terminal/terminal.ts";
import type { ThreadActivity } from "../threads/watched-thread.ts";
import type { RunEvent } from "./job.ts";

/** Environment of a run: this thread, or a worker. */
export interface RunHost extends Pick<Terminal, "beforeCode" | "allLoaded" | "dependsOn"> {
  report(event: RunEvent): void;
  /** Receives output of passes immediately, as long as inputs run one after the other. */
  readonly stream?: (text: string) => void;
  /** Shows the current activity of the run. */
  readonly phase?: (what: string) => void;
  /** Called while other threads, which have their own time limits, work for this thread. */
  readonly waiting?: () => void;
  /** Record of activities. Only in workers. */
  readonly activity?: ThreadActivity;
}
