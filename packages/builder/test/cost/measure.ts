import { Meter } from "./meter.ts";
import type { Work } from "./meter.ts";

/** Number of repetitions of a call. The result is an average, because some costs occur only in some calls. */
const TIMES = 32;

const meter = new Meter((url) => /\/packages\/(?:builder|core)\/bundle\//.test(url));
// The module is imported after the meter was created, because the meter counts only in code that is compiled later.
const { beginSite, OWN_CALLS, populate, THEIR_CALLS, viewOf } = await import("./calls.ts");

function measure(sizes: readonly number[]): Work {
  const found: Record<string, number[]> = {};
  for (const size of sizes) {
    const note = (name: string, call: () => { readonly ok: boolean }): void => {
      const isRefused = name.includes("refused");
      const work = meter.workOf(() => {
        for (let time = 0; time < TIMES; time++)
          if (call().ok === isRefused) throw new Error(`${name}: ${isRefused ? "granted" : "refused"}`);
      });
      (found[name] ??= []).push(work / TIMES);
    };
    const framework = beginSite(size);
    for (const [name, call] of Object.entries(OWN_CALLS)) note(`framework: ${name}`, () => call(framework, size));
    populate(framework, size);
    const plugin = viewOf(framework);
    for (const [name, call] of Object.entries(THEIR_CALLS)) note(`plugin: ${name}`, () => call(plugin, size));
  }
  return found;
}

process.stdout.write(JSON.stringify(measure(process.argv.slice(2).map(Number))));
