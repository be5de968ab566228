import { graphlib, layout } from "@dagrejs/dagre";
import { useMemo } from "preact/hooks";
import type { RecordedRun, Recording } from "../recording/recording.ts";
import { counted } from "./words.ts";

type Graph = NonNullable<Recording["graph"]>;
type Pipeline = Graph["pipelines"][number];

interface GraphProps {
  readonly graph: Graph;
  readonly run: RecordedRun | undefined;
  readonly onPipeline: (path: string) => void;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: "order" | "jump";
  readonly text: string;
  readonly taken: number;
}

/** Shows the pipelines of a graph with their order, and the jumps that the run took. */
export function GraphPanel({ graph, run, onPipeline }: GraphProps) {
  const pipelines = useMemo(() => flat(graph.pipelines), [graph]);
  const edges = useMemo(() => edgesOf(pipelines, run), [pipelines, run]);
  const visits = (path: string): number =>
    (run?.trace ?? []).filter((event) => event.kind === "pipeline" && event.pipeline === path).length;
  const drawing = useMemo(() => layoutOf(pipelines, edges), [pipelines, edges]);
  return (
    <div class="pw-text">
      <h2>{counted(pipelines.length, "pipeline")}</h2>
      <div class="pw-scroll" tabIndex={0} role="region" aria-label="Drawing of the graph">
        <svg
          class="pw-graph"
          width={drawing.width}
          height={drawing.height}
          role="img"
          aria-label="The list below has the same facts"
        >
          <defs>
            <marker
              id="pw-arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto-start-reverse"
            >
              <path d="M0 0 8 4 0 8z" />
            </marker>
          </defs>
          {drawing.edges.map(({ points, edge, label }) => (
            <g class={`pw-edge pw-${edge.kind}${edge.taken > 0 ? " pw-taken" : ""}`}>
              <path
                d={points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("")}
                marker-end="url(#pw-arrow)"
              />
              {edge.kind === "jump" && label !== undefined && (
                <text x={label.x} y={label.y} text-anchor="middle">
                  {edge.taken > 0 ? `jump, ${counted(edge.taken, "time")}` : "jump"}
                </text>
              )}
            </g>
          ))}
          {drawing.nodes.map(({ pipeline, x, y, width, height }) => (
            <g
              class={`pw-node${visits(pipeline.path) > 0 ? " pw-visited" : ""}`}
              onClick={() => onPipeline(pipeline.path)}
            >
              <rect x={x - width / 2} y={y - height / 2} width={width} height={height} rx="6" />
              <text x={x} y={y - 3} text-anchor="middle">
                {pipeline.path}
              </text>
              <text class="pw-sub" x={x} y={y + 13} text-anchor="middle">
                {[
                  counted(pipeline.steps?.length ?? 0, "step"),
                  ...(run === undefined ? [] : [visitText(visits(pipeline.path))]),
                ].join(", ")}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <h3>The same as text</h3>
      <ul>
        {pipelines.map((one) => (
          <li>
            <button
              type="button"
              class="pw-link"
              onClick={() => onPipeline(one.path)}
              disabled={one.steps === undefined}
            >
              {one.path}
            </button>{" "}
            {counted(one.steps?.length ?? 0, "step")}
            {one.predecessors.length > 0 && `, after ${one.predecessors.join(", ")}`}
            {one.choice !== undefined && `, branch of ${one.choice}`}
            {run !== undefined && `, ${visitText(visits(one.path))}`}
            {edges
              .filter((edge) => edge.kind === "jump" && edge.from === one.path)
              .map((edge) => (
                <div>{edge.text}</div>
              ))}
          </li>
        ))}
      </ul>
      {run?.trace !== undefined && (
        <>
          <h3>Path of the run on {run.input}</h3>
          <ol class="pw-trace">
            {run.trace.map((event) => (
              <li style={{ marginLeft: `${event.depth}em` }}>{eventText(event)}</li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function visitText(count: number): string {
  return count === 0 ? "not visited" : counted(count, "visit");
}

function eventText(event: NonNullable<RecordedRun["trace"]>[number]): string {
  if (event.kind === "pipeline") return `${event.pipeline}${event.visit > 1 ? `, visit ${event.visit}` : ""}`;
  if (event.kind === "failed") return `failed: ${event.pipeline}`;
  if (event.kind === "choice") return `choice ${event.choice}: ${event.taken}, because ${event.because}`;
  const why = event.reason === undefined ? event.by : `${event.by}: ${event.reason}`;
  if (event.outcome === "converged") return `no jump to ${event.to}: the IR no longer changes (${why})`;
  if (event.outcome === "limit") return `no jump to ${event.to}: its bound is ${event.max} (${why})`;
  return `jump to ${event.to}, ${event.count}${event.max === undefined ? "" : ` of ${event.max}`} (${why})`;
}

function flat(pipelines: readonly Pipeline[]): Pipeline[] {
  return pipelines.flatMap((one) => (one.pipelines === undefined ? [one] : [one, ...flat(one.pipelines)]));
}

function edgesOf(pipelines: readonly Pipeline[], run: RecordedRun | undefined): Edge[] {
  const inside = (path: string, name: string): string => `${path.slice(0, path.lastIndexOf("/") + 1)}${name}`;
  return pipelines.flatMap(({ path, predecessors, jumps }) => [
    ...predecessors.map((name): Edge => ({
      from: inside(path, name),
      to: path,
      kind: "order",
      text: `${name} runs before ${path}`,
      taken: 0,
    })),
    ...jumps.map(({ to, isBack, max }): Edge => {
      const taken = (run?.trace ?? []).filter(
        (event) => event.kind === "jump" && event.from === path && event.to === to && event.outcome === "taken",
      ).length;
      const bound = max === undefined ? "" : `, at most ${counted(max, "time")}`;
      return {
        from: path,
        to: inside(path, to),
        kind: "jump",
        text: `may jump ${isBack ? "back " : ""}to ${to}${bound}${run === undefined ? "" : `; taken ${counted(taken, "time")}`}`,
        taken,
      };
    }),
  ]);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function layoutOf(pipelines: readonly Pipeline[], edges: readonly Edge[]) {
  const drawing = new graphlib.Graph({ multigraph: true });
  drawing.setGraph({ rankdir: "TB", nodesep: 40, ranksep: 45, marginx: 12, marginy: 12 });
  drawing.setDefaultEdgeLabel(() => ({}));
  const shown = pipelines.filter(
    (one) => one.pipelines === undefined || edges.some(({ from, to }) => from === one.path || to === one.path),
  );
  const paths = new Set(shown.map(({ path }) => path));
  for (const { path } of shown) drawing.setNode(path, { width: Math.max(120, path.length * 8 + 24), height: 44 });
  const drawn = edges.filter(({ from, to }) => paths.has(from) && paths.has(to));
  drawn.forEach((edge, index) =>
    drawing.setEdge(edge.from, edge.to, edge.kind === "jump" ? { width: 90, height: 14 } : {}, String(index)),
  );
  layout(drawing);
  const { width = 0, height = 0 } = drawing.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    nodes: shown.map((pipeline) => {
      const node = drawing.node(pipeline.path) as Point & { readonly width: number; readonly height: number };
      return { pipeline, x: node.x, y: node.y, width: node.width, height: node.height };
    }),
    edges: drawn.map((edge, index) => {
      const found = drawing.edge(edge.from, edge.to, String(index)) as {
        readonly points: readonly Point[];
        readonly x?: number;
        readonly y?: number;
      };
      const label = found.x === undefined || found.y === undefined ? undefined : { x: found.x, y: found.y };
      return { edge, points: found.points, label };
    }),
  };
}
