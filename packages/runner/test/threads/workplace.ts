import { parsePipeline, PassManager, PassRegistry } from "@passwright/core";
import type { PassDefinition, RunResult } from "@passwright/core";
import { Context, createMlirAdapter, dialects, parseModule } from "@passwright/ir";
import type { MlirAdapter, Operation } from "@passwright/ir";
import transforms from "@passwright/plugin-transforms";
import { Threads } from "@passwright/runner/threads";
import type { NestedJob, ThreadPool, ThreadsOptions } from "@passwright/runner/threads";
import { passes as testPasses } from "./passes.ts";

/** Result of a run: everything that a user can observe. */
export interface Seen {
  readonly text: string;
  readonly printed: string;
  readonly result: Omit<RunResult, "failures"> & { readonly failures: readonly unknown[] };
  readonly statistics: readonly string[];
}

export const registry: PassRegistry<Operation> = new PassRegistry<Operation>();
for (const pass of [...transforms.passes, ...testPasses]) {
  registry.registerPass(pass as unknown as PassDefinition<Operation>, { name: "test" });
}

export function makeAdapter(): MlirAdapter {
  return createMlirAdapter(new Context({ allowUnregistered: true, dialects }));
}

/** Setup of a thread: the {@link setUp} of this module. */
export const setup: NestedJob["setup"] = { module: import.meta.url, data: {} };

export function setUp(): { readonly adapter: MlirAdapter; readonly registry: PassRegistry<Operation> } {
  return { adapter: makeAdapter(), registry };
}

/** Returns functions with the given names, each with an operation that `cse` removes. */
export const functions = (...names: readonly string[]): string =>
  names
    .map(
      (name) => `func.func @${name}(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}`,
    )
    .join("\n");

/** Returns a manager for the elements of `builtin.module(…)`. */
export function managerFor(adapter: MlirAdapter, pipeline: string): PassManager<Operation> {
  const made = parsePipeline(`builtin.module(${pipeline})`, registry);
  if (!made.ok) throw new Error(made.diagnostic.message);
  const manager = new PassManager(adapter, { anchor: "builtin.module" }).append(made.manager);
  manager.registry = registry;
  return manager;
}

/** Runs the elements of `builtin.module(…)`, with threads if a pool is given. */
export async function run(
  pipeline: string,
  program: string,
  options: {
    readonly pool?: ThreadPool;
    readonly keep?: ThreadsOptions<Operation>["keep"];
    readonly prepare?: (manager: PassManager<Operation>, op: Operation) => void;
    readonly hasOutput?: boolean;
  } = {},
): Promise<Seen> {
  const adapter = makeAdapter();
  const parsed = parseModule(adapter.context, program, { file: "<stdin>" });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(({ message, at }) => `${at?.line}: ${message}`).join("\n"));
  const manager = managerFor(adapter, pipeline);
  let printed = "";
  if (options.hasOutput !== false) manager.output = (text) => void (printed += text);
  const { pool, keep } = options;
  if (pool !== undefined) {
    const threads = { pool, adapter, registry, setup, ...(keep === undefined ? {} : { keep }) };
    manager.executor = new Threads(threads);
  }
  options.prepare?.(manager, parsed.op);
  const { succeeded, diagnostics, failures } = await manager.runAsync(parsed.op);
  const statistics: string[] = [];
  manager.forEachPass(({ declaration, statistics: counters }) => {
    for (const { name, value } of Object.values(counters)) statistics.push(`${declaration.name} ${name} ${value}`);
  });
  return {
    text: parsed.op.print({ generic: true, debugInfo: true }),
    printed,
    result: { succeeded, diagnostics, failures: failures.map(({ pass, place }) => ({ pass, place })) },
    statistics,
  };
}
