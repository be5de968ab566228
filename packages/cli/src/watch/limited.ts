import { printOutcome } from "../commands/outcome.ts";
import type { CommandOutcome } from "../commands/outcome.ts";
import type { Arguments } from "../commands/flags.ts";
import type { TimeLimit } from "../commands/time-limit.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { INTERRUPT, programData, replay } from "../threads/remote-terminal.ts";
import type { ProgramEvent } from "../threads/remote-terminal.ts";
import { changesIn, problemOf, readActivity, runWatched } from "../threads/watched-thread.ts";

const CHECK_MS = 100;

/** Runs a command in a thread, and ends the thread if an activity, such as a pass, exceeds the limit. */
export async function runLimited(
  argv: readonly string[],
  args: Arguments,
  { seconds, flag, isInterruptible }: TimeLimit,
  terminal: Terminal,
): Promise<ExitCode> {
  const data = programData(argv, terminal);
  const { memory } = data;
  let results: Pick<CommandOutcome, "json" | "text"> = {};
  const inThread: Terminal = {
    ...terminal,
    partial: (text, data) => (results = { json: () => data, text: () => `incomplete results:\n${text}` }),
  };
  const { worker, ended } = runWatched<ProgramEvent, ExitCode>(new URL("./command-worker.js", import.meta.url), data, {
    take: (event, end) => {
      if (event.kind === "done") end({ kind: "done", value: event.code });
      else replay(event, inThread, worker);
    },
    watch: (end) => onLongActivity(memory, seconds, () => end({ kind: "time", seconds })),
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
  const forget = isInterruptible ? terminal.onInterrupt?.(() => worker.postMessage(INTERRUPT)) : undefined;
  const end = await ended;
  forget?.();
  if (end.kind === "done") return end.value;
  terminal.progress?.("");
  const problem = problemOf(end, { input: argv[0] as string, limitFlag: flag });
  return printOutcome({ diagnostics: [problem], ...results }, args, terminal);
}

/** Calls `callback` if an activity of a thread takes longer than `seconds`. Returns a function that ends the checks. */
function onLongActivity(memory: SharedArrayBuffer, seconds: number, callback: () => void): () => void {
  let [changes, since] = [-1, 0];
  const timer = setInterval(() => {
    const now = performance.now();
    if (changesIn(memory) !== changes || readActivity(memory).activity === undefined)
      [changes, since] = [changesIn(memory), now];
    else if (now - since > seconds * 1000) callback();
  }, CHECK_MS);
  return () => clearInterval(timer);
}
