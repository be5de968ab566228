import { definePass, parsePipeline, PassRegistry, printPipeline } from "@passwright/core";
import { madeOnce } from "./inputs.mjs";

const PASSES = 100;

/**
 * Measures the time to parse and print a textual pipeline. The number of passes in the pipeline is 100 times `factor`.
 */
export function sampleText(kind, factor, now) {
  const { registry, text } = inputOf(kind, factor);
  let start = now();
  const parsed = parsePipeline(text, registry);
  const read = now() - start;
  if (!parsed.ok) throw new Error(parsed.diagnostic.message);

  start = now();
  const printed = printPipeline(parsed.manager);
  const print = now() - start;
  if (printed !== text) throw new Error("the pipeline is not printed as it was read");
  return { read, print };
}

const inputOf = madeOnce((_kind, factor) => {
  const names = Array.from({ length: PASSES }, (_, pass) => `pass-${pass}`);
  const registry = new PassRegistry();
  for (const name of names) registry.registerPass(definePass({ name, runOnOperation: () => {} }));
  const passes = Array.from({ length: PASSES * factor }, (_, at) => names[at % PASSES]);
  return { registry, text: `module(${passes.join(",")})` };
});
