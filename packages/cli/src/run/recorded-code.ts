import type { Session } from "@passwright/loader";
import type { InputRunner } from "@passwright/runner/inputs";
import type { ModuleRecorder, RunCode } from "@passwright/runner/reuse";
import { lockOf } from "@passwright/sdk";
import type { Executable } from "./executable.ts";
import type { RunJob } from "./job.ts";
import { settingsOf } from "./shared-settings.ts";

export interface RecordedCode {
  /** Collects the settings, code and files that the results of a loaded run depend on. */
  collect(job: RunJob, session: Session, executable: Executable): Promise<RunCode>;
  /** Wraps a runner. Adds to each result the modules that were loaded while the runner ran the input. */
  watch(runner: InputRunner): InputRunner;
}

/** Records the modules that a run loads. Recording starts before the config is loaded. */
export function recordCode(recorder: ModuleRecorder): RecordedCode {
  const begun = Date.now();
  return {
    async collect(job, { config, assembly }, executable) {
      const { factsOfRun } = await import("@passwright/runner/reuse");
      const { load: _, ...flags } = settingsOf(job);
      return factsOfRun({
        cwd: job.cwd,
        settings: {
          plan: lockOf(assembly),
          "options of plugins": config.plugins.map(({ text, options }) => [text, options]),
          "flags and config": [flags, config.instrument, config.threads, assembly.input.owner.strict],
        },
        passes: executable.passes(),
        modules: recorder.take(),
        hosts: [import.meta.url],
        begun,
      });
    },
    watch: (runner) => ({
      run: async (input) => {
        const result = await runner.run(input);
        const modules = recorder.take();
        return modules.length === 0 ? result : { ...result, modules };
      },
    }),
  };
}
