import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import {
  describeWithMlirOpt,
  findMlirOpt,
  generateProgram,
  perturb,
  runMlirOpt,
  samples,
} from "@passwright/development";
import { runProgram } from "../fake-terminal.ts";
import { makeProject } from "../project.ts";

const PROGRAMS = samples(100);

const plugin = fileURLToPath(new URL("../../test/fixtures/test-passes", import.meta.url));

const two = `"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "foo"}> ({
    %0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "bar"}> ({
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
`;

/** Returns the standard error of both programs, without the name of the program. */
async function bothSay(args: readonly string[], input: string = two): Promise<{ ours: string; theirs: string }> {
  const cwd = makeProject({});
  const ours = await runProgram(mainOpt, [`--load-pass-plugin=${plugin}`, ...args], { cwd, input });
  const theirs = runMlirOpt(args, input);
  const program = findMlirOpt() ?? "";
  const base = program.slice(program.lastIndexOf("/") + 1);
  const plain = (text: string): string =>
    text.replaceAll(program, "OPT").replaceAll(`${base}:`, "OPT:").replaceAll("passwright-opt", "OPT");
  return {
    ours: plain(`${ours.err}${ours.code === 0 ? ours.out : ""}exit ${ours.code}`),
    theirs: plain(`${theirs.stderr}${theirs.code === 0 ? theirs.stdout : ""}exit ${theirs.code}`),
  };
}

const pipelines = [
  "builtin.module(cse",
  "builtin.module(cse))",
  "any(builtin.module()()",
  "any(,)",
  "any(cse,)",
  "cse",
  "",
  "(cse)",
  "builtin.module(nope)",
  "builtin.module(cse,func.func(cse, nope))",
  "builtin.module(cse) foo)",
  "builtin.module(cse{)",
  "builtin.module(cse{}{})",
  "builtin.module(func.func)",
  "builtin.module(func.func())",
  'builtin.module("cse")',
  "builtin.module(\n  cse,\n  func.func(\n    nope\n  )\n)",
  "builtin.module(\tcse,\tnope)",
  "builtin.module()",
  "builtin.module(cse{})",
  "any(func.func(cse))",
  "builtin.module(any(cse))",
  "  builtin.module  (\n cse {} ,\n func.func (cse)\n)\n ",
  "func.func(cse)",
  "builtin.module(test-function-pass)",
  "builtin.module(func.func(test-module-pass))",
  "builtin.module(func.func(test-options-pass))",
  "builtin.module(func.func(test-options-pass{list=1,2 list=3}))",
  "builtin.module(func.func(test-options-pass{list}))",
  "builtin.module(func.func(test-options-pass{list=[1,2]}))",
  "builtin.module(func.func(test-options-pass{list=1 2}))",
  "builtin.module(func.func(test-options-pass{string={ a b }}))",
  'builtin.module(func.func(test-options-pass{string="a}b"}))',
  "builtin.module(func.func(test-options-pass{string-list={a b,c}}))",
  "builtin.module(func.func(test-options-pass{enum}))",
  "builtin.module(func.func(test-options-pass{enum=1}))",
  "builtin.module(func.func(test-options-pass{foo}))",
  "builtin.module(symbol-dce{x=1})",
];

const arguments_: readonly (readonly string[])[] = [
  ["--cse", "--dump-pass-pipeline"],
  ["-cse", "-cse", "--test-function-pass", "--test-module-pass", "--test-function-pass", "-dump-pass-pipeline"],
  ["--cse=", "--dump-pass-pipeline=1"],
  ["--dump-pass-pipeline"],
  ["--test-options-pass=list=1,2", "--dump-pass-pipeline"],
  ["--test-options-pass=list=x"],
  ["--test-options-pass=foo=1"],
  ["-cse", "--pass-pipeline=builtin.module(cse)"],
  ["--pass-pipeline=", "-cse"],
  ["-p", "builtin.module(cse)", "--dump-pass-pipeline"],
  ["--pass-pipeline", "builtin.module(symbol-dce)", "--dump-pass-pipeline"],
  ["--pass-pipeline=builtin.module(cse)", "--pass-pipeline=builtin.module()", "--dump-pass-pipeline"],
  ["--pass-pipeline"],
  ["--pass-pipeline", "--cse"],
  ["-o"],
  ["--verify-each=maybe"],
  ["--verify-each=0", "--cse"],
  ["--verify-each=false", "--verify-each", "--cse"],
  ["-", "-"],
  ["--", "-", "-"],
  ["nofile.mlir"],
  ["."],
  ["-o", "no/such/file"],
  ["-o", "."],
  ["--mlir-elide-elementsattrs-if-larger=abc"],
  ["--mlir-elide-resource-strings-if-larger=-1"],
  ["--mlir-elide-elementsattrs-if-larger=1", "--mlir-print-elementsattrs-with-hex-if-larger", "-1"],
  ["--mlir-print-skip-regions"],
  ["--mlir-print-local-scope", "--mlir-print-debuginfo"],
  ["--mlir-pretty-debuginfo", "--mlir-print-debuginfo", "--cse"],
  ["--mlir-print-unique-ssa-ids", "--mlir-use-nameloc-as-prefix", "--mlir-print-assume-verified"],
  ["--test-pass-failure"],
  ["--pass-pipeline=builtin.module(func.func(test-pass-failure),cse)"],
];

describeWithMlirOpt("passwright-opt beside mlir-opt", () => {
  for (const text of pipelines) {
    it(`says the same of --pass-pipeline='${text.replaceAll("\n", "⏎").replaceAll("\t", "⇥")}'`, async () => {
      const { ours, theirs } = await bothSay([`--pass-pipeline=${text}`, "--dump-pass-pipeline"]);
      expect(ours).to.equal(theirs);
    });
  }

  for (const args of arguments_) {
    it(`has the same output for ${args.join(" ")}`, async () => {
      const { ours, theirs } = await bothSay(args);
      expect(ours).to.equal(theirs);
    });
  }

  it("reports the same for an invalid input and for an empty input", async () => {
    for (const input of ['"builtin.module"() ({\n', '\t"foo"(\n', "", two.replace("bar", "foo")]) {
      const { ours, theirs } = await bothSay(["--cse"], input);
      expect(ours, input).to.equal(theirs);
    }
  });

  it("knows no flag that mlir-opt does not know, but for debugging and help", async () => {
    const { ours } = await bothSay(["--bogus=3", "--cs"]);
    expect(ours).to.equal(`OPT: Unknown command line argument '--bogus=3'.  Try: 'OPT --help'
OPT: Unknown command line argument '--cs'.  Try: 'OPT --help'
OPT: Did you mean '--cse'?
exit 1`);
  });

  it(`has mlir-opt's result for ${PROGRAMS} perturbed random programs, byte for byte`, async () => {
    const passes = ["--allow-unregistered-dialect", "--pass-pipeline=builtin.module(cse,symbol-dce)"];
    const cwd = makeProject({});
    for (let seed = 0; seed < PROGRAMS; seed++) {
      const flags = ["--mlir-print-op-generic", "--mlir-print-value-users"].filter(
        (_, index) => (seed >> index) % 2 === 0,
      );
      const args = [...passes, ...flags];
      const input = perturb(generateProgram({ seed }).text, seed);
      const theirs = runMlirOpt(args, input);
      const ours = await runProgram(mainOpt, args, { cwd, input });
      expect(`${ours.err}${ours.out}`, `seed ${seed}`).to.equal(`${theirs.stderr}${theirs.stdout}`);
    }
  });
});

describe("passwright-opt", () => {
  it("writes a file whole or not at all", async () => {
    const cwd = makeProject({ "two.mlir": two, "bad.mlir": "foo\n" });
    const done = await runProgram(mainOpt, ["two.mlir", "-cse", "-o", "out.mlir"], { cwd });
    expect(done).to.deep.equal({ code: 0, out: "", err: "" });
    expect(readFileSync(join(cwd, "out.mlir"), "utf8")).to.match(/^module \{/);
    const failed = await runProgram(mainOpt, ["bad.mlir", "-cse", "-o", "bad.out"], { cwd });
    expect(failed.code).to.equal(1);
    expect(failed.err).to.match(/^bad\.mlir:1:1: error: /);
    expect(existsSync(join(cwd, "bad.out"))).to.equal(false);
  });

  it("loads passes of other packages, and reports those that cannot be loaded", async () => {
    const cwd = makeProject({}, ["throws-on-load"]);
    const loaded = await runProgram(mainOpt, ["-load-pass-plugin", plugin, "--list-passes"], { cwd });
    expect(loaded.out).to.contain("--test-options-pass").and.contain("--cse");
    const failed = await runProgram(mainOpt, ["--load-pass-plugin=throws-on-load", "--load-pass-plugin=none"], { cwd });
    expect(failed.code).to.equal(1);
    expect(failed.err).to.match(/^error\[PWL0202\]: `throws-on-load` threw an exception while it was loaded/);
    expect(failed.err).to.contain("error[PWL0101]: plugin `none` does not exist");
  });

  it("takes a folder and a file as they are named on a command line", async () => {
    const cwd = fileURLToPath(new URL("../../../../", import.meta.url));
    for (const name of [
      "plugins/mlir-test-passes",
      "./plugins/mlir-test-passes",
      "plugins/mlir-test-passes/dist/index.js",
    ]) {
      const { out, err } = await runProgram(mainOpt, [`--load-pass-plugin=${name}`, "--list-passes"], { cwd });
      expect(`${err}${out}`, name).to.contain("--test-module-pass ");
    }
  });

  it("prints help and its version", async () => {
    const cwd = makeProject({});
    const help = await runProgram(mainOpt, ["--help"], { cwd });
    expect(help.out).to.match(
      /^OVERVIEW: [^]*USAGE: passwright-opt \[options\] <input file>[^]*--pass-pipeline=<string>/,
    );
    expect((await runProgram(mainOpt, ["--help-hidden"], { cwd })).out).to.equal(help.out);
    const version = await runProgram(mainOpt, ["--version"], { cwd });
    expect(version.out).to.equal("passwright-opt 0.1.0\n");
  });
});
