import { displayPath } from "@passwright/loader";
import type { Executor, InputJob } from "@passwright/runner/inputs";
import { mirroredPaths } from "../output/mirrored-paths.ts";
import type { Input } from "../input/inputs.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { RunJob } from "./job.ts";
import type { RunReport } from "./run-report.ts";

/** Returns the jobs of inputs. A job contains the path of its result only if the result depends on it. */
export async function* jobsOf(
  inputs: readonly Input[],
  { destination, cwd }: Pick<RunJob, "destination" | "cwd">,
  hasMaps: boolean,
  terminal: Pick<Terminal, "readInput">,
): AsyncGenerator<InputJob> {
  let standard: Promise<Uint8Array> | undefined;
  const paths = hasMaps && destination.kind === "folder" ? mirroredPaths(destination.folder, inputs, cwd).paths : [];
  const own = paths.map((path) => displayPath(path, cwd));
  for (const [index, { file, path, isNamed }] of inputs.entries()) {
    const { kind } = destination;
    const resultName = kind === "standard" ? "" : kind === "file" ? destination.file : (own[index] ?? file);
    const content =
      file === "-" ? await (standard ??= terminal.readInput()) : { path, ...(isNamed === true && { isNamed }) };
    yield { name: file, content, resultName };
  }
}

/** Wraps an executor. Counts each result as soon as it exists, even if earlier results are missing. */
export function observed(executor: Executor, report: RunReport): Executor {
  return {
    get width() {
      return executor.width;
    },
    async run(job, signal) {
      const result = await executor.run(job, signal);
      report.live.counted(result);
      return result;
    },
    close: () => executor.close(),
  };
}
