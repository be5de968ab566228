import type { When } from "@passwright/builder";
import type { JumpSettings, JumpTarget } from "@passwright/graph";
import { when } from "./contribution-schema.ts";
import { map } from "../data/map-shape.ts";
import { pipeline } from "./pipeline-schema.ts";
import type { CheckedPipeline, StepData } from "./pipeline-schema.ts";
import { either, list, mapped, number, placed, table, text, word } from "../data/shape.ts";
import type { Placed, Shape } from "../data/shape.ts";

/** A pipeline of a graph as people write it: the RFC's three lists, and what it consists of. Empty if that is left out. */
export interface GraphPipelineData {
  readonly predecessors?: readonly string[];
  readonly successors?: readonly string[];
  readonly jumpTargets?: readonly JumpTarget[];
  /** The operation that a list of steps runs on, if a conversion before it leaves another one than the graph's. */
  readonly anchor?: string;
  /** MLIR's text, or a list of steps. */
  readonly pipeline?: string | readonly StepData[];
}

/** A choice of a graph as people write it. */
export interface GraphChoiceData {
  readonly branches: readonly { readonly pipeline: string; readonly when: When }[];
  readonly else?: string;
}

/** The key `graph` of a config: pipelines and choices by name. */
export interface GraphData {
  readonly pipelines?: { readonly [name: string]: GraphPipelineData };
  readonly choices?: { readonly [name: string]: GraphChoiceData };
}

/** A pipeline of a graph after it was checked. */
export interface CheckedGraphPipeline extends Omit<GraphPipelineData, "pipeline"> {
  readonly pipeline?: Placed<CheckedPipeline>;
}

/** The graph of one file after it was checked. */
export interface CheckedGraph {
  readonly pipelines: ReadonlyMap<string, Placed<CheckedGraphPipeline>>;
  readonly choices: ReadonlyMap<string, Placed<GraphChoiceData>>;
}

const names: Shape<readonly string[]> = list(text());

const jump: Shape<JumpTarget> = either<JumpTarget>("the name of a pipeline, or { to, max }", {
  scalar: text("the name of a pipeline, or { to, max }"),
  map: map<JumpSettings>({
    to: { doc: "the name of a pipeline, or stop, or fail", required: true, shape: text() },
    max: { doc: "how often it may be taken in a run; 100 for a jump back if left out", shape: number },
    onLimit: { doc: "then: error, or go on in order: warn, continue", shape: word(["error", "warn", "continue"]) },
    onNoProgress: {
      doc: "if the IR is as it was at an earlier jump: error, or converged, which goes on in order",
      shape: word(["error", "converged"]),
    },
  }),
});

const graphPipeline = map<CheckedGraphPipeline>({
  predecessors: { doc: "pipelines that run before it", shape: names },
  successors: { doc: "pipelines that run after it", shape: names },
  jumpTargets: {
    doc: "where its passes may ask to go on: names, or { to, max, onLimit, onNoProgress }",
    shape: list(jump),
  },
  anchor: {
    doc: "the operation that a list of steps runs on, if a conversion before it leaves another one than the graph's",
    shape: text(),
  },
  pipeline: { doc: "its passes: MLIR's text, or a list of steps; none if left out", shape: placed(pipeline) },
});

const choice = map<GraphChoiceData>({
  branches: {
    doc: "pipelines of which the first is taken whose condition holds: { pipeline, when }",
    required: true,
    shape: list(
      map<GraphChoiceData["branches"][number]>({
        pipeline: { doc: "the name of a pipeline", required: true, shape: text() },
        when: { doc: "for which target, level and option it is taken", required: true, shape: when },
      }),
    ),
  },
  else: { doc: "the pipeline that is taken if no condition holds", shape: text() },
});

interface GraphKeys {
  readonly pipelines?: CheckedGraph["pipelines"];
  readonly choices?: CheckedGraph["choices"];
}

/** The key `graph`. References are checked when the graph is planned. */
export const graph: Shape<CheckedGraph> = mapped(
  map<GraphKeys>({
    pipelines: { doc: "pipelines by name, in any order", shape: table(placed(graphPipeline)) },
    choices: { doc: "of which pipelines a run takes one, by name", shape: table(placed(choice)) },
  }),
  ({ pipelines = new Map(), choices = new Map() }): CheckedGraph => ({ pipelines, choices }),
);
