import { expect } from "chai";
import { defineValue } from "@passwright/core";
import type { PassContext, PassDefinition } from "@passwright/core";
import { PassCatalogue } from "@passwright/builder";
import type { PipelineGraph } from "@passwright/graph";
import { graphOf } from "./support/rfc-text.ts";
import type { GraphOptions } from "./support/rfc-text.ts";
import { showDiagnostics, showResult } from "./support/show.ts";
import { Desk, toyPass } from "./support/toy.ts";

const names = defineValue<string>({ name: "names", version: 1, per: "input" });

interface Access {
  get(value: typeof names): string;
  set(value: typeof names, to: string): void;
}
const accessOf = (pass: PassContext<Desk>): Access => pass.values as unknown as Access;

const collect = toyPass("collect", (op, pass) => accessOf(pass).set(names, `names ${op.count("n")}`), {
  provides: { names },
});
const show = toyPass("show", (op, pass) => void op.log.push(accessOf(pass).get(names)), { requires: { names } });
const KEEPS = { preserves: ["names@1"] };

/** Makes a pass that decrements a counter, and requests a jump to pipeline `b` until the counter is used up. */
const back = (more: object = {}): PassDefinition<Desk> =>
  toyPass(
    "back",
    (op, pass) => {
      const left = op.count("n");
      op.notes.set("n", String(left - 1));
      if (left > 0) pass.requestJump("b", "again");
    },
    more,
  );

const populate = (passes: { readonly [name: string]: readonly PassDefinition<Desk>[] }): GraphOptions["populate"] =>
  Object.fromEntries(
    Object.entries(passes).map(([name, list]) => [
      name,
      (manager) => list.forEach((pass) => void manager.addPass(pass)),
    ]),
  );

/** Plans a graph and runs it. Returns the errors, or the trace and the log. */
function run(
  text: string,
  passes: { readonly [name: string]: readonly PassDefinition<Desk>[] },
  n = 0,
  branches?: Parameters<PipelineGraph<Desk>["registerChoice"]>[1],
): string {
  const options = { populate: populate(passes) as NonNullable<GraphOptions["populate"]> };
  const graph = graphOf(text, options);
  if (branches !== undefined) graph.registerChoice("codegen", branches);
  const { schedule, diagnostics } = graph.createPipelineSchedule();
  if (schedule === undefined) return showDiagnostics(diagnostics);
  const op = new Desk();
  op.notes.set("n", String(n));
  return `${showResult(schedule.run(op))}: ${op.log.join(", ")}`;
}

const opaque = toyPass("opaque");

describe("values in a graph", () => {
  const loop = "a: [], [], []\nb: [a], [], []\nc: [b], [], [b]";

  it("reach later pipelines, and later visits over back edges", () => {
    expect(run(loop, { a: [collect], b: [show], c: [back(KEEPS)] }, 1)).to.match(
      /succeeded: collect, show, names 1, back, show, names 1, back$/,
    );
  });

  it("set on the way back hold on the next visit", () => {
    expect(run(loop, { a: [collect], b: [show], c: [collect, back(KEEPS)] }, 1)).to.match(
      /succeeded: collect, show, names 1, collect, back, show, names 1, collect, back$/,
    );
    expect(run(loop, { a: [collect], b: [show], c: [opaque, back(), collect] }, 1)).to.match(
      /succeeded: collect, show, names 1, opaque, back, collect, show, names 0, opaque, back, collect$/,
    );
  });

  it("are refused where a pass on the way back drops them", () => {
    expect(run(loop, { a: [collect], b: [show], c: [back()] })).to.equal(
      `error[PWG0208]: \`show\` in pipeline \`b\` requires value \`names@1\`, which does not hold on every path to this pass
  --> framework acme, step show
   = \`names@1\` does not hold after the jump from \`c\`
   = \`back\` in pipeline \`c\` does not declare that it preserves the property
help: add a pass that provides \`names@1\` on this path, or add \`preserves: ["names@1"]\` to the passes that preserve this property`,
    );
  });

  const choice = "start: [], [], []\ngpu: [start], [end], []\ncpu: [start], [end], []\nend: [], [], []";
  const branches = { branches: [{ test: (op: Desk) => op.count("n") === 1, pipeline: "gpu" }], else: "cpu" };

  it("hold after a choice if all branches provide them", () => {
    const log = [0, 1].map((n) => run(choice, { gpu: [collect], cpu: [collect], end: [show] }, n, branches));
    expect(log.map((text) => text.slice(text.indexOf("succeeded")))).to.deep.equal([
      "succeeded: start, collect, show, names 0",
      "succeeded: start, collect, show, names 1",
    ]);
  });

  it("of operations reach later pipelines on the same operations, and on those around them", () => {
    const size = defineValue<number>({ name: "size", version: 1, per: "operation" });
    const access = (pass: PassContext<Desk>) =>
      pass.values as unknown as { get(value: typeof size): number; set(value: typeof size, to: number): void };
    const measure = toyPass("measure", (op, pass) => access(pass).set(size, op.count("n")), { provides: { size } });
    const need = toyPass("need", (op, pass) => void op.notes.set("size", `${access(pass).get(size)}`), {
      requires: { size },
    });
    const sum = toyPass("sum", undefined, { requires: { size } });
    const plan = (...consumers: readonly (readonly [anchor: string, pass: PassDefinition<Desk>])[]): string => {
      const graph = graphOf("a: [], [], []", {
        catalogue: new PassCatalogue(),
        populate: { a: (manager) => void manager.nest("drawer").addPass(measure) },
      });
      const builder = graph.makeBuilder();
      for (const [anchor, pass] of consumers) (anchor === "" ? builder : builder.nest(anchor)).addPass(pass);
      graph.registerPipeline("c", { predecessors: ["a"] }, builder);
      const { schedule, diagnostics } = graph.createPipelineSchedule();
      const op = new Desk();
      for (const n of ["1", "2"]) op.addDrawer().notes.set("n", n);
      const result = schedule?.run(op);
      return schedule === undefined
        ? showDiagnostics(diagnostics)
        : `${showResult(result as never)} ${op.drawers.map(({ notes }) => notes.get("size")).join()}`;
    };
    // `opaque` drops the value on one operation. On the next operation, the value still exists.
    expect(plan(["drawer", need], ["drawer", opaque])).to.match(/succeeded.* 1,2$/s);
    expect(plan(["", sum])).to.contain("succeeded");
    expect(plan(["shelf", need])).to.contain("error[PWG0214]");
    expect(plan(["drawer", opaque], ["drawer", need])).to.contain("error[PWB0501]");
  });

  it("are refused after a choice if one branch does not provide or keep them", () => {
    expect(run(choice, { gpu: [collect], end: [show] }, 0, branches)).to.contain("does not hold after pipeline `cpu`");
    const keeping = toyPass("keeping", undefined, KEEPS);
    expect(run(choice, { start: [collect], gpu: [opaque], cpu: [keeping], end: [show] }, 0, branches)).to.contain(
      "`opaque` in pipeline `gpu` does not declare that it preserves the property",
    );
  });
});
