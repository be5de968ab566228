import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";

const mlir = `func.func @f() -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
`;

/** Makes the files of a project whose config has a pipeline and the given value of the key `instrument`. */
const files = (instrument: string): { [path: string]: string } => ({
  "passwright.config.yaml": `plugins: ["@passwright/plugin-transforms"]
pipeline: builtin.module(func.func(cse),symbol-dce)
instrument: ${instrument}
inputs: [in.mlir]
`,
  "in.mlir": mlir,
});

const timeless = (text: string): string => text.replaceAll(/\d+\.\d+/g, "#").replaceAll(/ +/g, " ");

describe("passwright run, with instrumentation in the config", () => {
  it("shows statistics and timing, along the pipeline or as lists", async () => {
    const shown = timeless(await makeWorkplace(files("{ timing: true, statistics: true }")).passwright("run"));
    expect(shown).to.contain("(S) 1 num-cse'd - Number of operations CSE'd").and.to.contain("'func.func' Pipeline\n");
    expect(shown).to.contain("Total Execution Time: # seconds");
    const parts = ["Read files", "Parser", "Output", "Write files"];
    for (const part of parts) expect(shown).to.match(new RegExp(` # \\( #%\\) ${part}\n`));
    const lists = "{ timing: { display: list, format: json }, statistics: { display: list } }";
    const listed = await makeWorkplace(files(lists)).passwright("run");
    expect(listed).to.contain('"name": "CSE"').and.to.not.contain("Pipeline\n");
  });

  it("prints the IR, to standard error or as a tree of files beside the config", async () => {
    const { passwright } = makeWorkplace(files("{ printIr: { after: [cse], onlyWhenChanged: true } }"));
    const shown = await passwright("run");
    expect(shown.match(/IR Dump After \w+/g)).to.deep.equal(["IR Dump After CSE"]);
    const tree = makeWorkplace(files("{ printIr: { before: all, tree: dumps } }"));
    await tree.passwright("run");
    expect(
      readdirSync(join(tree.folder, "dumps"), { recursive: true }).filter((name) => String(name).endsWith(".mlir")),
    ).to.have.lengthOf(2);
  });

  it("warns about unknown passes before or after which the IR should be printed", async () => {
    const { passwright } = makeWorkplace(files("{ printIr: { before: [nosuch], after: [csee, cse, canonicalize] } }"));
    const shown = await passwright("run");
    expect(shown.match(/IR Dump After \w+/g)).to.deep.equal(["IR Dump After CSE"]);
    expect(shown.match(/^(?:warning|error|help|  -->).*$/gm)).to.deep.equal([
      "warning[PWR0010]: the IR is not printed before or after pass `nosuch`, because no framework or plugin provides this pass",
      "  --> passwright.config.yaml:3:1",
      "help: run `passwright list passes` for a list of passes",
      "warning[PWR0010]: the IR is not printed before or after pass `csee`, because no framework or plugin provides this pass",
      "  --> passwright.config.yaml:3:1",
      "help: did you mean `cse`?",
    ]);
    expect(shown).to.contain("--- exit 0");
    expect(await passwright("run", "--mlir-print-ir-after=cse")).to.not.contain("PWR0010");
  });

  it("knows the groups of the plan as passes before or after which the IR can be printed", async () => {
    const { passwright } = makeWorkplace({
      "host.js": `import { defineFramework, defineGroup, defineIr, definePass } from "@passwright/sdk";
const ir = defineIr({ name: "notes", root: "note", nameOf: () => "note", childrenOf: () => [],
  parse: (text) => ({ text }), print: ({ text }) => text });
const group = defineGroup({ name: "host", splits: "refuse", run: () => {} });
const tidy = definePass({ name: "tidy", group, member: "tidy" });
export default defineFramework({ name: "notes", ir, groups: [group], pipeline: (b) => void b.addPass(tidy) });
`,
      "passwright.config.yaml": "framework: ./host.js\n",
      "note.txt": "one\n",
    });
    const shown = await passwright("run", "note.txt", "--mlir-print-ir-after=group<host>,group<hots>,note");
    expect(shown.match(/IR Dump After [\w<>]+/g)).to.deep.equal(["IR Dump After group<host>"]);
    expect(Array.from(shown.matchAll(/PWR0010.*`(.*)`/g), ([, name]) => name)).to.deep.equal(["group<hots>", "note"]);
  });

  it("writes a trace, and reproducers of failures", async () => {
    const trace = makeWorkplace(files("{ trace: trace.json }"));
    await trace.passwright("run");
    const events = JSON.parse(readFileSync(join(trace.folder, "trace.json"), "utf8")) as unknown[];
    expect(events).to.have.lengthOf(6);
    const fails = makeWorkplace(
      {
        "passwright.config.yaml":
          "anchor: builtin.module\nplugins: [./fails]\npipeline: [fail]\ninstrument: { reproducer: repro.mlir, verifyIsolation: true }\n",
        "fails/package.json": JSON.stringify({
          name: "fails",
          type: "module",
          exports: "./index.js",
          passwright: { kind: "plugin", api: "^1.0.0", setup: false, passes: [{ name: "fail" }] },
        }),
        "fails/index.js": `import { definePass, definePlugin } from "@passwright/sdk";
const fail = definePass({ name: "fail", runOnOperation: (op, pass) => pass.signalPassFailure() });
export default definePlugin({ passes: [fail] });
`,
        "in.mlir": mlir,
      },
      [],
    );
    const shown = await fails.passwright("run", "in.mlir");
    expect(shown).to.contain("reproducer generated at `repro.mlir`");
    expect(readFileSync(join(fails.folder, "repro.mlir"), "utf8")).to.contain('pipeline: "builtin.module(fail)"');
  });

  it("reports passes that change attributes of a surrounding MLIR operation", async () => {
    const { passwright } = makeWorkplace(
      {
        "passwright.config.yaml":
          "plugins: [./writes.js]\npipeline: builtin.module(func.func(writes))\ninstrument: { verifyIsolation: true }\n",
        "writes.js": `import { definePass, definePlugin } from "@passwright/sdk";
const runOnOperation = (func) => func.parentOp.setAttr("acme.seen", func.context.parseAttribute("unit"));
export default definePlugin({ passes: [definePass({ name: "writes", anchor: "func.func", runOnOperation })] });
`,
        "in.mlir": "func.func private @f()\n",
      },
      [],
    );
    expect(await passwright("run", "in.mlir")).to.match(/error\[PWN0301\]: pass `writes` [^]*--- exit 1\n$/);
  });

  it("reports passes that change values of a surrounding plain object, but not of their own operation", async () => {
    const run = (change: string): Promise<string> => {
      const framework = `import { defineFramework, defineIr, definePass } from "@passwright/sdk";
const ir = defineIr({ name: "json", root: "doc", nameOf: (node) => node.name, childrenOf: ["first", "rest"],
  parse: JSON.parse, print: (root) => JSON.stringify(root) });
const write = definePass({ name: "write", anchor: "item", runOnOperation(item) { ${change} } });
export default defineFramework({ name: "frame", ir, anchor: "doc", pipeline(b) { b.addPass(write); } });
`;
      return makeWorkplace({
        "frame.js": framework,
        "passwright.config.yaml": "framework: ./frame.js\ninstrument: { verifyIsolation: true }\n",
        "in.json": '{"name":"doc","size":1,"attributes":{"a":"b"},"first":{"name":"item","size":1},"rest":[]}',
      }).passwright("run", "in.json");
    };
    const found = /error\[PWN0301\]: pass `write` [^]*surrounding operation 'doc' was changed[^]*--- exit 1\n$/;
    expect(await run("ir.parentOf(item).size = 2;")).to.match(found);
    expect(await run('ir.parentOf(item).attributes.a = "c";')).to.match(found);
    expect(await run("item.size = 2;"))
      .to.contain('"size":2}')
      .and.to.contain("--- exit 0");
  });

  it("checks passes before and after a conversion from MLIR", async () => {
    const framework = `import { defineConversion, defineFramework, defineIr, definePass } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
const text = defineIr({ name: "text", root: "text", nameOf: (node) => node.name, childrenOf: "lines",
  print: ({ lines }) => lines.map(({ line }) => line).join("|") });
const toText = defineConversion({ name: "to-text", from: mlir, to: text,
  convert: (op) => ({ name: "text", lines: op.print().trim().split("\\n").map((line) => ({ name: "line", line })) }) });
const keep = definePass({ name: "keep", anchor: "func.func", ir: mlir, runOnOperation() {} });
const trim = definePass({ name: "trim", anchor: "line", ir: text, runOnOperation(node) { node.line = node.line.trim(); } });
export default defineFramework({ name: "printer", ir: mlir, anchor: "builtin.module",
  pipeline(b) { for (const pass of [keep, toText, trim]) b.addPass(pass); } });
`;
    const config = "framework: ./framework.js\ninstrument: { verifyIsolation: true }\n";
    const { passwright } = makeWorkplace(
      { "framework.js": framework, "passwright.config.yaml": config, "in.mlir": "func.func private @f()\n" },
      [],
    );
    expect(await passwright("run", "in.mlir")).to.equal("--- out\nmodule {|func.func private @f()|}--- exit 0\n");
  });

  it("turns the verifier off unless the flag is set", async () => {
    const { passwright } = makeWorkplace(files("{ verifyEach: false }"));
    expect(await passwright("run")).to.contain("--- exit 0");
  });

  it("writes reproducers in the syntax of the IR, which run again", async () => {
    const framework = `import { defineFramework, defineIr, definePass } from "@passwright/sdk";
const ir = defineIr({ name: "json", root: "doc", nameOf: (node) => node.name, childrenOf: "inside",
  parse: JSON.parse, print: (root) => JSON.stringify(root) });
const shout = definePass({ name: "shout", runOnOperation: (node) => void (node.text = "LOUD") });
const fail = definePass({ name: "fail", runOnOperation: (node, pass) => pass.signalPassFailure() });
export default defineFramework({ name: "frame", ir, anchor: "doc", passes: [shout, fail], pipeline(b) { b.addPass(shout); b.addPass(fail); } });
`;
    const input = '{"name":"doc","text":"é"}';
    const { passwright, folder } = makeWorkplace({
      "frame.js": framework,
      "passwright.config.yaml": "framework: ./frame.js\ninstrument: { reproducer: r.json }\n",
      "in.json": input,
    });
    const failed = await passwright("run", "in.json");
    expect(failed).to.contain("the IR before `doc(shout, fail)` is written to `r.json` (verifier after each pass: on)");
    expect(readFileSync(join(folder, "r.json"), "utf8")).to.equal(input);
    renameSync(join(folder, "r.json"), join(folder, "in.json"));
    expect(await passwright("run", "in.json")).to.equal(failed);
  });

  it("names files that cannot be written, and functions that the IR lacks", async () => {
    const unwritable = await makeWorkplace(files("{ trace: no/such/trace.json }")).passwright("run");
    expect(unwritable).to.contain(
      "`no/such/trace.json` cannot be written: No such file or directory\nhelp: create folder `no/such`, or use another path\n",
    );
    expect(unwritable).to.contain("--- exit 1");
    const lacks = makeWorkplace(
      {
        "passwright.config.yaml": "framework: press\ninstrument: { reproducer: r.txt }\ninputs: [a.txt]\n",
        "a.txt": "tea\n",
      },
      ["press"],
    );
    const shown = await lacks.passwright("run");
    expect(shown).to.contain("clone").and.to.contain("--- exit 1");
    expect(existsSync(join(lacks.folder, "r.txt"))).to.equal(false);
  });
});

describe("levels and data-only mode on the command line", () => {
  const text = `plugins: ["@passwright/plugin-transforms"]
levels: [O0, O1, O2]
pipeline:
  - { pass: cse, when: { level: [O1, O2] } }
  - { pass: symbol-dce, when: { level: O2 } }
`;

  it("takes -O2 for level O2", async () => {
    const { passwright } = makeWorkplace({ "passwright.config.yaml": text });
    const plan = async (...flags: string[]): Promise<string> => passwright("plan", "--format", "mlir", ...flags);
    expect(await plan()).to.contain("builtin.module()\n");
    expect(await plan("-O1")).to.contain("builtin.module(cse)\n");
    expect(await plan("-O2", "--data-only")).to.contain("builtin.module(cse,symbol-dce)\n");
    expect(await plan("--level", "O1")).to.contain("builtin.module(cse)\n");
    expect(await plan("-O3"))
      .to.contain("has no level `3`")
      .and.to.contain("use one of O0, O1, O2");
  });

  it("runs no code with --data-only", async () => {
    const { passwright } = makeWorkplace({ "passwright.config.mjs": "throw new Error('ran');\n" });
    expect(await passwright("plan", "--data-only")).to.equal(`--- err
error[PWL0023]: \`passwright.config.mjs\` is code, which data-only mode does not run
help: write the config in YAML or JSON, or turn off data-only mode
--- exit 1
`);
  });
});
