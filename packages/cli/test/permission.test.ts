import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment } from "@passwright/development";
import { makeProject } from "./project.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const flag = process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";

/** Runs passwright with Node's permission model. The process may read only the project and this repository. */
function passwright(folder: string, ...args: readonly string[]): { code: number | null; out: string; err: string } {
  const allowed = [`--allow-fs-read=${root}`, `--allow-fs-read=${folder}`];
  const bin = join(root, "packages/cli/bin/passwright.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [flag, ...allowed, bin, ...args], {
    encoding: "utf8",
    env: childEnvironment(),
    cwd: folder,
  });
  return { code: status, out: stdout, err: stderr };
}

const plugin = (setup: string): { [path: string]: string } => ({
  "passwright.config.yaml": "framework: press\nplugins: [./guest]\n",
  "guest/package.json": JSON.stringify({
    name: "guest",
    version: "1.0.0",
    type: "module",
    exports: "./index.js",
    passwright: { kind: "plugin", api: "^1.0.0" },
  }),
  "guest/index.js": `import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { definePlugin } from "@passwright/sdk";
export default definePlugin({ passes: [], setup() { ${setup} } });
`,
});

describe("passwright under Node's permission model", () => {
  it("plans and runs as ever", () => {
    const folder = makeProject({ "passwright.config.yaml": "framework: press\n", "a.txt": "tea\n  dirt\n" }, ["press"]);
    const plan = passwright(folder, "plan");
    expect(plan.code).to.equal(0);
    expect(plan.out).to.match(/^press /);
    const run = passwright(folder, "run", "a.txt");
    expect(run.code).to.equal(0);
    expect(run.out).to.contain("tea\n");
    const write = passwright(folder, "run", "a.txt", "-o", "out.txt");
    expect(write.code).to.equal(1);
    expect(write.err).to.contain("`out.txt` cannot be written: Access to this API has been restricted");
    expect(existsSync(join(folder, "out.txt"))).to.equal(false);
  });

  it("runs many inputs in the main thread if workers are denied", () => {
    const files = { "passwright.config.yaml": "framework: press\n", "a.txt": "tea\n", "b.txt": "milk\n" };
    const { code, out, err } = passwright(makeProject(files, ["press"]), "run", "a.txt", "b.txt");
    expect([code, out], err).to.deep.equal([0, "tea\n  pressed\n  rinsed\n// -----\nmilk\n"]);
  });

  it("names a flag of Node if a command needs a worker", () => {
    const folder = makeProject({ "passwright.config.yaml": "framework: press\n", "a.txt": "tea\n" }, ["press"]);
    expect(passwright(folder, "run", "a.txt", "--time-limit=60").err).to.contain(
      "help: allow the access with a flag of Node, for example `--allow-worker`\n",
    );
  });

  const deeds: { readonly [title: string]: string } = {
    "reads elsewhere": "readFileSync('/etc/hostname')",
    writes: "writeFileSync('stolen.txt', 'x')",
    "starts a process": "const { error } = spawnSync('true'); if (error) throw error;",
    "starts a thread": "new Worker('1', { eval: true })",
  };
  for (const [title, deed] of Object.entries(deeds)) {
    it(`stops a plugin that ${title}, and names it`, () => {
      const folder = makeProject(plugin(deed), ["press"]);
      const { code, out, err } = passwright(folder, "plan");
      expect([code, out]).to.deep.equal([1, ""]);
      expect(err).to.contain(
        "error[PWL0208]: the setup of `guest` threw an exception: Error: Access to this API has been restricted",
      );
      expect(err).to.contain("--> plugin guest 1.0.0, index.js:5");
      expect(existsSync(join(folder, "stolen.txt"))).to.equal(false);
    });
  }

  it("reports errors of configs that are code, without another process", () => {
    const folder = makeProject({ "passwright.config.mjs": "export default {\n  framework: ,\n};\n" });
    const { code, err } = passwright(folder, "plan");
    expect(code).to.equal(1);
    expect(err).to.contain("error[PWL0005]: the config threw an exception while it was loaded: SyntaxError");
  });
});
