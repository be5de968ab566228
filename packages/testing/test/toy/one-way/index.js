import { defineConversion, defineGraphFramework } from "@passwright/sdk";
import { ir } from "../framework/index.js";

const { parse: _parse, print: _print, ...rest } = ir;

/** The same operations, in an IR that only a conversion creates, because the IR does not have a text form. */
const list = { ...rest, name: "list", fingerprint: (op) => BigInt(`${op.note ?? "#0"}`.slice(1)) };

const toList = defineConversion({ name: "to-list", from: ir, to: list, convert: (op) => op });

/** A graph whose last pipeline runs on the IR without a text form. */
export default defineGraphFramework({
  name: "toy-graph",
  ir,
  anchor: "file",
  passes: [toList],
  graph(graph) {
    const middle = graph.makeBuilder();
    middle.addPass(toList);
    graph.registerPipeline("middle", {}, middle);
    graph.registerPipeline("write", { predecessors: ["middle"] }, graph.makeBuilder("any"));
  },
});
