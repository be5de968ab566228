import { expect } from "chai";
import { assemble, defineFramework, defineGraphFramework, definePass, definePlugin } from "@passwright/sdk";
import type { AnyFramework } from "@passwright/sdk";
import { edit, tree } from "../idle/tree.ts";

/** Returns frameworks with the same pass `clean`: one with a single pipeline, and one with a graph. */
function frameworks(clean = edit("clean", "keep", "")): readonly AnyFramework[] {
  const settings = { ir: tree, anchor: "module", passes: [clean, edit("fuse", "keep", "")] };
  const single = defineFramework({ ...settings, name: "single", pipeline: (builder) => void builder.addPass(clean) });
  const graph = defineGraphFramework({
    ...settings,
    name: "graph",
    graph(pipelines) {
      const builder = pipelines.makeBuilder();
      builder.addPass(clean);
      pipelines.registerPipeline("all", {}, builder);
    },
  });
  return [single, graph] as never;
}

const root = (): object => ({ name: "module", children: [] });

describe("a run of an assembly, with a single pipeline and with a graph", () => {
  it("calls the instrumentations of the assembly and of the run", () => {
    for (const framework of frameworks()) {
      const seen: string[] = [];
      const watch = (name: string): object => ({ name, beforePass: () => void seen.push(name) });
      const assembly = assemble(framework, { instrumentations: [watch("assembly")] });
      assembly.run(root() as never, { instrumentations: [watch("run")] });
      expect(seen.join(), framework.name).to.equal("assembly,run");
    }
  });

  it("has a registry for passes that parse pipelines", () => {
    const parsed: boolean[] = [];
    const clean = definePass({
      name: "clean",
      initialize: ({ parsePipeline }) => void parsed.push(parsePipeline("fuse", "module").ok),
      runOnOperation: () => undefined,
    });
    for (const framework of frameworks(clean as never)) assemble(framework).run(root() as never);
    expect(parsed).to.deep.equal([true, true]);
  });

  it("reports a pass that cannot be created, with its plugin", () => {
    for (const framework of frameworks()) {
      let isBroken = false;
      const late = definePass({
        name: "late",
        create() {
          if (isBroken) throw new Error("no memory");
          return { runOnOperation: () => undefined };
        },
      });
      const pipeline = framework.name === "graph" ? { pipeline: "all" } : {};
      const plugin = definePlugin({ name: "lazy", passes: [late], insert: [{ pass: late, end: true, ...pipeline }] });
      const assembly = assemble(framework, { plugins: [plugin] });
      expect(assembly.diagnostics).to.deep.equal([]);
      isBroken = true;
      const { ok, diagnostics } = assembly.run(root() as never);
      expect([ok, ...diagnostics.map((one) => assembly.render(one).split("\n").slice(0, 2).join("\n"))]).to.deep.equal([
        false,
        "error[PWB0403]: pass `late` threw an exception while it was created: Error: no memory\n" +
          "  --> plugin lazy, step lazy::late",
      ]);
    }
  });
});
