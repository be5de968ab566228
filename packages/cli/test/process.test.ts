import { expect } from "chai";
import { makeProject } from "./project.ts";
import { startProgram } from "./start-program.ts";
import type { Ended } from "./start-program.ts";

const files = { "passwright.config.yaml": "framework: kettle\nplugins: [plugin-mint]\n", "tea.txt": "tea\n" };

describe("the programs, as processes", () => {
  it("plan and run", async () => {
    const cwd = makeProject(files, ["kettle", "plugin-mint"]);
    const start = (args: readonly string[], input = ""): Promise<Ended> =>
      startProgram("passwright", args, { cwd, input });
    expect(await start(["plan", "--format=mlir"])).to.deep.equal({
      code: 0,
      out: "menu(tea(boil,mint,pour),tidy)\n",
      err: "",
    });
    expect((await start(["run", "-"], "tea\n")).out).to.equal("tea\n  watermmm\n  mint\n  poured\n");
    expect((await start(["pour"])).code).to.equal(2);
    expect((await start(["run", "tea.txt", "-o", "no/where"])).code).to.equal(1);
  });

  it("transform MLIR", async () => {
    const args = ["-cse", "--dump-pass-pipeline"];
    const options = { cwd: makeProject({}), input: "// nothing\n" };
    const { code, out, err } = await startProgram("passwright-opt", args, options);
    expect({ code, err }).to.deep.equal({ code: 0, err: "Pass Manager with 1 passes:\nbuiltin.module(\n  cse\n)\n\n" });
    expect(out).to.contain("module {");
  });

  it("show colors if forced, on both streams, and not otherwise", async () => {
    const cwd = makeProject({ ...files, "bad.txt": "Tea!\n" }, ["kettle", "plugin-mint"]);
    const colours = async (args: readonly string[], variables: NodeJS.ProcessEnv): Promise<string> => {
      const { out, err } = await startProgram("passwright", args, { cwd, variables });
      // oxlint-disable-next-line no-control-regex -- the test searches for control characters
      return [out, err].map((text) => (/\u001b\[\d+m/.test(text) ? "coloured" : "plain")).join();
    };
    expect(await colours(["plan"], {})).to.equal("plain,plain");
    expect(await colours(["plan"], { FORCE_COLOR: "1" })).to.equal("coloured,plain");
    expect(await colours(["plan"], { FORCE_COLOR: "0" })).to.equal("plain,plain");
    expect(await colours(["run", "bad.txt"], { FORCE_COLOR: "1" })).to.equal("plain,coloured");
    expect(await colours(["run", "bad.txt"], { NO_COLOR: "1" })).to.equal("plain,plain");
  });
});
