import { parsePipeline, PassManager } from "@passwright/core";
import type { Counter, TextAnswer } from "@passwright/core";
import { countOf } from "./job.ts";
import type { TextJob, TextJobAnswer, ThreadContents } from "./job.ts";

/** Takes parts of a text, one after the other. */
export interface PartTaker {
  /** Returns the index of the next free part, or `undefined` if all parts are taken or a thread gave up. */
  next(): number | undefined;
  /** Stops all threads, because a part cannot be processed separately and the other results are therefore useless. */
  giveUp(): void;
  /** Records progress. */
  tick(): void;
}

/**
 * Processes parts of a text until all parts are taken. Returns `undefined` if a part is too complex, fails or has
 * output. The caller must then run the whole text without parts, and that run reports all problems.
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
