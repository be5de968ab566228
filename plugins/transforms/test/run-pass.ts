import { type PassDefinition, PassManager, type RunResult } from "@passwright/core";
import { Context, createMlirAdapter, dialects, type Operation, parseModule } from "@passwright/ir";

/** What a pass did to a program. */
export interface Outcome {
  readonly text: string;
  readonly result: RunResult;
  readonly statistics: Readonly<Record<string, number>>;
}

/** Runs a pass on a module, or on the operations of name `anchor` in it, as mlir-opt would, unregistered dialects allowed. */
export function runPass(
  definition: PassDefinition<Operation>,
  program: string,
  options: { readonly anchor?: string; readonly debugInfo?: boolean } = {},
): Outcome {
  const adapter = createMlirAdapter(new Context({ allowUnregistered: true, dialects }));
  const parsed = parseModule(adapter.context, program, { file: "<stdin>" });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map(({ message, at }) => `${at?.line}: ${message}`).join("\n"));
  const manager = new PassManager(adapter, { anchor: "builtin.module" });
  const pass = definition.create();
  (options.anchor === undefined ? manager : manager.nest(options.anchor)).addPass(pass);
  const result = manager.run(parsed.op);
  const text = parsed.op.print({ generic: true, debugInfo: options.debugInfo ?? false });
  const statistics = Object.fromEntries(Object.entries(pass.statistics).map(([name, { value }]) => [name, value]));
  return { text, result, statistics };
}
