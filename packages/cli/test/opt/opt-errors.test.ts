import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { checkGolden } from "@passwright/development";
import { runProgram } from "../fake-terminal.ts";
import { makeProject } from "../project.ts";

const dialectPlugin = (name: string): string => `import { definePlugin } from "@passwright/sdk";
import { defineDialect } from "@passwright/ir";
export default definePlugin({ passes: [], dialects: [defineDialect({ name: "${name}", ops: {} })] });
`;

/** Plugin with an operation that cannot parse its printed text. */
const DEAF = `import { definePlugin } from "@passwright/sdk";
import { defineDialect } from "@passwright/ir";
const Word = { parse() {}, print(p) { p.write(" word"); } };
const op = { assemblyFormat: "custom<Word>", directives: { Word } };
export default definePlugin({ passes: [], dialects: [defineDialect({ name: "toy", ops: { op } })] });
`;

/** Plugin with an operation that does not print its attributes. */
const TOY = `import { definePlugin } from "@passwright/sdk";
import { defineDialect } from "@passwright/ir";
const op = { assemblyFormat: "custom<Nothing>", directives: { Nothing: { parse() {}, print() {} } } };
export default definePlugin({ passes: [], dialects: [defineDialect({ name: "toy", ops: { op } })] });
`;

async function errorsOf(...args: readonly string[]): Promise<string> {
  const cwd = makeProject({
    "a.mlir": "",
    "b.mlir": '"toy.op"() {label = "entry"} : () -> ()\n',
    "toy.js": TOY,
    "deaf.js": DEAF,
    "one.js": dialectPlugin("toy"),
    "two.js": dialectPlugin("toy"),
    "three.js": dialectPlugin("func"),
  });
  const input = args.some((flag) => flag.endsWith(".mlir")) ? [] : ["a.mlir"];
  const { out, err, code } = await runProgram(mainOpt, [...input, ...args], { cwd });
  return `${out}${err}exit ${code}`;
}

/**
 * Compares an error with a golden file. The file name contains the code, because errors in mlir-opt's format do not
 * contain codes.
 */
async function expectGolden(code: string, ...args: readonly string[]): Promise<void> {
  checkGolden(`${await errorsOf(...args)}\n`, `errors/${code}.txt`, import.meta.url);
}

describe("errors of passwright-opt", () => {
  it("PWR0401: passes as flags beside a pipeline", async () => {
    await expectGolden("PWR0401", "--cse", "--pass-pipeline=builtin.module(cse)");
  });

  it("PWR0402: local reproducers with threads", async () => {
    const flags = ["--mlir-pass-pipeline-crash-reproducer=r.mlir", "--mlir-pass-pipeline-local-reproducer"];
    await expectGolden("PWR0402", ...flags);
  });

  it("PWR0403: dumps of the whole module with threads", async () => {
    await expectGolden("PWR0403", "--mlir-print-ir-module-scope");
  });

  it("PWR0404: two dialects of one name", async () => {
    const plugins = ["./one.js", "./two.js", "./three.js"].map((name) => `--load-dialect-plugin=${name}`);
    expect(await errorsOf(...plugins)).to.equal(`error[PWR0404]: dialect \`toy\` is registered twice
  --> plugin ./two.js
   = first registered by ./one.js
   = registered again by ./two.js
help: remove one of the two plugins

error[PWR0404]: dialect \`func\` is registered twice
  --> plugin ./three.js
   = first registered by @passwright/ir
   = registered again by ./three.js
help: remove one of the two plugins
exit 1`);
  });

  it("PWR0405: IR that is read as something else than was printed", async () => {
    await expectGolden("PWR0405", "b.mlir", "--load-dialect-plugin=./toy.js", "--verify-roundtrip-custom");
    // `--verify-roundtrip` compares only the generic form, which contains the attribute.
    expect(await errorsOf("b.mlir", "--load-dialect-plugin=./toy.js", "--verify-roundtrip")).to.contain("exit 0");
    const deaf = await errorsOf("b.mlir", "--load-dialect-plugin=./deaf.js", "--verify-roundtrip-custom");
    expect(deaf).to.contain(
      "error: 'builtin.module' op failed to parse textual content back, cannot verify round-trip.",
    );
  });
});
