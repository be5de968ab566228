import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { describeWithMlirOpt, generateProgram, Random, runMlirOpt, samples } from "@passwright/development";
import { runProgram } from "../fake-terminal.ts";
import { makeProject } from "../project.ts";
import { normalize } from "./cases/normalize.ts";

const RUNS = samples(100);

const pluginFolder = fileURLToPath(new URL("../../../../plugins/mlir-test-passes", import.meta.url));
const LOAD = [`--load-dialect-plugin=${pluginFolder}`, `--load-pass-plugin=${pluginFolder}`];

const PASSES = ["cse", "cse", "test-function-pass", "test-interface-pass", "test-options-pass", "test-pass-failure"];

/** Flags that report about a run. `DIR` is the folder for their output. */
const FLAGS = [
  "--mlir-print-ir-before-all",
  "--mlir-print-ir-after-all",
  "--mlir-print-ir-before=cse",
  "--mlir-print-ir-after=cse,test-function-pass",
  "--mlir-print-ir-after-change",
  "--mlir-print-ir-after-failure",
  "--mlir-print-ir-module-scope",
  "--mlir-print-ir-tree-dir=DIR/tree",
  "--mlir-print-debuginfo",
  "--mlir-print-op-generic",
  "--mlir-print-op-on-diagnostic=false",
  "--mlir-timing",
  "--mlir-timing-display=list",
  "--mlir-output-format=json",
  "--mlir-pass-pipeline-crash-reproducer=DIR/crash.mlir",
  "--mlir-pass-pipeline-local-reproducer",
  "--mlir-generate-reproducer=DIR/generated.mlir",
  "--log-actions-to=DIR/actions.log",
  "--profile-actions-to=DIR/profile.json",
  "--dump-pass-pipeline",
  "--verify-each=0",
];

function argumentsFor(random: Random): string[] {
  const nest = (): string => {
    const passes = Array.from({ length: random.between(1, 3) }, () =>
      random.chance(0.75) ? random.pick(PASSES.slice(0, -1)) : random.pick(PASSES),
    );
    return `${random.pick(["func.func", "func.func", "any"])}(${passes.join(",")})`;
  };
  const top = Array.from({ length: random.between(1, 3) }, () =>
    random.pickWeighted([
      [4, nest()],
      [2, "cse"],
      [1, "symbol-dce"],
      [1, "test-module-pass"],
      [1, "any(cse)"],
    ]),
  );
  const chosen = FLAGS.filter(() => random.chance(0.25));
  // In generic form, mlir-opt numbers the values of a reproducer across all functions, from the last function to the
  // first.
  const hasReproducer = chosen.some((flag) => flag.includes("reproducer="));
  const flags = chosen.filter((flag) => !hasReproducer || flag !== "--mlir-print-op-generic");
  return [
    `--pass-pipeline=builtin.module(${top.join(",")})`,
    "--allow-unregistered-dialect",
    "--mlir-disable-threading",
    ...flags,
  ];
}

/** Returns every file in a folder with its content. */
function filesIn(folder: string, inside = ""): string[] {
  return readdirSync(join(folder, inside))
    .sort()
    .flatMap((name) => {
      const path = join(inside, name);
      if (statSync(join(folder, path)).isDirectory()) return filesIn(folder, path);
      return [`--- ${path}\n${readFileSync(join(folder, path), "utf8")}`];
    });
}

describeWithMlirOpt("random programs with flags that print events", () => {
  it(`have mlir-opt's output, ${RUNS} times`, async () => {
    const cwd = makeProject({});
    for (let seed = 0; seed < RUNS; seed++) {
      const random = new Random(seed);
      const args = argumentsFor(random);
      const input = generateProgram({ seed }).text;
      const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), "instruments-")));
      const [theirFolder = "", ourFolder = ""] = folders;
      const inside = (folder: string): string[] => args.map((argument) => argument.replace("DIR", folder));
      const outcome = (text: string, folder: string): string =>
        normalize([text, ...filesIn(folder)].join("\n")).replaceAll(folder, "DIR");
      const theirs = runMlirOpt(inside(theirFolder), input);
      const ours = await runProgram(mainOpt, [...LOAD, ...inside(ourFolder)], { cwd, input });
      expect(outcome(`${ours.out}${ours.err}exit ${ours.code}`, ourFolder), `seed ${seed}: ${args.join(" ")}`).to.equal(
        outcome(`${theirs.stdout}${theirs.stderr}exit ${theirs.code}`, theirFolder),
      );
      for (const folder of folders) if (existsSync(folder)) rmSync(folder, { recursive: true });
    }
  });
});
