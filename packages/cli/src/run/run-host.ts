import type { Terminal } from "../terminal/terminal.ts";
import type { ThreadActivity } from "../threads/watched-thread.ts";
import type { RunEvent } from "./job.ts";

/** Environment of a run: this thread, or a worker. */
export interface RunHost extends Pick<Terminal, "beforeCode" | "allLoaded" | "dependsOn"> {
  report(event: RunEvent): void;
  /** Function that receives output of passes immediately. Absent if several inputs run at the same time. */
  readonly stream?: (text: string) => void;
  /** Shows the current activity of the run. */
  readonly phase?: (what: string) => void;
  /** Called while this thread waits for other threads, which have separate time limits. */
  readonly waiting?: () => void;
  /** Record of activities. Present only in workers. */
  readonly activity?: ThreadActivity;
}
