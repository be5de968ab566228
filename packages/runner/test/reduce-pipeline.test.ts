import { expect } from "chai";
import { faults, reduce, showsFault } from "@passwright/runner";
import { assemble, defineFramework, defineGraphFramework, defineIr, definePass, definePlugin } from "@passwright/sdk";
import type { ReduceCandidate } from "@passwright/runner";
import type { Assembly } from "@passwright/sdk/loading";

interface Words {
  words: string[];
}

const ir = defineIr({
  name: "words",
  root: "words",
  nameOf: (_op: Words) => "words",
  childrenOf: () => [],
  parse: (text) => ({ words: text.split(" ") }),
  print: ({ words }) => words.join(" "),
});

const pass = (name: string, runOnOperation: (op: Words) => void = () => {}) => definePass({ name, ir, runOnOperation });
const check = pass("check", ({ words }) => {
  if (words.includes("bad")) throw new Error("bad");
});

const framework = defineGraphFramework({
  name: "words",
  ir,
  graph(graph) {
    graph.registerPipeline("fixed", {}, (manager) => manager.addPass(pass("fixed")));
    const builder = graph.makeBuilder();
    builder.addPass(pass("extra"));
    builder.addPass(check);
    graph.registerPipeline("open", { predecessors: ["fixed"] }, builder);
  },
});

describe("the reduction of a graph", () => {
  it("ends, although overrides cannot ban steps of a pipeline that is a function", async () => {
    const assembly = assemble(framework) as unknown as Assembly;
    const input = { file: "in.txt", content: "one bad word" };
    const test = showsFault(faults.crash(), input);
    const { text, banned, tries } = await reduce(assembly, input, test, { hasPipeline: true, budget: 1000 });
    expect({ text, banned, isComplete: tries < 1000 }).to.deep.equal({
      text: "bad",
      banned: ["extra"],
      isComplete: true,
    });
  });
});

describe("the reduction of a pipeline", () => {
  it("does not ban steps of contributions that it removes later", async () => {
    const plugin = definePlugin({ name: "plugin", passes: [pass("noise")], insert: [{ pass: "noise", end: true }] });
    const host = defineFramework({ name: "host", ir, pipeline: (builder) => void builder.addPass(check) });
    const assembly = assemble(host, { plugins: [plugin] }) as unknown as Assembly;
    // Without the plugin, only the shortest text shows the fault. With the plugin, only a ban makes the text shorter.
    const stillFails = ({ text, kept, banned }: ReduceCandidate): boolean => {
      const hasPlugin = kept.some(({ kind }) => kind === "plugin");
      return /\bbad\b/.test(text) && (text === "bad" ? !hasPlugin || banned.length > 0 : hasPlugin);
    };
    const input = { file: "in.txt", content: "one bad word" };
    const { text, kept, banned } = await reduce(assembly, input, stillFails, { hasPipeline: true });
    expect({ text, kept, banned }).to.deep.equal({ text: "bad", kept: [], banned: ["check"] });
  });
});
