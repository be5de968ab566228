import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { checkGolden, describeWithMlirOpt, Random, runMlirOpt, samples } from "@passwright/test-support";
import { renderDiagnostic } from "@passwright/core";
import { type PipelineSchedule } from "@passwright/graph";
import { loadSession } from "@passwright/loader";
import { mlir, type Operation, parseModule } from "@passwright/ir";

const example = fileURLToPath(new URL("..", import.meta.url));

/** What a command prints: standard output, then standard error. */
async function passwright(...argv: readonly string[]): Promise<string> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(argv, {
    cwd: example,
    outHasColor: false,
    errHasColor: false,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    readInput: async () => "",
  });
  expect(code, err.join("")).to.equal(0);
  return [...out, ...err].join("");
}

async function schedule(target: string): Promise<PipelineSchedule<Operation>> {
  const { session, diagnostics } = await loadSession({ config: example, target });
  const made = await session?.makeSchedule();
  if (made?.ok !== true) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  return made.schedule as unknown as PipelineSchedule<Operation>;
}

/** What the body of a function calls. Operators have none. */
const CALLS: { readonly [name: string]: readonly string[] } = {
  "operator.add": [],
  "numpy.minimum": [],
  "numpy.square": [],
  "numpy.hypot2": ["numpy.square"],
  "numpy.norm": ["numpy.hypot2", "numpy.minimum"],
};

/** How often the run has to go back: once for every row of functions that come up together. */
function roundsFor(names: readonly string[]): number {
  const known = new Set(names);
  let row = names.filter((name) => name.startsWith("numpy."));
  let rounds = 0;
  while (row.length > 0) {
    rounds++;
    row = row.flatMap((name) => CALLS[name] ?? []).filter((name) => !known.has(name));
    for (const name of row) known.add(name);
  }
  return rounds;
}

function program(names: readonly string[]): string {
  const declarations = [...new Set(names)].map((name) => `func.func private @${name}(i64, i64) -> i64\n`).join("");
  const calls = names.map((name, index) => `  %${index} = call @${name}(%x, %y) : (i64, i64) -> i64\n`).join("");
  const last = names.length === 0 ? "%x" : `%${names.length - 1}`;
  return `${declarations}func.func @main(%x: i64, %y: i64) -> i64 {\n${calls}  return ${last} : i64\n}\n`;
}

describe("numba's graph", () => {
  it("is drawn as the RFC draws it", async () => {
    for (const [format, ending] of [
      ["text", "txt"],
      ["mermaid", "mmd"],
      ["dot", "dot"],
    ] as const) {
      checkGolden(await passwright("graph", ".", "--format", format), `graph.${ending}`, import.meta.url);
    }
  });

  it("goes back while there are bodies to lower, and tells so", async () => {
    checkGolden(await passwright("run", ".", "--trace"), "norm.txt", import.meta.url);
    checkGolden(
      await passwright("run", ".", "scalar.mlir", "--trace", "--target", "gpu"),
      "scalar.txt",
      import.meta.url,
    );
  });

  it("jumps as often as the input needs, whatever the input", async () => {
    const made = await schedule("cpu");
    for (let seed = 1; seed <= samples(100); seed++) {
      const random = new Random(seed);
      const names = Array.from({ length: random.between(0, 5) }, () =>
        random.pick(["operator.add", "numpy.minimum", "numpy.hypot2", "numpy.norm"]),
      );
      const parsed = parseModule(mlir.context, program(names), { file: "in.mlir" });
      if (!parsed.ok) throw new Error(parsed.diagnostics.map(renderDiagnostic).join("\n"));
      const { succeeded, diagnostics, trace } = made.run(parsed.op);
      expect(succeeded, diagnostics.map(renderDiagnostic).join("\n")).to.equal(true);
      const jumps = trace.filter(({ kind }) => kind === "jump");
      expect(jumps.length, names.join()).to.equal(roundsFor(names));
      const text = parsed.op.print();
      expect(text).to.not.contain("operator.").and.not.contain("jump_target");
    }
  });

  it("refuses functions that nobody has a body for", async () => {
    const made = await schedule("cpu");
    const parsed = parseModule(mlir.context, "func.func private @numpy.fft(i64) -> i64", { file: "in.mlir" });
    if (!parsed.ok) throw new Error("no module");
    const { succeeded, diagnostics } = made.run(parsed.op);
    expect(succeeded).to.equal(false);
    expect(diagnostics.map(({ message }) => message)).to.deep.equal(["there is no body for numpy.fft"]);
  });
});

describeWithMlirOpt("numba's graph beside mlir-opt", () => {
  it("makes what MLIR's own passes lower further, to the LLVM dialect", async () => {
    const text = await passwright("run", ".");
    const passes = ["convert-scf-to-cf", "convert-to-llvm", "reconcile-unrealized-casts"];
    const { stdout, stderr, code } = runMlirOpt([`--pass-pipeline=builtin.module(${passes.join()})`], text);
    expect({ stderr, code }).to.deep.equal({ stderr: "", code: 0 });
    expect(stdout).to.contain("llvm.func @main").and.not.contain("scf.if");
  });
});
