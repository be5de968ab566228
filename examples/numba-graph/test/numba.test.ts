import { spawnSync } from "node:child_process";
import type { SpawnSyncReturns } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import {
  checkGolden,
  childEnvironment,
  describeWithMlirOpt,
  itSlow,
  Random,
  runMlirRunner,
  runProgram,
  samples,
} from "@passwright/development";
import { renderDiagnostic } from "@passwright/core";
import type { PipelineSchedule } from "@passwright/graph";
import { loadSession } from "@passwright/loader";
import type { Operation } from "@passwright/ir";

const example = fileURLToPath(new URL("..", import.meta.url));
const cli = fileURLToPath(new URL("../../../packages/cli/bin/passwright.js", import.meta.url));

/** Runs a command. Returns the standard output of the command, followed by its standard error. */
async function passwright(...argv: readonly string[]): Promise<string> {
  const { code, out, err } = await runProgram(main, argv, { cwd: example });
  expect(code, err).to.equal(0);
  return out + err;
}

/** Loads a config. Returns the schedule of the config's pipeline graph, and a function that parses IR. */
async function load(
  config: string,
  target = "cpu",
): Promise<{ readonly schedule: PipelineSchedule<Operation>; readonly parse: (text: string) => Operation }> {
  const { session, diagnostics } = await loadSession({ cwd: example, config, target });
  const made = await session?.makeSchedule();
  if (session === undefined || made?.ok !== true) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  const parse = (text: string): Operation => {
    const parsed = session.framework.ir.parse?.(text, { file: "in.mlir" });
    if (parsed?.ok !== true) throw new Error("no module");
    return parsed.op as Operation;
  };
  return { schedule: made.schedule as unknown as PipelineSchedule<Operation>, parse };
}

/** For each function, the numpy functions that its body calls. Operators do not call functions. */
const CALLS: { readonly [name: string]: readonly string[] } = {
  "operator.add": [],
  "numpy.minimum": [],
  "numpy.square": [],
  "numpy.hypot2": ["numpy.square"],
  "numpy.norm": ["numpy.hypot2", "numpy.minimum"],
};

/** Returns the number of jumps back: one for each group of functions whose bodies are added together. */
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

  it("jumps back while there are bodies to lower, and traces it", async () => {
    checkGolden(await passwright("run", ".", "--trace"), "norm.txt", import.meta.url);
    checkGolden(
      await passwright("run", ".", "scalar.mlir", "--trace", "--target", "gpu"),
      "scalar.txt",
      import.meta.url,
    );
  });

  it("jumps as often as the input needs, for random inputs", async () => {
    const { schedule, parse } = await load(".");
    for (let seed = 1; seed <= samples(100); seed++) {
      const random = new Random(seed);
      const names = Array.from({ length: random.between(0, 5) }, () =>
        random.pick(["operator.add", "numpy.minimum", "numpy.hypot2", "numpy.norm"]),
      );
      const module = parse(program(names));
      const { succeeded, diagnostics, trace } = schedule.run(module);
      expect(succeeded, diagnostics.map(renderDiagnostic).join("\n")).to.equal(true);
      const jumps = trace.filter(({ kind }) => kind === "jump");
      expect(jumps.length, names.join()).to.equal(roundsFor(names));
      const text = module.print();
      expect(text).to.not.contain("operator.").and.not.contain("jump_target");
    }
  });

  it("refuses functions without a body", async () => {
    const { schedule, parse } = await load(".");
    const { succeeded, diagnostics } = schedule.run(parse("func.func private @numpy.fft(i64) -> i64"));
    expect(succeeded).to.equal(false);
    expect(diagnostics.map(({ message }) => message)).to.deep.equal(["there is no body for numpy.fft"]);
  });
});

/** TypeScript implementations of the functions, which compute the expected results. */
const VALUES: { readonly [name: string]: (x: bigint, y: bigint) => bigint } = {
  "operator.add": (x, y) => x + y,
  "numpy.minimum": (x, y) => (x < y ? x : y),
  "numpy.hypot2": (x, y) => x * x + y * y,
  "numpy.norm": (x, y) => (x * x + y * y < 100n ? x * x + y * y : 100n),
};

describe("numba's graph with MLIR's own passes", () => {
  const plan = (...argv: readonly string[]): Promise<string> =>
    passwright("plan", "-c", "mlir-opt.config.yaml", ...argv);

  itSlow("is planned with mlir-opt and without it, and runs with it", async () => {
    checkGolden(await plan(), "mlir-opt-plan.txt", import.meta.url);
    const env = { ...childEnvironment(), PASSWRIGHT_MLIR_OPT: "/no/such/mlir-opt", XDG_CACHE_HOME: "/no/such/folder" };
    const without = (...argv: readonly string[]): SpawnSyncReturns<string> =>
      spawnSync(process.execPath, [cli, ...argv], { cwd: example, encoding: "utf8", env });
    expect(without("plan", "-c", "mlir-opt.config.yaml").stdout).to.equal(await plan());
    expect(without("run", ".").stdout).to.equal((await runProgram(main, ["run", "."], { cwd: example })).out);
    const { stderr, status } = without("run", "-c", "mlir-opt.config.yaml");
    expect(stderr).to.match(/^error\[PWM0101\]: pass `mlir-lift-cf-to-scf` needs a program that was not found/);
    expect(status).to.equal(1);
  });
});

describeWithMlirOpt("numba's graph with MLIR's own passes", () => {
  it("repeats as often, lowers to the LLVM dialect, and computes the program's result", async () => {
    const { schedule, parse } = await load("mlir-opt.config.yaml");
    for (let seed = 1; seed <= samples(10); seed++) {
      const random = new Random(seed);
      const names = Array.from({ length: random.between(1, 4) }, () => random.pick(Object.keys(VALUES)));
      const [x, y] = [random.between(-9, 9), random.between(-9, 9)];
      const module = parse(entry(program(names), x, y));
      const { succeeded, diagnostics, trace } = schedule.run(module);
      expect(succeeded, diagnostics.map(renderDiagnostic).join("\n")).to.equal(true);
      expect(trace.filter(({ kind }) => kind === "jump").length, names.join()).to.equal(roundsFor(names));
      const { stdout, stderr } = runMlirRunner(module.print(), "i64");
      const value = names.map((name) => VALUES[name]?.(BigInt(x), BigInt(y))).at(-1);
      expect({ stdout, stderr }, names.join()).to.deep.equal({ stdout: `${value}\n`, stderr: "" });
    }
  });

  it("prints a trace", async () => {
    const text = await passwright("run", "-c", "mlir-opt.config.yaml", "--trace", "-o", "/dev/null");
    checkGolden(text, "mlir-opt-trace.txt", import.meta.url);
  });
});

/**
 * Returns a program whose `main` has no arguments, as mlir-runner requires. This `main` calls the renamed `main` of the
 * given program with two numbers.
 */
function entry(text: string, x: number, y: number): string {
  return `${text.replace("@main", "@numbers")}
func.func @main() -> i64 {
  %x = arith.constant ${x} : i64
  %y = arith.constant ${y} : i64
  %0 = call @numbers(%x, %y) : (i64, i64) -> i64
  return %0 : i64
}
`;
}
