import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeProject } from "./project.ts";
import { startProgram } from "./start-program.ts";

/** Makes the package for the cache unavailable. */
const HOOKS = `export async function resolve(name, context, next) {
  if (name !== "cacache") return next(name);
  throw Object.assign(new Error("Cannot find package 'cacache'"), { code: "ERR_MODULE_NOT_FOUND" });
}`;
const module = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;
const register = `import { register } from "node:module"; register(${JSON.stringify(module(HOOKS))});`;
const variables = { NODE_OPTIONS: `--import=${module(register)}` };

const REFUSED = {
  code: 1,
  out: "",
  err:
    "error[PWH0303]: the cache needs the package `cacache`, which is not installed\n" +
    "help: install it with `npm install cacache`\n",
};

describe("commands in an installation without the package for the cache", () => {
  const cwd = makeProject({ "passwright.config.yaml": "framework: kettle\n", "tea.txt": "tea\n" }, ["kettle"]);

  it("refuse `run --cache` before anything is written", async () => {
    const ended = await startProgram("passwright", ["run", "tea.txt", "-o", "out/", "--cache"], { cwd, variables });
    expect(ended).to.deep.equal(REFUSED);
    expect(existsSync(join(cwd, "out"))).to.equal(false);
  });

  it("refuse to compare results with those of the cache", async () => {
    const ended = await startProgram("passwright", ["cache", "--verify", "tea.txt"], { cwd, variables });
    expect(ended).to.deep.equal(REFUSED);
  });

  it("run without a cache", async () => {
    const ended = await startProgram("passwright", ["run", "tea.txt", "-o", "out/"], { cwd, variables });
    expect(ended.code).to.equal(0);
    expect(existsSync(join(cwd, "out/tea.txt"))).to.equal(true);
  });
});
