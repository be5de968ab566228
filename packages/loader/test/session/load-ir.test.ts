import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import { makeProject } from "../project.ts";

const framework = (load: string): string => `import { defineFramework, definePass } from "@passwright/sdk";
import kettle from "kettle";
const sip = definePass({ name: "sip", runOnOperation() {} });
export default defineFramework({ name: "cup", ir: { ...kettle.ir, name: "drops", ${load} }, anchor: "menu", passes: [sip], pipeline: (b) => void b.addPass(sip) });
`;

/** Returns the diagnostics of making a manager with an IR that has this `load` function. */
async function reported(load: string): Promise<string> {
  const files = { "passwright.config.yaml": "framework: ./cup.js\n", "cup.js": framework(load) };
  const project = makeProject(files, ["kettle"]);
  const { session } = await loadSession({ cwd: project.folder });
  const made = await session?.makeManager();
  return made?.ok === false ? project.show(made.diagnostics) : "made";
}

describe("an IR that is loaded", () => {
  it("is named in its exceptions", async () => {
    expect(await reported('load() { throw new Error("the service is not reachable"); }')).to
      .equal(`error[PWL0411]: \`load\` of IR \`drops\` threw an exception: Error: the service is not reachable
  --> framework cup
help: correct \`load\` in the adapter, or report the problem to the author of the framework, with the stack from \`--debug\``);
    expect(await reported("async load() { throw null; }")).to.contain("`load` of IR `drops` threw an exception: null");
  });

  it("is blamed for a result that is not a diagnostic", async () => {
    expect(await reported("load: async () => ({})")).to
      .equal(`error[PWL0411]: \`load\` of IR \`drops\` did not return a diagnostic
  --> framework cup
help: correct \`load\` in the adapter, or report the problem to the author of the framework`);
  });

  it("may return a diagnostic, or nothing", async () => {
    expect(await reported('load: async () => ({ code: "CUP0001", severity: "error", message: "it leaks" })')).to.equal(
      "error[CUP0001]: it leaks",
    );
    expect(await reported("load: async () => undefined")).to.equal("made");
    expect(await reported("load: () => null")).to.equal("made");
  });
});
