import { expect } from "chai";
import { faults, reduce, showsFault } from "@passwright/runner";
import { assemble, defineGraphFramework, defineIr, definePass } from "@passwright/sdk";
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
