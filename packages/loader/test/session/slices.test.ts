import type { PassManagerBuilder, Plan } from "@passwright/builder";
import { renderDiagnostic } from "@passwright/core";
import type { IrAdapter, OpPassManager } from "@passwright/core";
import { samples } from "@passwright/development";
import {
  assemble,
  defineFramework,
  defineGraphFramework,
  defineIr,
  definePass,
  definePlugin,
  assembleWith,
  sliceOf,
} from "@passwright/sdk";
import type { Assembly, PipelineGraph, Slice, SlicedPlan } from "@passwright/sdk";
import { expect } from "chai";
import * as fc from "fast-check";
import { worlds } from "../random-world.ts";
import type { World } from "../random-world.ts";
import { assemblyOf, inputFor, irOf } from "../world.ts";
import type { RunLog } from "../world.ts";

/** Returns the passes that ran on each operation in order, by the path of the operation. */
function byOperation(log: RunLog): { [path: string]: string[] } {
  const found: { [path: string]: string[] } = {};
  for (const { pass, path } of log) (found[path.join("/")] ??= []).push(pass);
  return found;
}

/** Returns the settings for a run of a slice, or of the whole plan. */
const part = <F>(assembly: Assembly<F>, slice: Slice): { readonly slice?: SlicedPlan } =>
  Object.keys(slice).length === 0 ? {} : { slice: sliceOf(assembly, slice) };

/**
 * Runs a world in two slices for each step of its plan. Prints and parses the IR between the slices. Returns the number
 * of such runs.
 */
function sliceEverywhere(world: World): number {
  const log: RunLog = [];
  const ir = irOf(world);
  const assembly = assemblyOf(world, ir, log);
  const { plan } = assembly;
  if (plan === undefined || plan.steps.length < 2) return 0;
  const text = inputFor(world, plan);
  const read = (content: string): object | undefined => {
    const parsed = ir.parse?.(content, { file: "input" });
    return parsed?.ok === true ? parsed.op : undefined;
  };
  const taken = (): RunLog => log.splice(0);
  const whole = read(text);
  if (whole === undefined) return 0;
  expect(assembly.run(whole as never).ok).to.equal(true);
  const expected = byOperation(taken());
  const result = ir.print?.(whole, {});
  let done = 0;
  plan.steps.slice(0, -1).forEach(({ address }, index) => {
    const next = plan.steps[index + 1]?.address as string;
    const middle = read(text) as object;
    const first = assembly.run(middle as never, part(assembly, { until: address }));
    const isRefused = !first.ok;
    if (isRefused) {
      expect(first.diagnostics.map(({ code }) => code)).to.deep.equal(["PWB0803"]);
      return;
    }
    const again = read(ir.print?.(middle, {}) as string) as object;
    expect(assembly.run(again as never, part(assembly, { from: next })).ok).to.equal(true);
    expect(byOperation(taken()), `${assembly.text()} until ${address}`).to.deep.equal(expected);
    expect(ir.print?.(again, {})).to.equal(result);
    done++;
  });
  return done;
}

interface Shape {
  readonly kind: string;
  marks: string[];
  readonly parts: Shape[];
}

/** IR of trees whose nodes store the names of the passes that ran on them. */
const marked = defineIr<Shape, "parts", Shape>({
  name: "marked",
  root: "doc",
  nameOf: ({ kind }) => kind,
  childrenOf: "parts",
  parse: (text) => JSON.parse(text) as Shape,
  print: (root) => JSON.stringify(root),
});

type Steps = readonly (string | readonly [anchor: string, steps: Steps])[];

const mark = (name: string): ReturnType<typeof definePass> =>
  definePass({
    name,
    // A pass reads only changes that other passes made to the same operation.
    runOnOperation: (op: Shape) => void op.marks.push(`${name}${op.marks.length}`),
  }) as never;

/** Makes a framework with these steps, in which each pass marks its operation. */
function marking(steps: Steps): Assembly {
  const names = new Set<string>();
  const collect = (some: Steps): void => {
    for (const step of some)
      if (typeof step === "string") names.add(step);
      else collect(step[1]);
  };
  collect(steps);
  const framework = defineFramework({
    name: "marking",
    ir: marked,
    anchor: "doc",
    passes: [...names].map(mark) as never,
    pipeline: (builder: PassManagerBuilder) => {
      const add = (to: PassManagerBuilder, some: Steps): void => {
        for (const step of some) {
          if (typeof step === "string") to.addPass(step);
          else add(to.nest(step[0]), step[1]);
        }
      };
      add(builder, steps);
    },
  } as never);
  return assemble(framework as never) as never;
}

/** Runs a slice on a document, and returns its diagnostics as text. */
const errorsOf =
  (assembly: Assembly) =>
  (slice: Slice): string =>
    assembly
      .run(doc() as never, part(assembly, slice))
      .diagnostics.map(renderDiagnostic)
      .join("\n");

const doc = (): Shape => {
  const part = (kind: string, ...parts: Shape[]): Shape => ({ kind, marks: [], parts });
  return part("doc", part("group", part("path"), part("group", part("path"))), part("path"), part("group"));
};

const randomSteps: fc.Arbitrary<Steps> = fc.letrec<{ steps: Steps; step: Steps[number] }>((tie) => ({
  step: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("a", "b", "c", "d"),
    fc.tuple(fc.constantFrom("group", "path"), tie("steps")),
    fc.tuple(fc.constant("**group"), tie("steps")),
  ),
  steps: fc.array(tie("step"), { minLength: 1, maxLength: 4 }),
})).steps;

describe("slices of a plan", () => {
  for (const ir of ["tree", "mlir"] as const)
    it(`in a row are the whole plan, after each step, on IR ${ir}`, () => {
      let done = 0;
      const runs = samples(400);
      fc.assert(
        fc.property(worlds(ir), (world) => void (done += sliceEverywhere(world))),
        { numRuns: runs },
      );
      expect(done).to.be.at.least(0.2 * runs - 4);
    });

  it("in a row leave the same tree as the whole plan, printed and read back in between", () => {
    fc.assert(
      fc.property(randomSteps, (steps) => {
        const assembly = marking(steps);
        const whole = doc();
        expect(assembly.run(whole as never).ok).to.equal(true);
        const plan = assembly.plan as Plan;
        plan.steps.slice(0, -1).forEach(({ address }, index) => {
          const first = doc();
          const { ok, diagnostics } = assembly.run(first as never, part(assembly, { until: address }));
          if (!ok) {
            expect(diagnostics.map(({ code }) => code)).to.deep.equal(["PWB0803"]);
            return;
          }
          const second = JSON.parse(JSON.stringify(first)) as Shape;
          assembly.run(second as never, part(assembly, { from: plan.steps[index + 1]?.address as string }));
          expect(second, `${assembly.text()} until ${address}`).to.deep.equal(whole);
        });
      }),
      { numRuns: samples(300) },
    );
  });

  it("include both ends, and inserted steps", () => {
    const plugin = definePlugin({ name: "x", passes: [mark("p") as never], setup: (b) => void b.addAfter("a", "p") });
    const assembly = assembleWith(
      marking(["a", ["group", ["b", "c"]], "d"]) as Assembly<never>,
      {
        plugins: [plugin],
      } as never,
    );
    const run = (slice: Slice): string => {
      const root = doc();
      const { ok, diagnostics } = assembly.run(root as never, part(assembly, slice));
      if (!ok) return diagnostics.map(renderDiagnostic).join("\n");
      return [root.marks.join(), root.parts[0]?.marks.join()].join(" | ");
    };
    expect(run({})).to.equal("a0,p1,d2 | b0,c1");
    expect(run({ from: "x::p", until: "b" })).to.equal("p0 | b0");
    expect(run({ from: "c" })).to.equal("d0 | c0");
    expect(run({ until: "a" })).to.equal("a0 | ");
    expect(run({ from: "c", until: "c" })).to.equal(" | c0");
    expect(run({ from: "p" })).to.equal(`error[PWB0801]: the plan has no step \`p\`
   = steps of the plan: \`a\`, \`x::p\`, \`b\`, \`c\`, \`d\`
help: did you mean \`x::p\`?`);
    expect(run({ from: "p", until: "p" })).to.equal(run({ from: "p" }));
    expect(run({ from: "d", until: "b" })).to
      .equal(`error[PWB0802]: the slice is empty: \`b\` (\`until\`) is before \`d\` (\`from\`) in the plan
help: swap \`from\` and \`until\``);
  });

  it("do not start or end inside a manager on any operation", () => {
    const assembly = marking([["any", ["a", "b"]], "c"]);
    const errorOf = errorsOf(assembly);
    expect(errorOf({ until: "a" })).to
      .equal(`error[PWB0803]: a slice cannot end at \`a\`, inside \`any(…)\`, because without some of its passes, this manager could run on additional operations
help: end the slice at \`b\`, the last step of that manager`);
    expect(errorOf({ from: "b" })).to
      .equal(`error[PWB0803]: a slice cannot start at \`b\`, inside \`any(…)\`, because without some of its passes, this manager could run on additional operations
help: start the slice at \`a\`, the first step of that manager`);
    expect(errorOf({ until: "b" })).to.equal("");
  });

  it("do not start or end inside a manager at every depth", () => {
    const assembly = marking([["**group", ["a", ["path", ["b", "c"]]]], "d"]);
    const errorOf = errorsOf(assembly);
    expect(errorOf({ until: "a" })).to
      .equal(`error[PWB0803]: a slice cannot end at \`a\`, inside \`**group(…)\`, because all steps of this manager run on an operation before the nested operations
help: end the slice at \`c\`, the last step of that manager`);
    expect(errorOf({ from: "c" })).to
      .equal(`error[PWB0803]: a slice cannot start at \`c\`, inside \`**group(…)\`, because all steps of this manager run on an operation before the nested operations
help: start the slice at \`a\`, the first step of that manager`);
    expect(errorOf({ until: "c" }) + errorOf({ from: "d" })).to.equal("");
  });

  it("of a graph stay in one pipeline", () => {
    const framework = defineGraphFramework({
      name: "stages",
      ir: marked,
      anchor: "doc",
      passes: ["a", "b", "c"].map(mark),
      graph(graph: PipelineGraph<Shape>) {
        const stage = (names: readonly string[]): PassManagerBuilder<Shape> => {
          const builder = graph.makeBuilder();
          for (const name of names) builder.addPass(name);
          return builder;
        };
        graph.registerPipeline("one", {}, stage(["a", "b"]) as never);
        graph.registerPipeline("two", { predecessors: ["one"] }, stage(["b", "c"]) as never);
      },
    } as never);
    const assembly = assemble(framework as never);
    expect(assembly.diagnostics.map(renderDiagnostic)).to.deep.equal([]);
    const run = (slice: Slice): string => {
      const root = doc();
      const { ok, diagnostics } = assembly.run(root as never, part(assembly, slice));
      return ok ? root.marks.join() : diagnostics.map(renderDiagnostic).join("\n");
    };
    expect(run({})).to.equal("a0,b1,b2,c3");
    expect(run({ until: "a" })).to.equal("a0");
    expect(run({ from: "one/b" })).to.equal("b0");
    expect(run({ from: "two/b" })).to.equal("b0,c1");
    expect(run({ from: "b", until: "c" })).to.equal("b0,c1");
    expect(run({ from: "b" })).to.equal(`error[PWL0614]: 2 pipelines of the graph contain a step \`b\`
   = pipelines: \`one\`, \`two\`
help: add the name of the pipeline: \`one/b\``);
    expect(run({ from: "a", until: "c" })).to
      .equal(`error[PWL0613]: a slice must be inside one pipeline, but steps \`a\`, \`c\` are in different pipelines
   = step \`a\` is in pipeline \`one\`
   = step \`c\` is in pipeline \`two\`
help: run a separate slice for each pipeline`);
    expect(run({ from: "two/bb" })).to.equal(`error[PWL0612]: no pipeline of the graph has a step \`two/bb\`
   = steps of the graph: \`one/a\`, \`one/b\`, \`two/b\`, \`two/c\`
help: did you mean \`two/b\`?`);
    expect(run({ from: "two/c", until: "two/b" })).to.contain("error[PWB0802]");
  });

  it("of a pipeline that a function fills run the passes of the function", () => {
    const passes = ["a", "b", "c"].map(mark);
    const framework = defineGraphFramework({
      name: "functions",
      ir: marked,
      anchor: "doc",
      graph(graph: PipelineGraph<Shape>) {
        const fill = (manager: OpPassManager<Shape>): void => {
          for (const pass of passes) manager.addPass(pass as never);
        };
        const inner = (sub: PipelineGraph<Shape>): void => void sub.registerPipeline("two", {}, fill);
        graph.registerPipeline("one", {}, fill);
        graph.registerPipeline("sub", { predecessors: ["one"] }, { graph: inner });
      },
    } as never);
    const assembly = assemble(framework as never);
    const run = (slice: Slice): string => {
      const root = doc();
      const { ok, diagnostics } = assembly.run(root as never, part(assembly, slice));
      return ok ? root.marks.join() : diagnostics.map(renderDiagnostic).join("\n");
    };
    expect(run({ from: "one/b" })).to.equal("b0,c1");
    expect(run({ until: "sub/two/b" })).to.equal("a0,b1");
  });

  it("of a graph take no jumps, and report those that passes request", async () => {
    const asking = (name: string, ...targets: readonly string[]): ReturnType<typeof definePass> =>
      definePass({
        name,
        runOnOperation(op: Shape, pass) {
          op.marks.push(name);
          for (const target of targets) pass.requestJump(target, "more to do");
        },
      }) as never;
    const noted = {
      ...marked,
      takeAttribute: ({ marks }: Shape) => (marks.at(-1) === "note" ? marks.pop() : undefined),
    };
    const framework = defineGraphFramework({
      name: "looping",
      ir: noted,
      anchor: "doc",
      passes: [
        asking("again", "one"),
        asking("give-up", "fail"),
        asking("lost", "nowhere"),
        asking("torn", "one", "stop"),
        asking("note"),
      ],
      graph(graph: PipelineGraph<Shape>) {
        const builder = graph.makeBuilder();
        for (const name of ["again", "give-up", "lost", "torn", "note"]) builder.addPass(name);
        graph.registerPipeline("one", { jumpTargets: ["one", "stop", "fail", "note"] as never }, builder as never);
        graph.registerPipeline("note", { predecessors: ["one"] }, graph.makeBuilder() as never);
      },
    } as never);
    const assembly = assemble(framework as never);
    expect(assembly.diagnostics.map(renderDiagnostic)).to.deep.equal([]);
    const told = (step: string): string => {
      const root = doc();
      const { ok, diagnostics } = assembly.run(root as never, part(assembly, { from: step, until: step }));
      return [`${ok} ${root.marks.join()}`, ...diagnostics.map(renderDiagnostic)].join("\n");
    };
    expect(told("again")).to.equal(`true again
remark[PWG0311]: the jump from \`one\` to \`one\` is ignored, because the run is limited to a slice
  --> step one
   = pass \`again\` requested a jump to \`one\` (reason: more to do)`);
    expect(told("note")).to.equal(`true 
remark[PWG0311]: the jump from \`one\` to \`note\` is ignored, because the run is limited to a slice
  --> step one
   = attribute \`pipeline.jump_target\` requested a jump to \`note\``);
    expect(told("give-up")).to.contain(
      "false give-up\nerror[PWG0306]: pipeline `one` ended the run with an error: more to do",
    );
    expect(told("lost")).to.contain("false lost\nerror[PWG0301]: `nowhere` is not a jump target of pipeline `one`");
    expect(told("torn")).to.contain("false torn\nerror[PWG0302]");
    const ran = await assembly.runAsync(doc() as never, part(assembly, { until: "again" }));
    expect(ran.diagnostics.map(({ code }) => code)).to.deep.equal(["PWG0311"]);
  });

  it("list the properties that they assume for their input", async () => {
    const pass = (name: string, declaration: object): ReturnType<typeof definePass> =>
      definePass({ name, ...declaration, runOnOperation() {} } as never) as never;
    const framework = defineFramework({
      name: "lowering",
      ir: marked as unknown as IrAdapter<object>,
      anchor: "doc",
      properties: {
        tensors: { kind: "structural", initially: true },
        memrefs: { kind: "structural" },
        clean: { kind: "fragile" },
      },
      passes: [
        pass("bufferize", { requires: ["tensors"], provides: ["memrefs"] }),
        pass("tidy", { requires: ["memrefs"], provides: ["clean"] }),
        pass("match", { requires: ["clean", "memrefs", "tensors"] }),
      ],
      pipeline: (b: PassManagerBuilder) => {
        for (const name of ["bufferize", "tidy", "match"]) b.addPass(name);
      },
    } as never);
    const assembly = assemble(framework as never);
    const told = (slice: Slice): string[] =>
      assembly.run(doc() as never, part(assembly, slice)).diagnostics.map((one) => renderDiagnostic(one));
    expect(told({ from: "match" })).to.deep.equal([
      "remark[PWL0611]: the input of the slice must have property `clean`, which step `tidy` provides before the slice\nhelp: start the slice at `tidy`, or use an input that has this property",
      "remark[PWL0611]: the input of the slice must have property `memrefs`, which step `bufferize` provides before the slice\nhelp: start the slice at `bufferize`, or use an input that has this property",
      "remark[PWL0611]: the input of the slice must have property `tensors`, which the input of the whole pipeline provides\nhelp: use an input that has this property",
    ]);
    expect(told({ from: "tidy" })).to.have.lengthOf(2);
    expect(told({ until: "tidy" })).to.deep.equal([]);
    const ran = await assembly.runAsync(doc() as never, part(assembly, { from: "match", until: "match" }));
    expect(ran.diagnostics).to.have.lengthOf(3);
  });
});
