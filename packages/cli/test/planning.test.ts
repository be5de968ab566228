import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { childEnvironment } from "@passwright/test-support";
import { cacheFolder } from "../dist/kept-code/code-cache.js";
import { runProgram } from "./fake-terminal.ts";
import type { Outcome } from "./fake-terminal.ts";
import { keptFolder, keptParts } from "./kept-parts.ts";
import { makeProject } from "./project.ts";

const bin = fileURLToPath(new URL("../bin/passwright.js", import.meta.url));

/** Runs the program as a user does. */
function passwright(cwd: string, argv: readonly string[], variables: NodeJS.ProcessEnv = {}): Outcome {
  const env = { ...childEnvironment(), NODE_COMPILE_CACHE: join(cwd, "cache"), ...variables };
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...argv], { cwd, encoding: "utf8", env });
  return { code: status ?? -1, out: stdout, err: stderr };
}

const pipeline = `pipeline:
  - nest: func.func
    steps: [cse, { point: func.end }, arith-expand]
plugins: ["@passwright/plugin-transforms"]
insert: [{ pass: cse, afterType: Lowering, reason: expanding repeats itself }]
`;
const project = (config = pipeline, more: { readonly [path: string]: string } = {}): string =>
  makeProject({ "passwright.config.yaml": config, ...more });

describe("planning from data, as a process", () => {
  const calls: { readonly [title: string]: readonly string[] } = {
    plan: ["plan"],
    "plan --json": ["plan", "--json"],
    "plan --format mlir, a config by name": ["plan", "-c", "passwright.config.yaml", "--format", "mlir"],
    "explain a step": ["explain", "cse"],
    "explain --where": ["explain", "--where", "symbol-dce"],
    "list --json": ["list", "--json"],
    lock: ["lock", "-o", "written.json"],
    "diff without a lock": ["diff"],
    help: ["plan", "--help"],
    "a flag that is not there": ["plan", "--josn"],
    "a plugin that is not there": ["plan", "--without", "transforms"],
    "a folder that is not there": ["plan", "nowhere"],
  };
  for (const [title, argv] of Object.entries(calls)) {
    it(`says what the whole program says: ${title}`, async () => {
      const cwd = project();
      const whole = await runProgram(main, argv, { cwd });
      expect(passwright(cwd, argv)).to.deep.equal(whole);
      expect(keptParts(cwd)).to.deep.equal({ [argv[0] ?? ""]: [`exit ${whole.code}`] });
      expect(passwright(cwd, argv)).to.deep.equal(whole);
    });
  }

  it("says what is wrong with a config where the whole program says it", async () => {
    const cwd = project("framework: kettle\nplugin: [a]\n");
    const whole = await runProgram(main, ["plan"], { cwd });
    expect(whole.code).to.equal(1);
    expect(passwright(cwd, ["plan"])).to.deep.equal(whole);
  });

  it("leaves to the whole program what needs code: plugins, frameworks, configs", async () => {
    const code = "export default { plugins: ['./guest.js'], pipeline: ['cse'] };\n";
    const guest = `import { definePlugin } from "@passwright/sdk"; export default definePlugin({ passes: [] });\n`;
    const configs: readonly (readonly [config: string, more: { readonly [path: string]: string }])[] = [
      [`${pipeline.replace('["@', '[./guest.js, "@')}`, { "guest.js": guest }],
      ["framework: ./press.js\n", { "press.js": "export default 1;\n" }],
      ["extends: ./base.js\n", { "base.js": code, "guest.js": guest }],
    ];
    for (const [config, more] of configs) {
      const cwd = project(config, more);
      const whole = await runProgram(main, ["plan"], { cwd });
      expect(passwright(cwd, ["plan"])).to.deep.equal(whole);
      expect(keptParts(cwd)).to.deep.equal({ plan: ["begun"] });
    }
  });

  it("keeps what it compiled once more when it got further than before", () => {
    const cwd = project("framework: ./press.js\n", { "press.js": "export default 1;\n" });
    passwright(cwd, ["plan"]);
    writeFileSync(join(cwd, "passwright.config.yaml"), pipeline);
    passwright(cwd, ["plan"]);
    expect(keptParts(cwd)).to.deep.equal({ plan: ["begun", "exit 0"] });
  });

  it("does not depend on what it kept: broken, cut off, of another Node, or not to be kept at all", () => {
    const cwd = project();
    const good = passwright(cwd, ["plan"]);
    expect(good.code).to.equal(0);
    const folder = keptFolder(cwd);
    const [name = ""] = readdirSync(folder);
    const bytes = readFileSync(join(folder, name));
    for (const broken of [
      Buffer.alloc(0),
      Buffer.from("rubbish"),
      bytes.subarray(0, 1000),
      Buffer.alloc(bytes.length),
    ]) {
      writeFileSync(join(folder, name), broken);
      expect(passwright(cwd, ["plan"])).to.deep.equal(good);
      expect(readFileSync(join(folder, name)).length, "it was made anew").to.be.greaterThan(1000);
    }
    writeFileSync(join(cwd, "file"), "");
    expect(passwright(cwd, ["plan"], { NODE_COMPILE_CACHE: join(cwd, "file") })).to.deep.equal(good);
    mkdirSync(join(cwd, "home"));
    expect(passwright(cwd, ["plan"], { NODE_DISABLE_COMPILE_CACHE: "1", HOME: join(cwd, "home") })).to.deep.equal(good);
    expect(readdirSync(join(cwd, "home"))).to.deep.equal([]);
  });

  it("keeps it in the user's folder of caches, or where Node keeps its own", () => {
    const home = { HOME: "/home/ada" };
    expect(cacheFolder(home, "linux")).to.equal("/home/ada/.cache/passwright/code");
    expect(cacheFolder(home, "darwin")).to.equal("/home/ada/Library/Caches/passwright/code");
    expect(cacheFolder({ ...home, XDG_CACHE_HOME: "/caches" }, "linux")).to.equal("/caches/passwright/code");
    expect(cacheFolder({ ...home, XDG_CACHE_HOME: "caches" }, "linux")).to.equal("/home/ada/.cache/passwright/code");
    expect(cacheFolder({ ...home, NODE_COMPILE_CACHE: "/node" }, "linux")).to.equal("/node/passwright/code");
    expect(cacheFolder({ ...home, NODE_DISABLE_COMPILE_CACHE: "1" }, "linux")).to.equal(undefined);
    expect(cacheFolder({}, "linux")).to.equal(undefined);
    expect(cacheFolder(home, "win32")).to.equal(undefined);
  });
});
