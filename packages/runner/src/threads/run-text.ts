import { parsePipeline, PassManager } from "@passwright/core";
import type { Counter, TextAnswer } from "@passwright/core";
import { countOf } from "./job.ts";
import type { TextJob, TextJobAnswer, ThreadContents } from "./job.ts";

/** Assigns the parts of a text to threads. Each call to `next` assigns the next free part to the calling thread. */
export interface PartTaker {
  /** Returns the index of the next free part. Returns `undefined` if all parts are assigned or a thread gave up. */
  next(): number | undefined;
  /**
   * Stops all threads. Called if a part cannot be processed separately. The results of the other parts are then
   * discarded.
   */
  giveUp(): void;
  /** Records progress. */
  tick(): void;
}

/**
 * Processes parts of a text until no free part remains. Returns `undefined` if a part cannot be processed separately,
 * if a pass fails, or if a pass prints text or reports a diagnostic. The caller must then run the pipeline on the whole
 * text. The run on the whole text reports all problems.
 */
export async function runText(
  { adapter, registry }: ThreadContents,
  { pipeline, verifyEach, text }: TextJob,
  taker: PartTaker,
): Promise<TextJobAnswer | undefined> {
  const giveUp = (): undefined => void taker.giveUp();
  const texts = adapter.transfer?.texts;
  if (texts === undefined) return giveUp();
  const parsed = pipeline === undefined ? undefined : parsePipeline(pipeline, registry);
  if (parsed?.ok === false) return giveUp();
  const counters: Counter[] = [];
  let manager: PassManager<object> | undefined;
  let hasPrinted = false;
  if (parsed !== undefined) {
    const { anchor } = parsed.manager;
    manager = new PassManager<object>(adapter, anchor === undefined ? {} : { anchor });
    manager.append(parsed.manager);
    manager.verifyEach = verifyEach;
    manager.registry = registry;
    manager.output = () => void (hasPrinted = true);
    manager.addInstrumentation({ name: "progress", beforePass: () => taker.tick() });
    manager.forEachPass(({ statistics }) => counters.push(...Object.values(statistics)));
  }
  const parts: [number, TextAnswer][] = [];
  for (let part = taker.next(); part !== undefined; part = taker.next()) {
    taker.tick();
    const arrived = texts.arrive(text, part);
    if (arrived === undefined) return giveUp();
    // oxlint-disable-next-line no-await-in-loop -- a thread does one thing at a time
    const result = await manager?.runAsync(arrived.op);
    if (result !== undefined && (!result.succeeded || result.diagnostics.length > 0 || hasPrinted)) return giveUp();
    const answer = arrived.finish(verifyEach || manager === undefined);
    if (answer === undefined) return giveUp();
    parts.push([part, answer]);
  }
  return { parts, counts: counters.map(countOf) };
}
