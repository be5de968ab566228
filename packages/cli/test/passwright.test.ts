import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { checkGolden } from "@passwright/development";
import { outcomeText, runProgram } from "./fake-terminal.ts";
import { makeProject, withoutPaths } from "./project.ts";

const config = `framework: kettle
plugins:
  - [plugin-mint, { leaves: 2 }]
  - plugin-lemon
  - plugin-data
inputs: [morning.txt]
`;
const files = { "shop/passwright.config.yaml": config, "shop/morning.txt": "tea\n", "evening.txt": "tea\ntea\n" };
const packages = ["kettle", "plugin-mint", "plugin-lemon", "plugin-data"];

/** Runs the command in a project whose folder `shop` contains the config and an input. */
async function passwright(argv: readonly string[], more: { readonly input?: string } = {}): Promise<string> {
  const folder = makeProject(files, packages);
  return withoutPaths(outcomeText(await runProgram(main, argv, { cwd: folder, ...more })), folder);
}

/** Runs the command with another config in the project's folder. */
async function withConfig(text: string, argv: readonly string[], names: readonly string[] = packages): Promise<string> {
  const folder = makeProject({ ...files, "passwright.config.yaml": text }, names);
  return withoutPaths(outcomeText(await runProgram(main, argv, { cwd: folder })), folder);
}

describe("passwright", () => {
  it("prints its features", async () => {
    checkGolden(await passwright(["--help"]), "help.txt", import.meta.url);
    expect(await passwright(["--version"])).to.equal("--- out\npasswright 0.1.0\n--- exit 0\n");
    expect(await passwright([])).to.match(/^--- err\nPasswright: [^]*--- exit 2\n$/);
  });

  for (const name of [
    "run",
    "worker",
    "cache",
    "plan",
    "graph",
    "explain",
    "check",
    "xray",
    "lock",
    "diff",
    "list",
    "doc",
    "new",
  ]) {
    it(`prints the features of ${name}`, async () => {
      const text = await passwright([name, "--help"]);
      checkGolden(text, `help-${name}.txt`, import.meta.url);
      expect(await passwright(["help", name])).to.equal(text);
    });
  }

  it("reports wrong commands and flags, and exits with 2", async () => {
    const wrong = [
      ["paln"],
      ["plan", "--jsn", "--config", "-x"],
      ["plan", "-c"],
      ["plan", "--json=yes", "--format", "dot"],
      ["plan", "shpo"],
      ["plan", "shop", "--without", "plugin-mnit"],
      ["run", "-c", "nowhere", "x.txt"],
      ["run", "-c", "shop/morning.txt"],
    ];
    const texts = [];
    for (const argv of wrong) texts.push(`$ passwright ${argv.join(" ")}\n${await passwright(argv)}`);
    checkGolden(texts.join("\n"), "wrong-use.txt", import.meta.url);
  });
});

describe("passwright plan", () => {
  it("prints the steps of the config in a folder", async () => {
    checkGolden(await passwright(["plan", "shop"]), "plan.txt", import.meta.url);
  });

  it("finds the same config by folder, by file, and from within", async () => {
    const plan = await passwright(["plan", "shop"]);
    expect(await passwright(["plan", "-c", "shop"])).to.equal(plan);
    expect(await passwright(["plan", "-c=shop"])).to.equal(plan);
    expect(await passwright(["plan", "shop/passwright.config.yaml"])).to.equal(plan);
    expect(await passwright(["plan", "--config=shop/passwright.config.yaml"])).to.equal(plan);
    const folder = makeProject(files, packages);
    const inside = await runProgram(main, ["plan"], { cwd: join(folder, "shop") });
    expect(outcomeText(inside)).to.equal(plan);
  });

  it("prints JSON", async () => {
    checkGolden(await passwright(["plan", "shop", "--json"]), "plan.json", import.meta.url);
  });

  it("prints MLIR's text", async () => {
    expect(await passwright(["plan", "shop", "--format=mlir"])).to.equal(
      "--- out\nmenu(tea(boil,mint,lemon,pour,sugar),tidy)\n--- exit 0\n",
    );
  });

  it("leaves plugins out", async () => {
    const flags = ["--without", "plugin-mint", "--without=plugin-data", "--format=mlir"];
    expect(await passwright(["plan", "shop", ...flags])).to.equal(
      "--- out\nmenu(tea(boil,lemon,pour),tidy)\n--- exit 0\n",
    );
  });

  it("reports errors as JSON", async () => {
    const text = await withConfig(
      "framework: kettle\nplugins: [throws-in-setup]\n",
      ["plan", "--json"],
      ["kettle", "throws-in-setup"],
    );
    checkGolden(text, "plan-error.json", import.meta.url);
  });
});

describe("passwright explain", () => {
  it("shows the origin, position and reason of every step, and failures", async () => {
    checkGolden(await passwright(["explain", "shop"]), "explain.txt", import.meta.url);
  });

  it("shows the changes without a plugin", async () => {
    checkGolden(
      await passwright(["explain", "shop", "--without", "plugin-mint"]),
      "explain-without.txt",
      import.meta.url,
    );
    checkGolden(
      await passwright(["explain", "shop", "--without", "plugin-data", "--json"]),
      "explain-without.json",
      import.meta.url,
    );
  });
});

describe("passwright run", () => {
  it("runs the plan on the inputs that are named, else on those of the config", async () => {
    expect(await passwright(["run", "shop", "evening.txt"])).to.equal(`--- out
tea
  waterlmm
  mint
  poured
tea
  waterlmm
  mint
  poured
--- exit 0
`);
    expect(await passwright(["run", "shop"])).to.equal(`--- out
tea
  waterlmm
  mint
  poured
--- exit 0
`);
    expect(await passwright(["run", "shop", "-"], { input: "tea\n  milk\n" })).to.equal(`--- out
tea
  milk
  waterlmm
  mint
  poured
--- exit 0
`);
  });

  it("accepts unregistered operations, and skips verification, if requested", async () => {
    const folder = makeProject({
      "passwright.config.yaml":
        'pipeline: builtin.module(cse)\nplugins: ["@passwright/plugin-transforms", ./spoil.js]\n',
      "twice.yaml":
        'pipeline: builtin.module(cse)\nplugins: ["@passwright/plugin-transforms"]\ncleanups: [cse]\ninsert: [{ pass: cse, after: cse }]\n',
      "spoil.yaml": "pipeline: builtin.module(spoil)\nplugins: [./spoil.js]\n",
      "burst.yaml": "pipeline: builtin.module(burst)\nplugins: [./burst.js]\n",
      "burst.js": `import { definePass, definePlugin } from "@passwright/sdk";
const runOnOperation = (op) => op.walk(({ name }) => { if (name === "toy.op") throw new Error("burst"); });
export default definePlugin({ passes: [definePass({ name: "burst", anchor: "builtin.module", runOnOperation })] });
`,
      "spoil.js": `import { definePass, definePlugin } from "@passwright/sdk";
const runOnOperation = (op) => op.getRegion(0).front.front.erase();
export default definePlugin({ passes: [definePass({ name: "spoil", anchor: "func.func", runOnOperation })] });
`,
      "toy.mlir": '"toy.op"() : () -> ()\n',
      "return.mlir": "func.func @f() {\n  return\n}\n",
    });
    const run = async (...argv: readonly string[]): Promise<string> =>
      outcomeText(await runProgram(main, argv, { cwd: folder }));
    expect(await run("run", "toy.mlir")).to.match(
      /error\[PWI1001\][^]*\nhelp: pass `--allow-unregistered-dialect`[^]*--- exit 1\n$/,
    );
    const taken = '--- out\nmodule {\n  "toy.op"() : () -> ()\n}\n--- exit 0\n';
    expect(await run("run", "toy.mlir", "--allow-unregistered-dialect")).to.equal(taken);
    for (const [command, output] of Object.entries({
      "check -c twice.yaml --dedup": "the same result with and without 1 duplicate cleanup on 1 input\n",
      "check -c twice.yaml --orders": "0 pairs of 1 step on 1 input: nothing to try",
      "bisect -c burst.yaml --crash": "passwright run -c burst.yaml --allow-unregistered-dialect toy.mlir\n--- exit 0",
      "reduce -c burst.yaml --crash": "toy.reduced.mlir: 22 of 22 characters, after 3 tries\n--- exit 0",
    })) {
      expect(await run(...command.split(" "), "toy.mlir")).to.match(/with an unregistered dialect[^]*--- exit 1\n$/);
      expect(await run(...command.split(" "), "toy.mlir", "--allow-unregistered-dialect")).to.contain(output);
    }
    expect(await run("run", "-c", "spoil.yaml", "return.mlir")).to.match(/--- exit 1\n$/);
    expect(await run("run", "-c", "spoil.yaml", "return.mlir", "--verify-each=true")).to.match(/--- exit 1\n$/);
    expect(await run("run", "-c", "spoil.yaml", "return.mlir", "--verify-each=false")).to.match(/--- exit 0\n$/);
    expect(await run("run", "return.mlir", "--output", "out.mlir")).to.equal("--- exit 0\n");
    expect(readFileSync(join(folder, "out.mlir"), "utf8")).to.contain("func.func @f()");
  });

  it("shows how many operations there were and are", async () => {
    expect(await passwright(["run", "shop", "--stats"])).to.equal(`--- out
tea
  waterlmm
  mint
  poured
--- err
shop/morning.txt   before    after
  menu                  1        1
  mint                  0        1       +1
  poured                0        1       +1
  tea                   1        1
  waterlmm              0        1       +1
  all operations        2        5       +3
--- exit 0
`);
  });

  it("continues with the other inputs when one fails, and reports it", async () => {
    const folder = makeProject({ ...files, "bad.txt": "tea\n  Milk!\n", "empty.txt": "\n" }, packages);
    const inputs = ["bad.txt", "evening.txt", "empty.txt", "missing.txt", "shop"];
    const result = await runProgram(main, ["run", "-c", "shop", ...inputs, "-o", "out.txt"], { cwd: folder });
    expect(outcomeText(result)).to.equal(`--- err
error[KTL0001]: \`Milk!\` is no word
  --> bad.txt:2:3
   |   Milk!
   |   ^
error[PWR0101]: \`missing.txt\` cannot be read: No such file or directory
  --> missing.txt
help: check the path and the permissions of the file
error[PWR0101]: input \`shop\` is a folder
  --> shop
help: pass the files in the folder: \`'shop/**/*'\`
3 of 5 inputs failed; out.txt was not written
--- exit 1
`);
    expect(existsSync(join(folder, "out.txt"))).to.equal(false);
  });

  it("keeps the help that an IR gives with an error of its own", async () => {
    const framework = `import { defineFramework } from "@passwright/sdk";
const parse = (_text, { file }) => ({ ok: false, diagnostics: [
  { code: "SGN0001", severity: "error", message: "custom form", at: { file, line: 1, column: 1 }, help: ["take the other one"] },
] });
export default defineFramework({ name: "deaf", anchor: "any", ir: { name: "signs", intern() {}, nameOf() {}, parentOf() {}, collectNested() {}, parse, print: () => "" }, pipeline() {} });
`;
    const folder = makeProject({ ...files, "deaf.js": framework, "passwright.config.yaml": "framework: ./deaf.js\n" });
    expect(outcomeText(await runProgram(main, ["run", "evening.txt"], { cwd: folder }))).to.equal(
      "--- err\nerror[SGN0001]: custom form\n  --> evening.txt:1:1\nhelp: take the other one\n--- exit 1\n",
    );
  });

  it("writes a file whole or not at all, through links, and keeps its mode", async () => {
    const folder = makeProject({ ...files, "old/out.txt": "before\n" }, packages);
    chmodSync(join(folder, "old/out.txt"), 0o600);
    symlinkSync("old/out.txt", join(folder, "link.txt"));
    const result = await runProgram(main, ["run", "shop", "-o", "link.txt", "--stats"], { cwd: folder });
    expect(result.code).to.equal(0);
    // The table goes to standard output, because the results go to a file.
    expect(result.out).to.match(/^shop\/morning\.txt +before +after\n/);
    expect(readFileSync(join(folder, "old/out.txt"), "utf8")).to.equal("tea\n  waterlmm\n  mint\n  poured\n");
    expect(statSync(join(folder, "old/out.txt")).mode & 0o777).to.equal(0o600);
    expect(readdirSync(join(folder, "old"))).to.deep.equal(["out.txt"]);
    expect((await runProgram(main, ["run", "shop", "-o", "/dev/null"], { cwd: folder })).code).to.equal(0);
    expect(statSync("/dev/null").isFile()).to.equal(false);
  });

  it("refuses to write all results to an input, also through a link", async () => {
    const folder = makeProject({ ...files, "cups/a.txt": "tea\n", "cups/b.txt": "tea\n" }, packages);
    symlinkSync("cups/a.txt", join(folder, "link.txt"));
    const refused: readonly (readonly [input: string, output: string, message: string])[] = [
      ["cups/*.txt", "cups/b.txt", "output file `cups/b.txt` is an input"],
      ["cups/a.txt", "./cups/../cups/a.txt", "output file `cups/a.txt` is an input"],
      ["cups/a.txt", "link.txt", "output file `link.txt` would overwrite `cups/a.txt`, which is an input"],
      ["link.txt", "cups/a.txt", "output file `cups/a.txt` would overwrite `link.txt`, which is an input"],
    ];
    for (const [input, output, message] of refused) {
      const { code, err } = await runProgram(main, ["run", "-c", "shop", input, "-o", output], { cwd: folder });
      expect({ code, err }).to.deep.equal({
        code: 1,
        err: `error[PWR0106]: ${message}\nhelp: pass another file with -o\n`,
      });
    }
    for (const name of ["a", "b"]) expect(readFileSync(join(folder, `cups/${name}.txt`), "utf8")).to.equal("tea\n");
    expect(
      (await runProgram(main, ["run", "-c", "shop", "/dev/null", "-o", "/dev/null"], { cwd: folder })).code,
    ).to.equal(0);
  });

  it("reports an output that cannot be written before it starts", async () => {
    expect(await passwright(["run", "shop", "-o", "no/such/out.txt"])).to.equal(
      "--- err\nerror[PWR0103]: `no/such/out.txt` cannot be written: No such file or directory\nhelp: create folder `no/such`, or pass another file or folder with -o\n--- exit 1\n",
    );
  });

  it("requires an input", async () => {
    expect(await withConfig("framework: kettle\n", ["run"])).to.equal(
      "--- err\nerror[PWR0008]: the command needs an input file\nhelp: pass an input file or `-` for standard input, or add `inputs` to the config\n--- exit 2\n",
    );
  });

  it("reports a pass that throws, with a stack only with --debug", async () => {
    const names = ["kettle", "throws-in-pass"];
    const text = "framework: kettle\nplugins: [throws-in-pass]\n";
    const error = `error[PWC0406]: pass \`spill\` threw on 'tea': RangeError: index out of range
  --> plugin throws-in-pass 0.3.0, evening.txt:1:1, step spill
   | tea
   | ^
   = thrown at index.js:7
help: report this to the author of \`spill\`, with the stack from \`--debug\` or from \`failures\` of the result
`;
    const shown = await withConfig(text, ["run", "evening.txt"], names);
    expect(shown).to.contain(error);
    expect(shown)
      .to.match(/--- exit 1\n$/)
      .and.not.contain("    at ");
    const debugged = await withConfig(text, ["run", "evening.txt", "--debug"], names);
    expect(debugged)
      .to.contain(error)
      .and.contain("RangeError: index out of range\n    at Object.runOnOperation (file://");
  });

  it("names the framework if the code of its package throws in its own pass", async () => {
    const framework = `import { defineFramework, definePass } from "@passwright/sdk";
import kettle from "kettle";
import { fail } from "other";
const own = definePass({ name: "own", anchor: "menu", runOnOperation(op) { if (op.nested.length > 1) throw new RangeError("too hot"); } });
const foreign = definePass({ name: "foreign", anchor: "menu", runOnOperation: () => fail() });
export default defineFramework({ name: "pot", ir: kettle.ir, anchor: "menu", passes: [own, foreign], pipeline(b) { b.addPass(own); b.addPass(foreign); } });
`;
    const folder = makeProject(
      {
        ...files,
        "passwright.config.yaml": "framework: ./pot.js\n",
        "pot.js": framework,
        "node_modules/other/package.json": '{ "type": "module", "exports": "./index.js" }',
        "node_modules/other/index.js": 'export function fail() {\n  throw new RangeError("too cold");\n}\n',
      },
      ["kettle"],
    );
    const run = async (input: string): Promise<string> =>
      outcomeText(await runProgram(main, ["run", input], { cwd: folder }));
    expect(await run("evening.txt")).to.equal(`--- err
error[PWC0406]: pass \`own\` threw on 'menu': RangeError: too hot
  --> framework ./pot.js, evening.txt, step own
   = thrown at pot.js:4
help: report this to the author of \`own\`, with the stack from \`--debug\` or from \`failures\` of the result
--- exit 1
`);
    expect(await run("shop/morning.txt")).to.equal(`--- err
error[PWC0406]: pass \`foreign\` threw on 'menu': RangeError: too cold
  --> shop/morning.txt, step foreign
help: report this to the author of \`foreign\`, with the stack from \`--debug\` or from \`failures\` of the result
--- exit 1
`);
  });

  it("shows the stacks of earlier exceptions only with --debug", async () => {
    const text = "framework: kettle\nplugins: [throws-on-load]\n";
    const shown = await withConfig(text, ["plan"], ["kettle", "throws-on-load"]);
    expect(shown).to.contain("error[PWL0202]").and.not.contain("    at ");
    expect(await withConfig(text, ["plan", "--debug"], ["kettle", "throws-on-load"])).to.contain("    at file://");
  });

  it("names the missing part of the adapter", async () => {
    const framework = `import { defineFramework } from "@passwright/sdk";
export default defineFramework({ name: "mute", anchor: "any", ir: { name: "signs", intern() {}, nameOf() {}, parentOf() {}, collectNested() {} }, pipeline() {} });
`;
    const folder = makeProject({ ...files, "mute.js": framework, "passwright.config.yaml": "framework: ./mute.js\n" });
    expect(outcomeText(await runProgram(main, ["run", "evening.txt"], { cwd: folder }))).to.equal(`--- err
error[PWR0104]: the adapter of IR \`signs\` cannot parse text
  --> framework mute
help: add \`parse\` to the adapter, or run the pipeline from TypeScript

error[PWR0104]: the adapter of IR \`signs\` cannot print text
  --> framework mute
help: add \`print\` to the adapter, or run the pipeline from TypeScript
--- exit 1
`);
  });
});
