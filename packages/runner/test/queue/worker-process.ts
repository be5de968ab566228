import { collectFacts, serveQueue } from "@passwright/runner/reuse";
import { SimpleExecutor } from "./simple-run.ts";
import type { SimpleSettings } from "./simple-run.ts";

/* Serves a queue: `node worker-process.js URL VERSION JOBS`. */

const [url = "", version = "", jobs = "1"] = process.argv.slice(2);
const stop = new AbortController();
process.on("SIGINT", () => stop.abort());
const diagnostics = await serveQueue({
  url,
  jobs: Number(jobs),
  signal: stop.signal,
  lockSeconds: 1,
  prepare: (settings) =>
    Promise.resolve({
      facts: collectFacts([["version", version]], []),
      executor: new SimpleExecutor(settings as SimpleSettings),
    }),
});
process.stdout.write(`${JSON.stringify(diagnostics)}\n`);
process.exitCode = diagnostics.length > 0 ? 1 : 0;
