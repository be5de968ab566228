import type { Counter, TextAnswer } from "@passwright/core";
import { countOf } from "./job.ts";
import type { TextJob, TextJobAnswer, ThreadContents } from "./job.ts";
import { managerFor } from "./run-job.ts";

/**
 * Processes parts of a text until no free part remains. `taken` is the number of parts that are already assigned to a
 * thread, and all threads share it. Calls `tick` whenever the run makes progress. Returns `undefined` if a part cannot
 * be processed separately, if a pass fails, or if a pass prints text or reports a diagnostic. The caller must then run
 * the pipeline on the whole text. The run on the whole text reports all problems.
 */
export async function runText(
  contents: Promise<ThreadContents>,
  job: TextJob,
  taken: Int32Array,
  tick: () => void = () => undefined,
): Promise<TextJobAnswer | undefined> {
  try {
    const answer = await takeParts(await contents, job, taken, tick);
    if (answer !== undefined) return answer;
  } catch {
    // The error is reported when the pipeline runs on the whole text.
  }
  // Stops all threads, because the results of the other parts are discarded.
  Atomics.store(taken, 0, job.text.starts.length);
  return undefined;
}

async function takeParts(
  contents: ThreadContents,
  { pipeline, verifyEach, text }: TextJob,
  taken: Int32Array,
  tick: () => void,
): Promise<TextJobAnswer | undefined> {
  const manager = pipeline === undefined ? undefined : managerFor(pipeline, verifyEach, contents);
  const counters: Counter[] = [];
  let hasPrinted = false;
  if (manager !== undefined) {
    manager.output = () => void (hasPrinted = true);
    manager.addInstrumentation({ name: "progress", beforePass: tick });
    manager.forEachPass(({ statistics }) => counters.push(...Object.values(statistics)));
  }
  const parts: [number, TextAnswer][] = [];
  for (let part = Atomics.add(taken, 0, 1); part < text.starts.length; part = Atomics.add(taken, 0, 1)) {
    tick();
    const arrived = contents.adapter.transfer?.texts?.arrive(text, part);
    if (arrived === undefined) return undefined;
    // oxlint-disable-next-line no-await-in-loop -- a thread does one thing at a time
    const result = await manager?.runAsync(arrived.op);
    if (result !== undefined && (!result.succeeded || result.diagnostics.length > 0 || hasPrinted)) return undefined;
    const answer = arrived.finish(verifyEach || manager === undefined);
    if (answer === undefined) return undefined;
    parts.push([part, answer]);
  }
  return { parts, counts: counters.map(countOf) };
}
