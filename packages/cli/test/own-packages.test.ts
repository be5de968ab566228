import { cpSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { runProgram } from "./fake-terminal.ts";
import { makeProject } from "./project.ts";

/** Plugin with a pass that marks whether an operation is processed in the main thread. */
const plugin = `import { isMainThread } from "node:worker_threads";
import { definePass, definePlugin } from "@passwright/sdk";
const mark = definePass({
  name: "mark-thread",
  anchor: "builtin.module",
  runOnOperation(op) { op.setAttr("test.isMain", op.context.parseAttribute(String(isMainThread))); },
});
export default definePlugin({ passes: [mark] });
`;

const manifest = (name: string): string =>
  JSON.stringify({
    name,
    version: "1.0.0",
    type: "module",
    exports: "./index.js",
    passwright: { kind: "plugin", api: "^1.0.0" },
  });

/** Makes a project with the plugin as two packages. The name of one package starts with `@passwright/`. */
function project(config: string, name = "passwright.config.yaml"): string {
  const folder = makeProject({ [name]: config, "a.mlir": "module {}\n", "b.mlir": "module {}\n" });
  const scope = join(folder, "node_modules/@passwright");
  const packages = realpathSync(scope);
  rmSync(scope);
  mkdirSync(scope);
  for (const one of readdirSync(packages)) symlinkSync(realpathSync(join(packages, one)), join(scope, one));
  const own = join(scope, "own");
  mkdirSync(own);
  writeFileSync(join(own, "package.json"), manifest("@passwright/own"));
  writeFileSync(join(own, "index.js"), plugin);
  const foreign = join(folder, "node_modules/foreign");
  cpSync(own, foreign, { recursive: true });
  writeFileSync(join(foreign, "package.json"), manifest("foreign"));
  return folder;
}

const configOf = (plugins: string): string =>
  `ir: "@passwright/ir"\npipeline: builtin.module(mark-thread)\nplugins: [${plugins}]\n`;

async function threads(cwd: string, ...flags: readonly string[]): Promise<string> {
  const { out, err } = await runProgram(main, ["run", "a.mlir", "b.mlir", ...flags], { cwd });
  return `${[...out.matchAll(/test.isMain = (\w+)/g)].map(([, isMain]) => isMain).join()}${err}`;
}

describe("a run of several inputs", () => {
  it("starts in the main thread if the config names only packages of Passwright", async () => {
    expect(await threads(project(configOf('"@passwright/own"')))).to.equal("true,true");
  });

  it("starts in a worker if the config names a third-party package", async () => {
    expect(await threads(project(configOf("foreign")))).to.equal("false,false");
  });

  it("starts in a worker if the config is code", async () => {
    const code = `export default { ir: "@passwright/ir", pipeline: "builtin.module(mark-thread)", plugins: ["@passwright/own"] };\n`;
    expect(await threads(project(code, "passwright.config.mjs"))).to.equal("false,false");
  });

  it("uses workers if flags request workers", async () => {
    const cwd = project(configOf('"@passwright/own"'));
    expect(await threads(cwd, "--jobs", "2")).to.equal("false,false");
    expect(await threads(cwd, "--time-limit", "30")).to.equal("false,false");
  });
});
