import { expect } from "chai";
import { assemble, defineFramework, defineGraphFramework, definePass, definePlugin } from "@passwright/sdk";
import type { AnyFramework, Diagnostic } from "@passwright/sdk";
import { edit, tree } from "../idle/tree.ts";
import { samovar } from "../tea.ts";

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

  it("blames the IR if the `verify` function of an adapter does not return a boolean", () => {
    const [{ nameOf, intern, collectNested }, results]: readonly [typeof tree, string[]] = [tree, []];
    for (const value of [undefined, Promise.resolve(true)]) {
      const ir = { name: "raw", nameOf, intern, collectNested, verify: () => value as never };
      const framework = defineFramework({
        name: "single",
        ir,
        anchor: "module",
        pipeline: (b) => void b.addPass(edit("clean", "keep", "") as never),
      });
      const assembly = assemble(framework);
      results.push(...assembly.run(root() as never).diagnostics.map((one) => assembly.render(one)));
    }
    expect(results).to.deep.equal([
      "error[PWS0103]: `verify` of IR `raw` returned undefined instead of true or false\nhelp: return true or false from `verify`",
      "error[PWS0103]: `verify` of IR `raw` returned a promise instead of true or false\nhelp: return true or false from `verify`",
    ]);
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

  it("throws the exception of `onDiagnostic` after the run, and does not report it as an error of the pass", async () => {
    const warn = definePass({ name: "clean", runOnOperation: (_op, pass) => pass.emitWarning("too hot") });
    for (const framework of frameworks(warn as never)) {
      const assembly = assemble(framework);
      const heard: string[] = [];
      const onDiagnostic = ({ message }: Diagnostic): void => {
        heard.push(message);
        throw new Error("the log is full");
      };
      const text = (thrown: unknown): void => void heard.push(String(thrown));
      try {
        assembly.run(root() as never, { onDiagnostic });
      } catch (thrown) {
        text(thrown);
      }
      await assembly.runAsync(root() as never, { onDiagnostic }).then(undefined, text);
      const once = ["too hot", "Error: the log is full"];
      expect(heard).to.deep.equal([...once, ...once]);
    }
  });

  it("does not call the program a plugin in errors about its taps", () => {
    const run = (options: object): string => {
      const assembly = assemble(samovar, { target: "cup", ...options });
      const parsed = assembly.parse("tea\n", { file: "x" });
      if (!parsed.ok) throw new Error("invalid text");
      const found = assembly.plan === undefined ? assembly.diagnostics : assembly.run(parsed.root).diagnostics;
      return found.map((one) => assembly.render(one)).join("\n\n");
    };
    const fail = (): never => {
      throw new Error("cracked");
    };
    expect([
      run({ taps: { word: fail } }),
      run({ taps: { word: () => Promise.resolve("") } }),
      run({ taps: { word: async () => "" } }),
      run({ taps: { words: () => "" } }),
      run({ plugins: [definePlugin({ name: "cup", taps: fail, setup() {} })] }),
      run({ plugins: [definePlugin({ name: "cup", taps: {}, setup: fail })] }),
    ]).to.deep.equal([
      "error[PWL0305]: tap `program` of hook `word` threw an exception: Error: cracked\n" +
        "  --> x, step boil\n   = in pass `boil` on 'tea'\nhelp: correct the function in `taps`",
      "error[PWL0306]: tap `program` of hook `word` returned a promise\n" +
        "  --> x, step boil\n   = in pass `boil` on 'tea'\n" +
        "help: make the function synchronous, because the hook does not wait for promises",
      "error[PWL0302]: tap `program` of hook `word` must not be async\n" +
        "help: make the function synchronous, because the hook does not wait for promises",
      "error[PWL0309]: framework `samovar` has no hook `words`\n" +
        "   = hooks of the framework: `word`, `strength`\nhelp: did you mean `word`?",
      "error[PWL0208]: the taps of `cup` threw an exception: Error: cracked\n  --> plugin cup\n" +
        "help: report the problem to the author of `cup`, or exclude the plugin with `--without cup`",
      "error[PWL0208]: the setup of `cup` threw an exception: Error: cracked\n  --> plugin cup\n" +
        "help: report the problem to the author of `cup`, or exclude the plugin with `--without cup`",
    ]);
  });
});
