import { defineConversion, defineGraphFramework } from "@passwright/sdk";
import { ir } from "../framework/index.js";

const listOf = ({ name, note, inner }) => [name, ...(note ? [[note]] : []), ...inner.map(listOf)];

/** The same operations, in an IR whose printer prints the text that its parser parses. */
export const list = { ...ir, name: "list", print: (op) => JSON.stringify(listOf(op)) };

const toList = defineConversion({ name: "to-list", from: ir, to: list, convert: (op) => op });

/** A graph with two open pipelines. The last pipeline runs on the IR of lists. */
export default defineGraphFramework({
  name: "toy-graph",
  ir,
  anchor: "file",
  passes: [toList],
  graph(graph) {
    graph.registerPipeline("read", {}, () => {});
    const middle = graph.makeBuilder();
    middle.addPass(toList);
    graph.registerPipeline("middle", { predecessors: ["read"] }, middle);
    graph.registerPipeline("write", { predecessors: ["middle"] }, graph.makeBuilder("any"));
  },
});
