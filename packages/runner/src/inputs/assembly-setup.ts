import { assemble, isFramework, UsageError } from "@passwright/sdk";
import type { AssembleOptions, Assembly } from "@passwright/sdk";
import { assemblyRunner } from "./assembly-runner.ts";
import { noFramework } from "./errors.ts";
import type { InputRunner, WorkerContext } from "./job.ts";

/** Exports of a module: the framework and the options of an assembly. */
interface AssemblyModule {
  readonly framework: unknown;
  readonly options?: AssembleOptions<never>;
}

/** Makes an assembly from the exports of the module, and reports the errors of the assembly. Called in each worker. */
export async function open(
  { module }: { readonly module: string },
  context: WorkerContext,
): Promise<InputRunner | undefined> {
  const { framework, options = {} } = (await import(module)) as AssemblyModule;
  if (!isFramework(framework)) throw new UsageError(noFramework(module));
  const assembly = assemble(framework, options) as Assembly;
  const errors = assembly.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    context.report({ diagnostics: errors });
    return undefined;
  }
  return assemblyRunner(assembly);
}
