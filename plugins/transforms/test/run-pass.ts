import { parsePipeline, PassManager, PassRegistry } from "@passwright/core";
import type { NamedPipeline, PassDefinition, RunResult } from "@passwright/core";
import { Context, createMlirAdapter, dialects, parseModule } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import testPasses from "@passwright/plugin-mlir-test-passes";
import transforms from "@passwright/plugin-transforms";

/** Results of running a pass or a pipeline on a program. */
export interface Outcome {
  readonly text: string;
  readonly result: RunResult;
  /** Text that passes wrote to the output of the pass manager. */
  readonly printed: string;
  readonly statistics: Readonly<Record<string, number>>;
}

/** Registry of the passes of this package and of MLIR's test passes. */
export const registry: PassRegistry<Operation> = new PassRegistry<Operation>();
for (const { plugin, name } of [
  { plugin: transforms, name: "@passwright/plugin-transforms" },
  { plugin: testPasses, name: "@passwright/plugin-mlir-test-passes" },
]) {
  for (const pass of plugin.passes) registry.registerPass(pass as unknown as PassDefinition<Operation>, { name });
  for (const pipeline of plugin.pipelines ?? []) {
    registry.registerPipeline(pipeline as unknown as NamedPipeline<Operation>, { name });
  }
}

/**
 * Runs a pass as mlir-opt does: on the module, or on the operations in the module that have the name `anchor`. Allows
 * unregistered dialects.
 */
export function runPass(
  definition: PassDefinition<Operation>,
  program: string,
  options: { readonly anchor?: string; readonly debugInfo?: boolean } = {},
): Outcome {
  const { name } = definition.declaration;
  return runPipeline(options.anchor === undefined ? name : `${options.anchor}(${name})`, program, options);
}

/**
 * Runs a pipeline on a program. `pipeline` is the text inside of `builtin.module(…)`. Adds up statistics that have the
 * same name.
 */
export function runPipeline(
  pipeline: string,
  program: string,
  options: { readonly debugInfo?: boolean } = {},
): Outcome {
  const adapter = createMlirAdapter(new Context({ allowUnregistered: true, dialects }));
  const parsed = parseModule(adapter.context, program, { file: "<stdin>" });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(({ message, at }) => `${at?.line}: ${message}`).join("\n"));
  const manager = new PassManager(adapter, { anchor: "builtin.module" });
  const made = parsePipeline(`builtin.module(${pipeline})`, registry);
  if (!made.ok) throw new Error(made.diagnostic.message);
  manager.append(made.manager);
  manager.registry = registry;
  let printed = "";
  manager.output = (text) => void (printed += text);
  const result = manager.run(parsed.op);
  const text = parsed.op.print({ generic: true, debugInfo: options.debugInfo ?? false });
  const statistics: Record<string, number> = {};
  manager.forEachPass((pass) => {
    for (const [name, { value }] of Object.entries(pass.statistics)) statistics[name] = (statistics[name] ?? 0) + value;
  });
  return { text, result, printed, statistics };
}
