import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { childEnvironment, sampleOf } from "@passwright/development";
import { runProgram } from "./fake-terminal.ts";
import type { Outcome } from "./fake-terminal.ts";
import { expectKept } from "./kept-scripts.ts";
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
insert: [{ pass: cse, afterType: Lowering, reason: expansion creates duplicates }]
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
  for (const [title, argv] of sampleOf(Object.entries(calls))) {
    it(`has the same output as the whole program: ${title}`, async () => {
      const cwd = project();
      const whole = await runProgram(main, argv, { cwd });
      expect(passwright(cwd, argv)).to.deep.equal(whole);
      expectKept(cwd, ["planning"]);
      expect(passwright(cwd, argv)).to.deep.equal(whole);
    });
  }

  it("reports errors of a config like the whole program", async () => {
    const cwd = project("framework: kettle\nplugin: [a]\n");
    const whole = await runProgram(main, ["plan"], { cwd });
    expect(whole.code).to.equal(1);
    expect(passwright(cwd, ["plan"])).to.deep.equal(whole);
  });

  it("leaves everything that needs code to the whole program: plugins, frameworks, configs", async () => {
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
      expectKept(cwd, ["planning"]);
    }
  });
});
