import { expect } from "chai";
import { parsePipeline, PassManager, PassRegistry } from "@passwright/core";
import type { InstrumentedPass, Instrumentation, PassDefinition } from "@passwright/core";
import { Context, createMlirAdapter, dialects, parseModule } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import testPasses from "@passwright/plugin-mlir-test-passes";
import transforms from "@passwright/plugin-transforms";
import type { DefinedPlugin } from "@passwright/sdk";
import { describeWithMlirOpt, generateProgram, Random, runMlirOpt, samples } from "@passwright/development";

const PIPELINES = samples(40);
const PROGRAMS = 8;

const registry = new PassRegistry<Operation>();
for (const { passes } of [transforms, testPasses] as readonly DefinedPlugin[]) {
  for (const pass of passes) registry.registerPass(pass as unknown as PassDefinition<Operation>, { name: "all" });
}

/** Programs for the tests, which check the order of passes and operations. */
const MORE = `module @outer {
  module @inner {
    func.func @f(%x: i32) -> i32 {
      %0 = arith.addi %x, %x : i32
      %1 = arith.addi %x, %x : i32
      return %1 : i32
    }
    func.func private @g()
  }
  func.func @h() { return }
}
`;

/**
 * Returns random passes: some have effects, some fail, some make the IR invalid, and some run pipelines that may fail.
 */
function elements(random: Random, anchor: string, depth: number): string {
  const one = (): string =>
    random.pickWeighted([
      [4, "cse"],
      [2, anchor === "func.func" ? "test-function-pass" : "loop-invariant-code-motion"],
      [1, anchor === "func.func" ? "test-options-pass" : "symbol-dce"],
      [1, anchor === "builtin.module" ? "test-module-pass" : "cse"],
      [0.7, "test-pass-failure"],
      [0.4, anchor === "func.func" ? "test-pass-create-invalid-ir" : "sccp"],
      [
        1,
        `test-dynamic-pipeline{dynamic-pipeline=${random.pick(["cse,sccp", "cse,test-pass-failure,cse", "any(cse)"])}}`,
      ],
      [depth < 3 ? 5 : 0, nested(random, depth + 1)],
    ]);
  return Array.from({ length: random.between(1, 3) }, one).join(",");
}

function nested(random: Random, depth: number): string {
  const anchor = depth > 3 ? "func.func" : random.pick(["func.func", "func.func", "builtin.module", "any"]);
  return `${anchor}(${depth > 3 ? "cse" : elements(random, anchor, depth)})`;
}

/** Records the hook calls of a run, in the format of mlir-opt's log of actions and dumps. */
class Recorder implements Instrumentation<Operation> {
  readonly actions: string[] = [];
  readonly dumps: string[] = [];
  /** Pipelines and passes that have started but not ended, to check that hooks are paired. */
  readonly #open: unknown[] = [];
  /** Number of started pipelines that failed. */
  #failed = 0;

  beforePipeline(anchor: unknown, _op: Operation, parent: InstrumentedPass): void {
    this.#dropFailed(parent.identity);
    expect(this.#open.at(-1)).to.equal(parent.identity);
    this.#open.push(anchor ?? "any");
  }

  afterPipeline(anchor: unknown): void {
    expect(this.#open.pop()).to.equal(anchor ?? "any");
  }

  beforePass(pass: InstrumentedPass, op: Operation): void {
    this.#open.push(pass.identity);
    this.actions.push(`${pass.isAdaptor ? "mlir::detail::OpToOpPassAdaptor" : pass.displayName} on ${op.name}`);
    this.#dump("Before", pass, "");
  }

  afterPass(pass: InstrumentedPass): void {
    // A pass may succeed although a pipeline that it runs fails.
    this.#dropFailed(pass.identity);
    expect(this.#open.pop()).to.equal(pass.identity);
    this.actions.push("completed");
    this.#dump("After", pass, "");
  }

  afterPassFailed(pass: InstrumentedPass): void {
    this.#dropFailed(pass.identity);
    expect(this.#open.pop()).to.equal(pass.identity);
    // The pipeline around a failed pass fails as well. For the topmost pipeline, hooks are not called.
    if (this.#open.length > 0) this.#failed++;
    this.actions.push("completed");
    this.#dump("After", pass, " Failed");
  }

  /** Drops pipelines that failed, because no hook reports their end. */
  #dropFailed(inside: object): void {
    while (this.#failed > 0 && this.#open.at(-1) !== inside) {
      this.#open.pop();
      this.#failed--;
    }
  }

  #dump(when: string, { isAdaptor, displayName, argument }: InstrumentedPass, failed: string): void {
    if (!isAdaptor) this.dumps.push(`${when} ${displayName}${failed} (${argument})`);
  }
}

function ours(pipeline: string, programs: readonly string[]): Recorder {
  const recorder = new Recorder();
  for (const text of programs) {
    const context = new Context({ dialects, allowUnregistered: true });
    const adapter = createMlirAdapter(context, [
      ...dialects,
      ...((testPasses as DefinedPlugin).dialects as typeof dialects),
    ]);
    const parsed = parseModule(context, text);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.diagnostics));
    const made = parsePipeline(pipeline, registry);
    if (!made.ok) throw new Error(made.diagnostic.message);
    const manager = new PassManager(adapter, { anchor: "builtin.module" });
    manager.append(made.manager);
    manager.registry = registry;
    manager.output = () => undefined;
    const { diagnostics } = manager.addInstrumentation(recorder).run(parsed.op);
    // An exception of a hook ends the run.
    expect(diagnostics.filter(({ code }) => code === "PWC0414")).to.deep.equal([]);
  }
  return recorder;
}

function theirs(pipeline: string, programs: readonly string[]): Pick<Recorder, "actions" | "dumps"> {
  const show = ["--log-actions-to=-", "--mlir-print-ir-before-all", "--mlir-print-ir-after-all"];
  const { stdout, stderr } = runMlirOpt(
    [
      "--split-input-file",
      "--allow-unregistered-dialect",
      "--mlir-disable-threading",
      `--pass-pipeline=${pipeline}`,
      ...show,
      "-o",
      "/dev/null",
    ],
    programs.join("// -----\n"),
  );
  const begins = /^\[thread [^\]]*\] begins .* running `(.*)` on Operation `(.*?)` \(|^\[thread [^\]]*\] completed `/gm;
  const titles = /^\/\/ -----\/\/ IR Dump (.*) \/\/----- \/\/$/gm;
  return {
    actions: [...stdout.matchAll(begins)].map(([, name, op]) =>
      name === undefined ? "completed" : `${name} on ${op}`,
    ),
    dumps: [...stderr.matchAll(titles)].map(([, title]) => title ?? ""),
  };
}

describeWithMlirOpt("an instrumentation that records every event", () => {
  it(`gets the events that mlir-opt logs, in that order: ${PIPELINES} random pipelines on ${PROGRAMS} programs each`, () => {
    let failed = 0;
    for (let seed = 0; seed < PIPELINES; seed++) {
      const random = new Random(seed);
      const pipeline = `builtin.module(${elements(random, "builtin.module", 0)})`;
      const programs = Array.from({ length: PROGRAMS }, (_, index) =>
        index === 0 ? MORE : generateProgram({ seed: seed * PROGRAMS + index }).text,
      );
      const { actions, dumps } = ours(pipeline, programs);
      const logged = theirs(pipeline, programs);
      expect(actions.join("\n"), `seed ${seed}: ${pipeline}`).to.equal(logged.actions.join("\n"));
      expect(dumps.join("\n"), `seed ${seed}: ${pipeline}`).to.equal(logged.dumps.join("\n"));
      if (dumps.some((title) => title.includes(" Failed "))) failed++;
    }
    // Checks the counts only for many pipelines, because few pipelines may all have the same result.
    if (PIPELINES > 5) expect(failed).to.be.within(1, PIPELINES - 1);
  });
});
