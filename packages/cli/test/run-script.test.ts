import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { main } from "@passwright/cli";
import { childEnvironment, describeWithMlirOpt, sampleOf } from "@passwright/development";
import { expect } from "chai";
import { runProgram } from "./fake-terminal.ts";
import type { Outcome } from "./fake-terminal.ts";
import { expectKept } from "./kept-scripts.ts";
import { makeProject } from "./project.ts";

const bin = fileURLToPath(new URL("../bin/passwright.js", import.meta.url));
const repository = fileURLToPath(new URL("../../../node_modules/@passwright/", import.meta.url));

/** Runs the program as a user does. */
function passwright(cwd: string, argv: readonly string[], input = ""): Outcome {
  const env = { ...childEnvironment(), NODE_COMPILE_CACHE: join(cwd, "cache") };
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...argv], { cwd, encoding: "utf8", env, input });
  return { code: status ?? -1, out: stdout, err: stderr };
}

const text = `func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
`;
const config = `plugins: ["@passwright/plugin-transforms"]
pipeline: [{ nest: func.func, steps: [cse] }, symbol-dce]
`;

function project(more: { readonly [path: string]: string } = {}): string {
  return makeProject({ "passwright.config.yaml": config, "in.mlir": text, "bad.mlir": "func.func @\n", ...more });
}

const guest = `import { definePass, definePlugin } from "@passwright/sdk";
const cse = definePass({ name: "cse", runOnOperation: (op, pass) => pass.emitRemark("the guest's") });
export default definePlugin({ passes: [cse] });
`;

describe("the script of passwright run", () => {
  const calls: { readonly [title: string]: readonly string[] } = {
    "a file": ["run", "in.mlir"],
    "standard input": ["run", "-"],
    "a config by name, statistics": ["run", "-c", "passwright.config.yaml", "in.mlir", "--stats"],
    "several, as JSON": ["run", "in.mlir", "bad.mlir", "--json"],
    "a pattern": ["run", "i*.mlir"],
    "a text that is wrong": ["run", "bad.mlir"],
    "a file that is not there": ["run", "none.mlir"],
    "no input": ["run"],
    "a flag that is not there": ["run", "in.mlir", "--josn"],
    "a plugin that is not there": ["run", "in.mlir", "--without", "nobody"],
  };
  for (const [title, argv] of sampleOf(Object.entries(calls))) {
    it(`has the same output as the whole program: ${title}`, async () => {
      const cwd = project();
      const whole = await runProgram(main, argv, { cwd, input: text });
      expect(passwright(cwd, argv, text)).to.deep.equal(whole);
      expectKept(cwd, ["run"]);
      expect(passwright(cwd, argv, text)).to.deep.equal(whole);
    });
  }

  const strangers: { readonly [title: string]: { readonly [path: string]: string } } = {
    "a plugin by its folder": {
      "passwright.config.yaml": config.replace("]", ", ./guest]"),
      "guest/package.json":
        '{ "name": "guest", "version": "1.0.0", "type": "module", "exports": "./index.js", "passwright": { "kind": "plugin", "api": "^1.0.0" } }',
      "guest/index.js": guest.replace('name: "cse"', 'name: "guest-pass"'),
    },
    "a plugin by its file": {
      "passwright.config.yaml": config.replace('"@passwright/plugin-transforms"', "./guest.js"),
      "guest.js": guest,
    },
    threads: { "passwright.config.yaml": `${config}threads: 2\n` },
    "a config that is code": {
      "passwright.config.yaml": "extends: ./base.js\n",
      "base.js": 'export default { plugins: ["@passwright/plugin-transforms"], pipeline: ["cse"] };\n',
    },
  };
  for (const [title, files] of Object.entries(strangers)) {
    it(`leaves to the modules, without repeated messages: ${title}`, async () => {
      const cwd = project(files);
      const whole = await runProgram(main, ["run", "in.mlir"], { cwd });
      expect(passwright(cwd, ["run", "in.mlir"])).to.deep.equal(whole);
      expectKept(cwd, title === "a plugin by its folder" || title === "threads" ? ["run"] : []);
    });
  }

  it("takes a package for its own by its name only, and not by its folder", () => {
    const { version } = JSON.parse(readFileSync(join(repository, "plugin-transforms/package.json"), "utf8")) as {
      version: string;
    };
    const manifest = { kind: "plugin", api: "^1.0.0" };
    const fields = { name: "@passwright/plugin-transforms", version, type: "module", exports: "./index.js" };
    const cwd = project({
      "passwright.config.yaml": "plugins: [./fork]\npipeline: [{ nest: func.func, steps: [cse] }]\n",
      "fork/package.json": JSON.stringify({ ...fields, passwright: manifest }),
      "fork/index.js": guest,
    });
    const { code, err } = passwright(cwd, ["run", "in.mlir"]);
    expect({ code, err: err.split("\n")[0] }).to.deep.equal({ code: 0, err: "remark[PWC0501]: the guest's" });
  });

  it("takes a package for its own in its own version only", () => {
    const cwd = project();
    unlinkSync(join(cwd, "node_modules/@passwright"));
    mkdirSync(join(cwd, "node_modules/@passwright/plugin-transforms"), { recursive: true });
    for (const name of ["sdk", "core", "ir"]) {
      symlinkSync(join(repository, name), join(cwd, "node_modules/@passwright", name));
    }
    const folder = join(cwd, "node_modules/@passwright/plugin-transforms");
    const manifest = { kind: "plugin", api: "^1.0.0" };
    const fields = { name: "@passwright/plugin-transforms", version: "0.0.1", type: "module", exports: "./index.js" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...fields, passwright: manifest }));
    writeFileSync(join(folder, "index.js"), guest);
    writeFileSync(join(cwd, "passwright.config.yaml"), config.replace(", symbol-dce", ""));
    const { code, out, err } = passwright(cwd, ["run", "in.mlir"]);
    expect({ code, err: err.split("\n")[0] }).to.deep.equal({ code: 0, err: "remark[PWC0501]: the guest's" });
    expect(out.match(/arith\.addi/g)).to.have.length(2);
  });
});

describeWithMlirOpt("the script of passwright run, with mlir-opt", () => {
  it("has the same output as the whole program", async () => {
    const tools = `plugins: ["@passwright/plugin-mlir-tools"]
pipeline: [{ nest: func.func, steps: [mlir-cse, mlir-canonicalize] }]
`;
    const cwd = project({ "passwright.config.yaml": tools });
    for (const file of ["in.mlir", "bad.mlir"]) {
      const whole = await runProgram(main, ["run", file], { cwd });
      expect(passwright(cwd, ["run", file])).to.deep.equal(whole);
    }
    expectKept(cwd, ["run"]);
  });
});
