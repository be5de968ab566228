import {
  defineAnalysis,
  definePass,
  parsePipeline,
  PassManager,
  PassRegistry,
  renderDiagnostic,
} from "@passwright/core";
import type { Instrumentation, PassDefinition, RunResult } from "@passwright/core";
import { Context, createMlirAdapter, dialects, parseModule } from "@passwright/ir";
import type { MlirAdapter, Operation } from "@passwright/ir";
import { cse, symbolDce } from "@passwright/plugin-transforms";

/**
 * Analysis that counts operations. The analysis does not use the analysis of the parent, so each operation has a
 * separate analysis.
 */
export const opCount = defineAnalysis({
  name: "test/OpCount",
  compute(op: Operation) {
    let count = 0;
    op.walk(() => void count++);
    return count;
  },
});

const passes: readonly PassDefinition<Operation>[] = [
  cse,
  symbolDce,
  definePass({
    name: "test-pass-failure",
    displayName: "(anonymous namespace)::TestFailurePass",
    runOnOperation: (_: Operation, pass) => pass.signalPassFailure(),
  }) as PassDefinition<Operation>,
  definePass({
    name: "test-crash",
    displayName: "TestCrash",
    runOnOperation() {
      throw new Error("out of paper");
    },
  }) as PassDefinition<Operation>,
  definePass({
    name: "test-invalid-ir",
    displayName: "TestInvalidIr",
    runOnOperation: (op: Operation) => op.regions[0]?.front?.terminator?.erase(),
  }) as PassDefinition<Operation>,
  definePass({
    name: "test-stats",
    displayName: "TestStats",
    statistics: { "num-ops2": "Number of operations counted one more time", "num-ops": "Number of operations counted" },
    runOnOperation(_: Operation, pass) {
      pass.statistics["num-ops"].add(pass.getAnalysis(opCount));
      pass.statistics["num-ops2"].add(pass.getAnalysis(opCount));
      pass.markAllAnalysesPreserved();
    },
  }) as PassDefinition<Operation>,
];

/** Parsed module, and a manager for a pipeline. The adapter prints in the same form as mlir-opt. */
export interface Session {
  readonly adapter: MlirAdapter;
  readonly op: Operation;
  readonly manager: PassManager<Operation>;
}

export function openSession(text: string, pipeline: string, extra: readonly PassDefinition<Operation>[] = []): Session {
  const adapter: MlirAdapter = {
    ...createMlirAdapter(new Context({ dialects })),
    print: (op, { debugInfo = false, generic = false, localScope = false, assumeVerified = false }) =>
      op.print({ debugInfo, generic, localScope, assumeVerified }),
  };
  const parsed = parseModule(adapter.context, text, { file: "in.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics.map((one) => renderDiagnostic(one)).join("\n"));
  const known = new PassRegistry<Operation>();
  for (const pass of [...passes, ...extra]) known.registerPass(pass, { name: "tests" });
  const read = parsePipeline<Operation>(pipeline, known);
  if (!read.ok) throw new Error(read.diagnostic.message);
  const manager = new PassManager<Operation>(adapter, { anchor: read.manager.anchorText });
  manager.append(read.manager);
  return { adapter, op: parsed.op, manager };
}

/** Runs the pipeline of a session with instrumentations. */
export function runWith(session: Session, ...instrumentations: readonly Instrumentation<Operation>[]): RunResult {
  for (const one of instrumentations) session.manager.addInstrumentation(one);
  return session.manager.run(session.op);
}

/** Returns a result as text: whether the run succeeded, and then every diagnostic. */
export function describeResult(result: RunResult): string {
  return [result.succeeded ? "succeeded" : "failed", ...result.diagnostics.map((one) => renderDiagnostic(one))].join(
    "\n",
  );
}

export const TWO = `func.func @foo() {
  %c0_i32 = arith.constant 0 : i32
  return
}
func.func @bar() {
  return
}
`;

export const NESTED = `module @outer {
  func.func @f() {
    %c0_i32 = arith.constant 0 : i32
    return
  }
  module @inner {
    func.func @g() {
      return
    }
    func.func @h() {
      %c0_i32 = arith.constant 0 : i32
      return
    }
  }
}
`;

/** Removes the indentation of the first line from all lines of a template literal. */
export function block(text: string): string {
  const lines = text.replace(/^\n/, "").replace(/\n *$/, "\n").split("\n");
  const indent = /^ */.exec(lines[0] ?? "")?.[0].length ?? 0;
  return lines.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length))).join("\n");
}

/** Replaces the times in a timing report with placeholders. */
export function maskTimes(report: string): string {
  return report
    .replace(/ +-?\d+\.\d{4} \( *-?[\d.]+%\)/g, " #")
    .replace(/"duration": +-?[\d.]+, "percentage": +-?[\d.]+/g, "#")
    .replace(/^ +Total Execution Time.*$/m, "Total");
}
