import type { PassRegistry } from "@passwright/core";
import { Context, createMlirAdapter } from "@passwright/ir";
import type { MlirAdapter, Operation } from "@passwright/ir";
import { loadPasses } from "./load-passes.ts";

/** What a thread of passwright-opt has to know to have the same passes and the same IR. */
export interface OptThreadData {
  readonly plugins: readonly string[];
  readonly cwd: string;
  readonly allowUnregistered: boolean;
}

/** Called in each thread: loads what the program has loaded. */
export async function setUp({ plugins, cwd, allowUnregistered }: OptThreadData): Promise<{
  readonly adapter: MlirAdapter;
  readonly registry: PassRegistry<Operation>;
}> {
  const { registry, dialects } = await loadPasses(plugins, cwd);
  const context = new Context({ dialects, allowUnregistered });
  return { adapter: createMlirAdapter(context, dialects), registry };
}
