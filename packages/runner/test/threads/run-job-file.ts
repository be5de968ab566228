import { readFileSync, writeFileSync } from "node:fs";
import { JobRunner, toJson } from "@passwright/runner/threads";
import type { NestedJob, ThreadSetupModule } from "@passwright/runner/threads";

// Runs the job in the first file and writes the result to the second file.
const [from, to] = process.argv.slice(2) as [string, string];
const job = JSON.parse(readFileSync(from, "utf8")) as NestedJob;
const { setUp } = (await import(job.setup.module)) as ThreadSetupModule;
const contents = await setUp(job.setup.data as never);
await contents.adapter.load?.();
writeFileSync(to, toJson(await new JobRunner(contents).runJob(job, () => undefined)));
