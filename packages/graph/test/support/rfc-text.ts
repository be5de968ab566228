import { PipelineGraph } from "@passwright/graph";
import type { PipelineGraphOptions, Populate } from "@passwright/graph";
import type { IrAdapter } from "@passwright/core";
import { makeDesks, toyPass } from "./toy.ts";
import type { Desk } from "./toy.ts";

/** One line of the RFC's notation. */
export interface RfcLine {
  readonly name: string;
  readonly predecessors: readonly string[];
  readonly successors: readonly string[];
  readonly jumpTargets: readonly (string | { readonly to: string; readonly max: number })[];
}

/**
 * Parses the notation of the RFC's examples, `name: [predecessors], [successors], [jumps]`. A jump can have a limit:
 * `[cfg-to-scf 8]`.
 */
export function parseRfc(text: string): RfcLine[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", ...lists] = /^(.*?): \[(.*?)\], \[(.*?)\], \[(.*?)\]$/.exec(line) ?? [];
      if (name === "") throw new Error(`no line of a graph: ${line}`);
      const [predecessors = [], successors = [], jumps = []] = lists.map((list) =>
        list
          .split(",")
          .map((one) => one.trim())
          .filter((one) => one !== ""),
      );
      const jumpTargets = jumps.map((jump) => {
        const [to = "", max] = jump.split(" ");
        return max === undefined ? to : { to, max: Number(max) };
      });
      return { name, predecessors, successors, jumpTargets };
    });
}

export interface GraphOptions extends PipelineGraphOptions<Desk> {
  readonly adapter?: IrAdapter<Desk>;
  /** Passes of the pipelines. By default, a pipeline contains one pass that has the name of the pipeline. */
  readonly populate?: { readonly [name: string]: Populate<Desk> };
}

/** Makes a graph from the RFC's notation. Registers pipelines in the order of the lines. */
export function graphOf(text: string, options: GraphOptions = {}): PipelineGraph<Desk> {
  const { adapter = makeDesks(), populate = {}, ...rest } = options;
  const graph = new PipelineGraph<Desk>(adapter, { anchor: "desk", framework: { name: "acme" }, ...rest });
  for (const { name, ...edges } of parseRfc(text)) {
    graph.registerPipeline(name, edges, populate[name] ?? ((manager) => void manager.addPass(toyPass(passName(name)))));
  }
  return graph;
}

/** Converts the name of a pipeline to the name of a pass, which allows fewer characters. */
function passName(name: string): string {
  return name.replace(/[^\w.-]/g, "-");
}
