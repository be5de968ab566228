import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment } from "@passwright/test-support";
import { makeProject } from "./project.ts";

const program = (name: string): string => fileURLToPath(new URL(`../bin/${name}.js`, import.meta.url));

/** Runs a program as a user does. */
function start(
  name: string,
  args: readonly string[],
  cwd: string,
  input = "",
): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program(name), ...args], {
    cwd,
    input,
    encoding: "utf8",
    env: childEnvironment(),
  });
  return { code: status, out: stdout, err: stderr };
}

const files = { "passwright.config.yaml": "framework: kettle\nplugins: [plugin-mint]\n", "tea.txt": "tea\n" };

describe("the programs, as processes", () => {
  it("plan and run", () => {
    const cwd = makeProject(files, ["kettle", "plugin-mint"]);
    expect(start("passwright", ["plan", "--format=mlir"], cwd)).to.deep.equal({
      code: 0,
      out: "menu(tea(boil,mint,pour),tidy)\n",
      err: "",
    });
    expect(start("passwright", ["run", "-"], cwd, "tea\n").out).to.equal("tea\n  watermmm\n  mint\n  poured\n");
    expect(start("passwright", ["pour"], cwd).code).to.equal(2);
    expect(start("passwright", ["run", "tea.txt", "-o", "no/where"], cwd).code).to.equal(1);
  });

  it("transform MLIR", () => {
    const cwd = makeProject({});
    const { code, out, err } = start("passwright-opt", ["-cse", "--dump-pass-pipeline"], cwd, "// nothing\n");
    expect({ code, err }).to.deep.equal({ code: 0, err: "Pass Manager with 1 passes:\nbuiltin.module(\n  cse\n)\n\n" });
    expect(out).to.contain("module {");
  });

  it("show colours where somebody forces them, on both streams, and to nobody else", () => {
    const cwd = makeProject({ ...files, "bad.txt": "Tea!\n" }, ["kettle", "plugin-mint"]);
    const colours = (args: readonly string[], variables: NodeJS.ProcessEnv): string => {
      const { FORCE_COLOR: _, NO_COLOR: __, ...rest } = childEnvironment();
      const env = { ...rest, ...variables };
      const done = spawnSync(process.execPath, [program("passwright"), ...args], { cwd, encoding: "utf8", env });
      // oxlint-disable-next-line no-control-regex -- that is what is looked for
      return [done.stdout, done.stderr].map((text) => (/\u001b\[\d+m/.test(text) ? "coloured" : "plain")).join();
    };
    expect(colours(["plan"], {})).to.equal("plain,plain");
    expect(colours(["plan"], { FORCE_COLOR: "1" })).to.equal("coloured,plain");
    expect(colours(["plan"], { FORCE_COLOR: "0" })).to.equal("plain,plain");
    expect(colours(["run", "bad.txt"], { FORCE_COLOR: "1" })).to.equal("plain,coloured");
    expect(colours(["run", "bad.txt"], { NO_COLOR: "1" })).to.equal("plain,plain");
  });

  it("end quietly when nobody reads any more", async () => {
    const cwd = makeProject(files, ["kettle", "plugin-mint"]);
    const child = spawn(process.execPath, [program("passwright"), "plan"], { cwd, env: childEnvironment() });
    child.stdout.destroy();
    let err = "";
    child.stderr.on("data", (chunk) => (err += String(chunk)));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, err }).to.deep.equal({ code: 0, err: "" });
  });

  it("tell what a plugin left behind in a timer, without a stack", () => {
    const late = `import { definePlugin } from "@passwright/sdk";
setTimeout(() => { throw new Error("too late"); });
export default definePlugin({ passes: [] });
`;
    const config = "framework: kettle\nplugins: [./late.js]\n";
    const cwd = makeProject({ ...files, "late.js": late, "passwright.config.yaml": config }, ["kettle"]);
    const { code, err } = start("passwright", ["plan"], cwd);
    expect({ code, err }).to.deep.equal({
      code: 1,
      err: "error[PWR0001]: nobody expected this: Error: too late\nhelp: run it again with --debug to see where it comes from\n",
    });
    expect(start("passwright", ["plan", "--debug"], cwd).err).to.contain("late.js:2");
  });
});
