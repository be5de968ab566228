import { expect } from "chai";
import { mainOpt } from "@passwright/cli";
import { runProgram } from "../fake-terminal.ts";
import { makeProject } from "../project.ts";

const plugin = `import { defineAnalysis, definePass, definePlugin } from "@passwright/sdk";
let count = 0;
const marks = defineAnalysis({ name: "test/marks", compute: (op) => ({ marks: op.attrs.length }) });
export default definePlugin({
  analyses: [marks],
  passes: [
    definePass({
      name: "number",
      runOnOperation: (op) => op.setAttr("n", op.context.parseAttribute(String(count++))),
    }),
    definePass({
      name: "mark",
      preserves: ["test/marks"],
      runOnOperation: (op) => op.setAttr("m", op.context.parseAttribute("unit")),
    }),
    definePass({
      name: "mark-more",
      worksOn: ["arith.addi"],
      runOnOperation: (op) => op.setAttr("m", op.context.parseAttribute("unit")),
    }),
    definePass({
      name: "meddle",
      runOnOperation: (op) => op.next?.setAttr("n", op.context.parseAttribute("1")),
    }),
  ],
});
`;

const input = "func.func @a() {\n  return\n}\nfunc.func @b() {\n  return\n}\n";

async function run(...args: readonly string[]): Promise<string> {
  const cwd = makeProject({ "a.mlir": input, "plugin.js": plugin });
  const flags = ["--load-pass-plugin=plugin.js", "-o", "/dev/null", ...args];
  const { err, code } = await runProgram(mainOpt, ["a.mlir", ...flags], { cwd });
  return `${err}exit ${code}`;
}

describe("--verify-isolation", () => {
  it("ends the run when a pass writes outside its operation, or depends on earlier operations", async () => {
    const meddling = "--pass-pipeline=builtin.module(func.func(meddle))";
    const numbering = "--pass-pipeline=builtin.module(func.func(number))";
    expect(await run(meddling)).to.equal("exit 0");
    expect(await run(meddling, "--verify-isolation")).to.equal(
      `a.mlir:1:1: error: pass \`meddle\` on 'func.func' @a changed IR that it must not change: sibling 'func.func' @b was changed
func.func @a() {
^
exit 1`,
    );
    expect(await run(numbering, "--verify-isolation")).to.match(
      /^a\.mlir:1:1: error: pass `number` keeps state [^\n]* has a different result for [^\n]*@a\n/,
    );
    expect(await run("--pass-pipeline=builtin.module(func.func(mark))", "--verify-isolation")).to.contain(
      "error: pass `mark` declares that it preserves analysis `test/marks`, but changed the result of the analysis on 'func.func' @a\n",
    );
    expect(await run("--pass-pipeline=builtin.module(func.func(mark-more))", "--verify-isolation")).to.contain(
      "error: pass `mark-more` changed 'func.func' @a, which does not contain any operation in `worksOn` of the pass\n",
    );
    expect(await run("--pass-pipeline=builtin.module(func.func(cse),symbol-dce)", "--verify-isolation")).to.equal(
      "exit 0",
    );
  });
});
