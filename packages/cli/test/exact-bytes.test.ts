import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { findMlirOpt, itLong, Random, sampleOf, samples } from "@passwright/development";
import { makeProject } from "./project.ts";
import { startProgram } from "./start-program.ts";

const IR = "plugins: ['@passwright/plugin-transforms', ./stir.js]\npipeline: ";

/** Plugin with a pass that never ends in one function, and a pass that fails in another function. */
const stir = `import { definePass, definePlugin } from "@passwright/sdk";
const stir = definePass({
  name: "stir",
  anchor: "func.func",
  runOnOperation(op, pass) {
    if (op.symbolName === "forever") for (;;);
    if (op.symbolName === "leave") process.exit(0);
  },
});
export default definePlugin({ passes: [stir] });
`;

const files = {
  "stir.js": stir,
  "stir.config.yaml": `${IR}builtin.module(func.func(cse,stir))\n`,
  "cse.config.yaml": `${IR}builtin.module(func.func(cse,canonicalize))\n`,
  "none.config.yaml": `${IR}builtin.module()\n`,
};

/** Returns a random string of bytes that MLIR strings can contain without escapes. */
function randomString(random: Random): Buffer {
  const bytes = Array.from({ length: random.below(12) }, () => random.below(256));
  return Buffer.from(bytes.filter((byte) => ![0x22, 0x5c, 0x0a, 0x0b, 0x0c, 0x0d, 0x00].includes(byte)));
}

/** Returns functions with random strings in attributes, names and comments. Each character represents one byte. */
function program(seed: number, names: readonly string[]): Buffer {
  const random = new Random(seed);
  const text = (): string => randomString(random).toString("latin1");
  const functions = names.map(
    (name) => `func.func @${name}(%a: i32) -> i32 attributes {a = "${text()}", b = [@"x${text()}", "${text()}"]} {
  // ${text()}
  %0 = arith.addi %a, %a {c = "${text()}"} : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}
`,
  );
  return Buffer.from(functions.join(""), "latin1");
}

/** Converts a string with one character per byte to a UTF-8 string. */
const utf8 = (bytes: string): string => Buffer.from(bytes, "latin1").toString();

const read = (folder: string, ...path: readonly string[]): string => readFileSync(join(folder, ...path), "latin1");

function project(inputs: { readonly [name: string]: Uint8Array }): string {
  const folder = makeProject(files);
  for (const [name, bytes] of Object.entries(inputs)) writeFileSync(join(folder, name), bytes);
  return folder;
}

async function run(cwd: string, args: readonly string[], input?: Uint8Array): Promise<string> {
  const { code, out, err } = await startProgram("passwright", ["run", ...args], {
    cwd,
    encoding: "latin1",
    ...(input === undefined ? {} : { input }),
  });
  expect({ code, err }).to.deep.equal({ code: 0, err: "" });
  return out;
}

describe("bytes that are not UTF-8, in passwright run", () => {
  const names = ["a", "b", "c", "d", "e"];

  itLong("are printed as by passwright-opt, for every input and output", async () => {
    for (let seed = 1; seed <= samples(3); seed++) {
      const bytes = program(seed, names);
      const cwd = project({ "in.mlir": bytes });
      const flags = ["--pass-pipeline=builtin.module(func.func(cse,canonicalize))", "in.mlir"];
      const { out: printed } = await startProgram("passwright-opt", flags, { cwd, encoding: "latin1" });
      // Like mlir-opt, the program ends its output with an empty line.
      const wanted = printed.replace(/\n$/, "");
      expect(wanted).to.match(/\\[89A-F][0-9A-F]/);
      expect(wanted).not.to.contain("\\EF\\BF\\BD");
      const config = ["-c", "cse.config.yaml"];
      const variants = [
        ["-"],
        ["in.mlir"],
        ["in.mlir", "--debug"],
        ["in.mlir", "--threads", "2"],
        ["in.mlir", "--time-limit", "60"],
        ["-", "--time-limit", "60"],
      ];
      for (const argv of sampleOf(variants)) {
        expect(await run(cwd, [...config, ...argv], bytes), argv.join(" ")).to.equal(wanted);
      }
      expect(await run(cwd, [...config, "in.mlir", "-"], bytes)).to.equal(`${wanted}// -----\n${wanted}`);
      await run(cwd, [...config, "in.mlir", "-", "-o", "two.mlir"], bytes);
      expect(read(cwd, "two.mlir")).to.equal(`${wanted}// -----\n${wanted}`);
      const { err } = await startProgram("passwright", ["run", ...config, "in.mlir", "-o", "folder/"], { cwd });
      expect(err).to.equal("1 input, written to folder\n");
      expect(read(cwd, "folder", "in.mlir")).to.equal(wanted);
    }
  });

  it("may be outside of strings that are escaped", async () => {
    const text = Buffer.from('"test.op"() {a = #x<"\xff">} : () -> !y<"\xfe">\n', "latin1");
    const cwd = project({ "in.mlir": text });
    const out = await run(cwd, ["-c", "none.config.yaml", "in.mlir", "--allow-unregistered-dialect"]);
    expect(out).to.contain('#x<"\xff">').and.to.contain('!y<"\xfe">');
    const json = await run(cwd, ["-c", "none.config.yaml", "in.mlir", "--allow-unregistered-dialect", "--json"]);
    const [{ base64 }] = (JSON.parse(json) as { inputs: [{ base64: string }] }).inputs;
    expect(Buffer.from(base64, "base64").toString("latin1")).to.equal(out);
    expect(
      await run(cwd, ["-c", "none.config.yaml", "in.mlir", "--allow-unregistered-dialect", "--verify-each=false"]),
    ).to.equal(out);
  });

  itLong("stay in reproducers", async () => {
    const bytes = program(7, ["a", "leave", "c"]);
    const cwd = project({ "in.mlir": bytes });
    const args = ["run", "-c", "stir.config.yaml", "in.mlir", "--time-limit", "60"];
    const { err } = await startProgram("passwright", args, { cwd });
    expect(err).to.contain("saved as in.reproducer.mlir");
    expect(read(cwd, "in.reproducer.mlir").startsWith(bytes.toString("latin1"))).to.equal(true);
    await startProgram("passwright", ["run", "-c", "stir.config.yaml", "in.mlir", "--threads", "2"], { cwd });
    const kept = read(cwd, "in.thread-reproducer.mlir");
    expect(kept)
      .to.match(/\\[89A-F][0-9A-F]/)
      .and.not.to.contain("\\EF\\BF\\BD");
  });

  it("are seen by checks", async () => {
    const cwd = project({ "in.mlir": program(11, names) });
    const { code, out, err } = await startProgram(
      "passwright",
      ["check", "-c", "cse.config.yaml", "--dedup", "in.mlir"],
      { cwd },
    );
    expect({ code, err }).to.deep.equal({ code: 0, err: "" });
    expect(out).to.contain("duplicate cleanup");
  });

  it("are refused by an IR that reads text only, with their place", async () => {
    const cwd = makeProject({ "passwright.config.yaml": "framework: kettle\n" }, ["kettle"]);
    writeFileSync(join(cwd, "tea.txt"), Buffer.from("tea\n  \xfe milk\n", "latin1"));
    const { code, out, err } = await startProgram("passwright", ["run", "tea.txt"], { cwd });
    expect({ code, out }).to.deep.equal({ code: 1, out: "" });
    expect(err).to.equal(`error[PWR0109]: the input is not UTF-8, but IR \`lines\` accepts only UTF-8
  --> tea.txt:2:3
   |   \ufffd milk
   |   ^
help: convert the file to UTF-8
`);
  });

  it("go through the passes of programs", async function () {
    if (findMlirOpt() === undefined) return this.skip();
    const cwd = project({ "in.mlir": program(13, names) });
    const config = 'plugins: ["@passwright/plugin-mlir-tools"]\npipeline: builtin.module(func.func(mlir-cse))\n';
    writeFileSync(join(cwd, "tools.config.yaml"), config);
    const flags = ["--pass-pipeline=builtin.module(func.func(cse))", "in.mlir"];
    const { out: printed } = await startProgram("passwright-opt", flags, { cwd, encoding: "latin1" });
    const wanted = printed.replace(/\n$/, "");
    expect(await run(cwd, ["-c", "tools.config.yaml", "in.mlir"])).to.equal(wanted);
    expect(await run(cwd, ["-c", "tools.config.yaml", "-"], program(13, names))).to.equal(wanted);
    // With `--debug`, the pipeline runs on operations instead of text.
    expect(await run(cwd, ["-c", "tools.config.yaml", "in.mlir", "--debug"])).to.equal(wanted);
  });
});

describe("the output of an adapter", () => {
  /**
   * Makes a framework whose IR is the input text. The printed text has `before` at its start and `after` at its end.
   */
  const echo = (
    before: string,
    after: string,
  ): string => `import { defineFramework, definePass } from "@passwright/sdk";
import kettle from "kettle";
const sip = definePass({ name: "sip", runOnOperation() {} });
const ir = { ...kettle.ir, print: (op) => ${JSON.stringify(before)} + kettle.ir.print(op).trim() + ${JSON.stringify(after)} };
export default defineFramework({ name: "cup", ir, anchor: "menu", passes: [sip], pipeline: (b) => void b.addPass(sip) });
`;
  const cup = (before: string, after: string): string =>
    makeProject(
      {
        "passwright.config.yaml": "framework: ./cup.js\n",
        "cup.js": echo(before, after),
        "a.txt": "tea\n",
        "b.txt": "milk\n",
      },
      ["kettle"],
    );

  it("is written exactly so, to files and to standard output", async () => {
    const around: readonly (readonly [string, string])[] = [
      ["\r\n", "\r\n"],
      ["", ""],
      ["", "\n"],
      ["", "\n\n"],
      ["<?xml?>", " "],
      ["\ufeff", ""],
    ];
    for (const [before, after] of sampleOf(around)) {
      const cwd = cup(before, after);
      const wanted = Buffer.from(`${before}tea${after}`).toString("latin1");
      expect(await run(cwd, ["a.txt"])).to.equal(wanted);
      await run(cwd, ["a.txt", "-o", "out.txt"]);
      expect(read(cwd, "out.txt")).to.equal(wanted);
      await startProgram("passwright", ["run", "a.txt", "b.txt", "-o", "out/"], { cwd });
      expect([read(cwd, "out", "a.txt"), read(cwd, "out", "b.txt")]).to.deep.equal([
        wanted,
        wanted.replace("tea", "milk"),
      ]);
      expect(JSON.parse(utf8(await run(cwd, ["a.txt", "--json"])))).to.have.nested.property(
        "inputs[0].text",
        `${before}tea${after}`,
      );
      expect(await run(cwd, ["a.txt", "--time-limit=60"])).to.equal(wanted);
    }
  });

  it("may be nothing", async () => {
    const cwd = makeProject(
      {
        "passwright.config.yaml": "framework: ./cup.js\n",
        "cup.js": echo("", "").replace(/print: \(op\) => .* \};/, 'print: () => "" };'),
        "a.txt": "tea\n",
      },
      ["kettle"],
    );
    expect(await run(cwd, ["a.txt"])).to.equal("");
    await run(cwd, ["a.txt", "-o", "out.txt"]);
    expect(read(cwd, "out.txt")).to.equal("");
  });

  it("has a line of its own between two results", async () => {
    expect(await run(cup("", ""), ["a.txt", "b.txt"])).to.equal("tea\n// -----\nmilk");
    expect(await run(cup("", "\n"), ["a.txt", "b.txt"])).to.equal("tea\n// -----\nmilk\n");
    const cwd = cup("", "");
    await run(cwd, ["a.txt", "b.txt", "-o", "out.txt"]);
    expect(read(cwd, "out.txt")).to.equal("tea\n// -----\nmilk");
  });

  it("is not used if the adapter replaces the function", async () => {
    const own = `import { defineFramework, definePass } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
const sip = definePass({ name: "sip", runOnOperation() {} });
const print = () => "own";
export default defineFramework({ name: "own", ir: { ...mlir, print }, anchor: "builtin.module", passes: [sip], pipeline: (b) => void b.addPass(sip) });
`;
    const cwd = makeProject({
      "passwright.config.yaml": "framework: ./own.js\n",
      "own.js": own,
      "in.mlir": "module {}\n",
    });
    expect(await run(cwd, ["in.mlir"])).to.equal("own");
  });
});
