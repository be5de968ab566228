import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { parsePipeline, PassRegistry, printPipeline, printPipelinePretty } from "@passwright/core";
import type { OpPassManager, PassDefinition } from "@passwright/core";
import type { DefinedPlugin } from "@passwright/sdk";
import testPasses from "@passwright/plugin-mlir-test-passes";
import transforms from "@passwright/plugin-transforms";
import { describeWithMlirOpt, findMlirOpt, Random, runMlirOptAsync, samples } from "@passwright/development";
import { runProgram } from "../fake-terminal.ts";
import { makeProject } from "../project.ts";
import { RandomText } from "./random-text.ts";
import type { Known } from "./random-text.ts";

const TEXTS = samples(500);
const AT_ONCE = 4;

const pluginFolder = fileURLToPath(new URL("../../../../plugins/mlir-test-passes", import.meta.url));
const LOAD = [`--load-dialect-plugin=${pluginFolder}`, `--load-pass-plugin=${pluginFolder}`];

/**
 * Passes to leave out: one makes mlir-opt crash with a stack dump, and arith-expand lacks options for types that
 * Passwright does not have.
 */
const LEFT_OUT = new Set(["test-pass-crash", "arith-expand"]);

function knownOf({ passes, pipelines = [] }: DefinedPlugin): Known[] {
  const ofPasses = (passes as readonly PassDefinition<object>[]).map(({ declaration: { name, anchor }, options }) => ({
    name,
    anchor,
    options,
  }));
  const ofPipelines = pipelines.map(({ name, options = {} }) => ({ name, anchor: "builtin.module", options }));
  return [...ofPasses, ...ofPipelines].filter(({ name }) => !LEFT_OUT.has(name));
}

const plugins = [transforms, testPasses] as readonly DefinedPlugin[];
const known = plugins.flatMap(knownOf);

function withoutNames(text: string): string {
  const program = findMlirOpt() ?? "";
  const base = program.slice(program.lastIndexOf("/") + 1);
  return text.replaceAll(program, "OPT").replaceAll(`${base}:`, "OPT:").replaceAll("passwright-opt", "OPT");
}

/** Replaces a number that mlir-opt prints as the character with that code. */
function withoutIterations(text: string): string {
  return text.replace(/(Invalid maxIterations value: )[^]*?\n+/g, "$1N\n");
}

/**
 * Input with an operation of each dialect in the anchors, because mlir-opt loads a dialect only when an input uses it.
 */
const INPUT = `func.func @f(%c: i1) {
  scf.if %c {
    scf.yield
  }
  return
}
module @inner {
  func.func @g() { return }
}
`;

/** Returns the results of both programs for the same arguments, or `undefined` if mlir-opt crashed. */
async function compare(args: readonly string[], cwd: string): Promise<{ ours: string; theirs: string } | undefined> {
  const all = [...args, "--mlir-disable-threading", "--dump-pass-pipeline", "-o", "/dev/null"];
  const theirs = await runMlirOptAsync(all, INPUT);
  if (theirs.code < 0 || theirs.code > 1 || theirs.stderr.includes("LLVM ERROR")) return undefined;
  const ours = await runProgram(mainOpt, [...LOAD, ...all], { cwd, input: INPUT });
  return {
    ours: withoutIterations(withoutNames(`${ours.err}exit ${ours.code}`)),
    theirs: withoutIterations(withoutNames(`${theirs.stderr}exit ${theirs.code}`)),
  };
}

describeWithMlirOpt("random pipelines on the command line", () => {
  it(`have the verdict, the messages and the dump of mlir-opt: ${TEXTS} texts and flags, right and wrong ones`, async () => {
    const cwd = makeProject({});
    const verdicts = new Map<string, number>();
    let compared = 0;
    for (let seed = 0; compared < TEXTS; seed += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, TEXTS - compared) }, (_, index) =>
        argumentsFor(seed + index),
      );
      // Runs several processes at once, because most of the time is spent on starting mlir-opt.
      const outcomes = await Promise.all(batch.map((args) => compare(args, cwd)));
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome === undefined) continue;
        compared++;
        expect(outcome.ours, `seed ${seed + index}: ${batch[index]?.join(" ")}`).to.equal(outcome.theirs);
        const verdict = outcome.theirs.slice(outcome.theirs.lastIndexOf("exit "));
        verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      }
    }
    for (const kind of ["exit 0", "exit 1"]) expect(verdicts.get(kind) ?? 0, kind).to.be.greaterThan(TEXTS / 5);
  });

  it("are read as they are printed: every registered pass and pipeline, with random options", () => {
    const registry = new PassRegistry<never>();
    for (const { passes, pipelines = [] } of plugins) {
      for (const pass of passes) registry.registerPass(pass as PassDefinition<never>, { name: "all" });
      for (const pipeline of pipelines) registry.registerPipeline(pipeline, { name: "all" });
    }
    const seen = new Set<string>();
    for (let seed = 0; seed < 4000; seed++) {
      const read = parsePipeline(new RandomText(new Random(seed), known).pipeline(), registry);
      // Skips empty nested managers, which have no text, because empty parentheses parse as a pass without a name.
      if (!read.ok || printPipeline(read.manager).includes("()")) continue;
      const text = printPipeline(read.manager);
      const again = parsePipeline(text, registry);
      expect(again.ok && printPipeline(again.manager), text).to.equal(text);
      expect(again.ok && valuesOf(again.manager), text).to.deep.equal(valuesOf(read.manager));
      const pretty = parsePipeline(printPipelinePretty(read.manager), registry);
      expect(pretty.ok && printPipeline(pretty.manager), text).to.equal(text);
      read.manager.forEachPass(({ declaration: { name } }) => seen.add(name));
    }
    expect(
      plugins.flatMap(({ passes }) => passes.map((pass) => pass.declaration.name)).filter((name) => !seen.has(name)),
    ).to.deep.equal([...LEFT_OUT].sort());
  });
});

function valuesOf(manager: OpPassManager<never>): unknown[] {
  const values: unknown[] = [];
  manager.forEachPass(({ declaration: { name }, options }) => values.push([name, options.values]));
  return values;
}

function argumentsFor(seed: number): string[] {
  const texts = new RandomText(new Random(seed), known);
  if (seed % 4 !== 3) return [`--pass-pipeline=${texts.pipeline()}`];
  return Array.from({ length: 1 + (seed % 3) }, () => texts.flag());
}
