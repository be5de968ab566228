import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { collectFacts, QueueExecutor } from "@passwright/runner/reuse";
import type { InputResult } from "@passwright/runner/inputs";

/* Sends inputs to a queue and writes all results to a file: `node producer-process.js URL VERSION INPUTS SETTINGS OUTPUT`. */

const [url = "", version = "", inputs = "", settings = "", output = ""] = process.argv.slice(2);
const { facts, hash } = collectFacts([["version", version]], []);
const stop = new AbortController();
process.on("SIGINT", () => stop.abort());
const executor = await QueueExecutor.open({ url, run: { facts, hash, settings: JSON.parse(settings) as unknown } });
const names = JSON.parse(readFileSync(inputs, "utf8")) as readonly string[];
const waiting = names.map((name) => executor.run({ name, content: `content of ${name}` }, stop.signal));
try {
  const results: InputResult[] = await Promise.all(waiting);
  const lines = results.map(
    (result) => `${result.name} ${result.ok ? String(result.output) : result.diagnostics[0]?.code}`,
  );
  writeFileSync(`${output}.tmp`, `${lines.join("\n")}\n`);
  renameSync(`${output}.tmp`, output);
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
} catch (thrown) {
  if (!stop.signal.aborted) throw thrown;
  process.exitCode = 130;
} finally {
  await executor.close();
}
