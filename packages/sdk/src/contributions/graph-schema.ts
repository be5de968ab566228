import type { When } from "@passwright/builder";
import type { JumpSettings, JumpTarget } from "@passwright/graph";
import { when } from "./contribution-schema.ts";
import { map } from "../data/map-shape.ts";
import { pipeline } from "./pipeline-schema.ts";
import type { CheckedPipeline, StepData } from "./pipeline-schema.ts";
import { anchorName, either, list, mapped, number, placed, table, text, word } from "../data/shape.ts";
import type { Placed, Shape } from "../data/shape.ts";

/** Pipeline of a graph as a user writes it: its passes, and three lists of related pipelines. */
export interface GraphPipelineData {
  /** Pipelines that run earlier. */
  readonly predecessors?: readonly string[];
  /** Pipelines that run later. */
  readonly successors?: readonly string[];
  /** Pipelines to which the pipeline can jump. */
  readonly jumpTargets?: readonly JumpTarget[];
  /** Operation of the steps. Default: the operation of the graph. Required if a conversion produces another one. */
  readonly anchor?: string;
  /** Textual pipeline in MLIR's syntax, or a list of steps. */
  readonly pipeline?: string | readonly StepData[];
}

/** Choice between pipelines of a graph, as a user writes it. */
export interface GraphChoiceData {
  /** Pipelines with their conditions, in the order in which the conditions are tested. */
  readonly branches: readonly { readonly pipeline: string; readonly when: When }[];
  /** Pipeline that runs if no condition holds. */
  readonly else?: string;
}

/** Key `graph` of a config: pipelines and choices by name. */
export interface GraphData {
  /** Pipelines, by name. */
  readonly pipelines?: { readonly [name: string]: GraphPipelineData };
  /** Choices between pipelines, by name. */
  readonly choices?: { readonly [name: string]: GraphChoiceData };
}

/** Checked pipeline of a graph. */
export interface CheckedGraphPipeline extends Omit<GraphPipelineData, "pipeline"> {
  /** Steps of the pipeline. */
  readonly pipeline?: Placed<CheckedPipeline>;
}

/** Checked graph of one file. */
export interface CheckedGraph {
  /** Pipelines, by name. */
  readonly pipelines: ReadonlyMap<string, Placed<CheckedGraphPipeline>>;
  /** Choices between pipelines, by name. */
  readonly choices: ReadonlyMap<string, Placed<GraphChoiceData>>;
}

const names: Shape<readonly string[]> = list(text());

const jump: Shape<JumpTarget> = either<JumpTarget>("the name of a pipeline, or { to, max }", {
  scalar: text("the name of a pipeline, or { to, max }"),
  map: map<JumpSettings>({
    to: { doc: "the name of a pipeline, or stop, or fail", required: true, shape: text() },
    max: { doc: "maximum number of jumps in a run; default for a jump back: 100", shape: number },
    onLimit: {
      doc: "effect of reaching the maximum: error; or warn or continue, which run the next pipeline in order",
      shape: word(["error", "warn", "continue"]),
    },
    onNoProgress: {
      doc: "effect of an IR that is the same as at an earlier jump: error, or converged, which runs the next pipeline in order",
      shape: word(["error", "converged"]),
    },
  }),
});

const pipelineKeys = map<CheckedGraphPipeline>({
  predecessors: { doc: "pipelines that run before this pipeline", shape: names },
  successors: { doc: "pipelines that run after this pipeline", shape: names },
  jumpTargets: {
    doc: "pipelines that passes of this pipeline can jump to: names, or { to, max, onLimit, onNoProgress }",
    shape: list(jump),
  },
  anchor: {
    doc: "the operation that a list of steps runs on (default: the operation of the graph); required after a conversion to a different operation",
    shape: anchorName,
  },
  pipeline: { doc: "the passes: a textual pipeline, or a list of steps (default: none)", shape: placed(pipeline) },
});

const graphPipeline: Shape<CheckedGraphPipeline> = mapped(pipelineKeys, (read, check, node, path) => {
  const { anchor, pipeline } = read;
  const written = pipeline !== undefined && "text" in pipeline.data ? pipeline.data.text.pipeline.anchor : anchor;
  if (anchor === undefined || anchor === written) return read;
  const at = node.kind === "map" ? node.entries.find(({ key }) => key === "anchor")?.value : undefined;
  const expected = `\`${written}\`, the operation in the text of \`pipeline\``;
  const help = "remove `anchor`, or change the text of `pipeline`";
  return check.wrong(at ?? node, `${path}.anchor`, expected, JSON.stringify(anchor), help);
});

const choice = map<GraphChoiceData>({
  branches: {
    doc: "branches, { pipeline, when }; the first branch whose condition holds is used",
    required: true,
    shape: list(
      map<GraphChoiceData["branches"][number]>({
        pipeline: { doc: "the name of a pipeline", required: true, shape: text() },
        when: { doc: "condition on target, level and options", required: true, shape: when },
      }),
    ),
  },
  else: { doc: "the pipeline to use if no condition holds", shape: text() },
});

interface GraphKeys {
  readonly pipelines?: CheckedGraph["pipelines"];
  readonly choices?: CheckedGraph["choices"];
}

/** Shape of the key `graph`. Names of pipelines are checked when the graph is planned. */
export const graph: Shape<CheckedGraph> = mapped(
  map<GraphKeys>({
    pipelines: { doc: "pipelines by name, in any order", shape: table(placed(graphPipeline)) },
    choices: {
      doc: "choices between pipelines, by name; each run uses one pipeline of a choice",
      shape: table(placed(choice)),
    },
  }),
  ({ pipelines = new Map(), choices = new Map() }): CheckedGraph => ({ pipelines, choices }),
);
