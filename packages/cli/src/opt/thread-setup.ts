import type { PassRegistry } from "@passwright/core";
import { Context, createMlirAdapter } from "@passwright/ir";
import type { MlirAdapter, Operation } from "@passwright/ir";
import { loadPasses } from "./load-passes.ts";

/** Data that a thread of passwright-opt needs to load the same passes and dialects as the main thread. */
export interface OptThreadData {
  readonly plugins: readonly string[];
  readonly cwd: string;
  readonly allowUnregistered: boolean;
}

export async function setUp({ plugins, cwd, allowUnregistered }: OptThreadData): Promise<{
  readonly adapter: MlirAdapter;
  readonly registry: PassRegistry<Operation>;
}> {
  const { registry, dialects } = await loadPasses(plugins, cwd);
  const context = new Context({ dialects, allowUnregistered });
  return { adapter: createMlirAdapter(context, dialects), registry };
}
