import { expect } from "chai";
import { defineConversion, definePass, PassManager } from "@passwright/core";
import type { IrAdapter, OperationName, PassContext, PassDefinition } from "@passwright/core";
import { PassCatalogue } from "@passwright/builder";
import { PipelineGraph } from "@passwright/graph";
import type { JumpTarget, PipelineEdges, Populate, ScheduleRunOptions } from "@passwright/graph";
import { Random, samples } from "@passwright/development";
import { showDiagnostics } from "./support/show.ts";

/** Operation of the IRs of these tests. Its log contains all passes that ran on it. */
interface Op {
  readonly of: string;
  readonly log: readonly string[];
  readonly inner: Op[];
  readonly name: string;
  target?: string | undefined;
}

type OpIr = IrAdapter<Op> & { readonly root: string };

function makeIr(name: string, root: string): OpIr {
  const names = new Map<string, OperationName>();
  const intern = (text: string): OperationName => {
    const known = names.get(text) ?? { text, isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
    names.set(text, known);
    return known;
  };
  return {
    name,
    root,
    intern,
    nameOf(op) {
      if (op.of !== name) throw new Error(`an operation of ${op.of} came to ${name}`);
      return intern(op.name);
    },
    collectNested: (op, out) => void out.push(...op.inner),
    takeAttribute(op) {
      const { target } = op;
      op.target = undefined;
      return target;
    },
    print: ({ log }) => `${name}: ${log.join(" ")}`,
  };
}

const markdown = makeIr("markdown", "document");
const html = makeIr("html", "page");
const ends = { markdown, html };

function start(): Op {
  return { of: "markdown", name: "document", log: [], inner: [] };
}

function convertedTo(to: OpIr, op: Op, name: string): Op {
  const inner = op.inner.map((one) => ({ ...one, of: to.name }));
  return { of: to.name, name: to.root, log: [...op.log, name], inner };
}

function conversion(from: OpIr, to: OpIr, more: object = {}): PassDefinition<Op> {
  const name = `${from.name}-to-${to.name}`;
  return defineConversion({ name, ...more, from, to, convert: (op) => convertedTo(to, op, name) }) as never;
}

const toHtml = conversion(markdown, html);
const toMarkdown = conversion(html, markdown);

type Body = (op: Op, pass: PassContext<Op>) => void;

function pass(name: string, ir?: OpIr, body: Body = () => {}, more: object = {}): PassDefinition<Op> {
  return definePass({
    name,
    ...(ir && { ir }),
    ...more,
    runOnOperation(op: Op, context: PassContext<Op>) {
      (op.log as string[]).push(name);
      body(op, context);
    },
  }) as never;
}

type Fill = readonly PassDefinition<Op>[];

const filling =
  (passes: Fill): Populate<Op> =>
  (manager) => {
    for (const one of passes) manager.addPass(one);
  };

function graphOf(
  pipelines: { readonly [name: string]: readonly [edges: PipelineEdges, content: Populate<Op> | Fill] },
  catalogue = new PassCatalogue<Op>(),
): PipelineGraph<Op> {
  const graph = new PipelineGraph<Op>(markdown, { anchor: "document", framework: { name: "acme" }, catalogue });
  for (const [name, [edges, content]] of Object.entries(pipelines))
    graph.registerPipeline(name, edges, Array.isArray(content) ? filling(content) : (content as Populate<Op>));
  return graph;
}

function run(graph: PipelineGraph<Op>, options: ScheduleRunOptions<Op> = {}): string {
  const { schedule, diagnostics } = graph.createPipelineSchedule();
  if (schedule === undefined) return showDiagnostics(diagnostics);
  const result = schedule.run(start(), options);
  return result.succeeded ? (result.ir.print?.(result.root, {}) ?? "") : showDiagnostics(result.diagnostics);
}

const problemsOf = (graph: PipelineGraph<Op>): string => showDiagnostics(graph.plan().diagnostics);

const after = (name: string, more: PipelineEdges = {}): PipelineEdges => ({ predecessors: [name], ...more });
const onPage = { anchor: "page" };

describe("several IRs in a graph", () => {
  it("run the pipelines after a conversion on its IR", () => {
    const graph = graphOf({
      read: [{}, [pass("tidy", markdown), toHtml, pass("link", html)]],
      write: [after("read", onPage), [pass("minify", html), pass("look")]],
    });
    expect(run(graph)).to.equal("html: tidy markdown-to-html link minify look");
    const plans = graph.plan().planned?.pipelines.map(({ pipeline, plan }) => [pipeline, plan?.steps.at(-1)?.on]);
    expect(plans).to.deep.equal([
      ["document(tidy,markdown-to-html,link)", { ir: "html", anchor: "page" }],
      ["page(minify,look)", { ir: "html", anchor: "page" }],
    ]);
  });

  it("lead back, several in a row, as first and as last step", () => {
    const graph = graphOf({
      a: [{}, [toHtml]],
      b: [after("a", onPage), [pass("minify", html), toMarkdown]],
      c: [after("b"), [toHtml, toMarkdown, pass("tidy", markdown)]],
    });
    expect(run(graph)).to.equal(
      "markdown: markdown-to-html minify html-to-markdown markdown-to-html html-to-markdown tidy",
    );
  });

  it("run loops on one side, and loops that convert back", () => {
    const twice = (name: string, ir: OpIr, target: string): PassDefinition<Op> =>
      pass(name, ir, (op, context) => {
        if (op.log.filter((one) => one === name).length < 2) context.requestJump(target, "once more");
      });
    const inner = graphOf({
      a: [{}, [toHtml]],
      b: [after("a", { ...onPage, jumpTargets: ["b"] }), [twice("minify", html, "b")]],
    });
    expect(run(inner)).to.equal("html: markdown-to-html minify minify");
    const back = graphOf({
      a: [{}, [toHtml]],
      b: [after("a", { ...onPage, jumpTargets: ["a"] }), [toMarkdown, twice("tidy", markdown, "a")]],
    });
    expect(run(back)).to.equal(
      "markdown: markdown-to-html html-to-markdown tidy markdown-to-html html-to-markdown tidy",
    );
  });

  it("refuse a conversion in one branch of a choice, wherever the other branch is", () => {
    for (const predecessors of [["front"], ["front", "other"]]) {
      const graph = graphOf({ front: [{}, [toHtml]], other: [{}, []], rest: [{ ...onPage, predecessors }, []] });
      graph.registerChoice("c", { branches: [{ test: () => false, pipeline: "front" }], else: "other" });
      expect(problemsOf(graph)).to.contain(
        "error[PWG0213]: pipeline `rest` starts with IR `html` on one path and with IR `markdown` on another",
      );
    }
  });

  it("refuse a jump to a pipeline of another IR, and name the conversion", () => {
    const graph = graphOf({
      a: [{}, [pass("tidy", markdown), toHtml]],
      b: [after("a", { ...onPage, jumpTargets: ["a", "stop"] }), [pass("minify", html)]],
    });
    expect(problemsOf(graph)).to.match(/^error\[PWG0213\]: pipeline `a` starts with IR `markdown` on one path and/);
    const forward = graphOf({
      a: [{ jumpTargets: ["c"] }, [pass("tidy", markdown)]],
      b: [after("a"), [toHtml]],
      c: [after("b", onPage), []],
    });
    expect(problemsOf(forward)).to.contain(
      "error[PWG0213]: pipeline `c` starts with IR `markdown` on one path and with IR `html` on another",
    );
  });

  it("refuse a pass of another IR, and a pipeline on another operation", () => {
    const early = graphOf({ a: [{}, [pass("minify", html), toHtml]] });
    expect(problemsOf(early)).to.contain("error[PWB0409]: `minify` is for IR `html`");
    const late = graphOf({ a: [{}, [toHtml]], b: [after("a", onPage), [pass("tidy", markdown)]] });
    expect(problemsOf(late)).to.equal(
      "error[PWB0409]: `tidy` is for IR `markdown`, but the pipeline runs on IR `html` at this position\n" +
        "  --> framework acme, step tidy\n" +
        "   = position of `tidy`: the function of pipeline `b`, in `page(tidy)` (framework acme)\n" +
        "   = in pipeline `b`, which runs on IR `html` after conversion `markdown-to-html` of framework acme in pipeline `a`\n" +
        "help: add a conversion to IR `markdown`, or remove `tidy`",
    );
    const there = graphOf({ a: [{}, [toHtml]], b: [after("a"), [pass("look")]] });
    expect(problemsOf(there)).to.contain(
      "error[PWG0206]: pipeline `b` runs on 'document', but the preceding conversion",
    );
  });

  it("take either branch of a choice if both convert, and plan the branch that is not taken", () => {
    for (const [left, right, code] of [
      [[toHtml], [pass("tidy", markdown), toHtml], ""],
      [[toHtml], [pass("tidy", markdown)], "PWG0213"],
      [[pass("tidy", markdown)], [pass("minify", html)], "PWB0409"],
    ] as const) {
      const graph = graphOf({
        left: [{ successors: ["end"] }, left],
        right: [{ successors: ["end"] }, right],
        end: [code === "" ? onPage : {}, [pass("look")]],
      });
      graph.registerChoice("way", {
        branches: [{ pipeline: "left", test: ({ log }) => log.length > 0 }],
        else: "right",
      });
      if (code === "") expect(run(graph)).to.equal("html: tidy markdown-to-html look");
      else expect(problemsOf(graph)).to.contain(code);
    }
    const chosen = graphOf({
      read: [{}, [toHtml]],
      small: [after("read", onPage), [pass("minify", html)]],
      large: [after("read", onPage), [pass("pretty", html)]],
    });
    chosen.registerChoice("size", { branches: [{ pipeline: "small", when: { level: "O0" } }], else: "large" });
    expect(run(chosen)).to.equal("html: markdown-to-html pretty");
    expect(chosen.plan().planned?.pipelines.map(({ pipeline }) => pipeline)).to.deep.equal([
      "document(markdown-to-html)",
      "page(pretty)",
      "page(minify)",
    ]);
  });

  it("plan the branch that is not taken on the IR before the choice", () => {
    const inside: Populate<Op> = { graph: (inner) => void inner.registerPipeline("inner", {}, filling([toHtml])) };
    for (const content of [filling([toHtml]), inside]) {
      for (const [taken, other] of [
        ["a", "b"],
        ["b", "a"],
      ] as const) {
        const graph = graphOf({
          a: [{}, content],
          b: [{}, [pass("tidy", markdown), toHtml]],
          z: [{ predecessors: ["a", "b"], ...onPage }, [pass("minify", html)]],
        });
        graph.registerChoice("way", { branches: [{ pipeline: other, when: { level: "O0" } }], else: taken });
        const tidy = taken === "a" ? "" : "tidy ";
        expect(run(graph), `${taken} is taken`).to.equal(`html: ${tidy}markdown-to-html minify`);
      }
    }
  });

  it("are open to plugins on each side, in any order", () => {
    const passes = { toHtml, tidy: pass("tidy", markdown), minify: pass("minify", html), link: pass("link", html) };
    const catalogue = new PassCatalogue<Op>();
    for (const definition of Object.values(passes))
      catalogue.add({
        declaration: definition.declaration,
        owner: { name: "carpenter", version: "1.2.0" },
        definition,
      });
    const make = (insert: (graph: PipelineGraph<Op>) => void): PipelineGraph<Op> => {
      const graph = graphOf({}, catalogue);
      const builder = graph.makeBuilder();
      builder.addPass("markdown-to-html");
      graph.registerPipeline("read", {}, builder);
      const page = graph.makeBuilder("page");
      page.addPass("minify");
      graph.registerPipeline("write", after("read"), page);
      insert(graph.forContributor({ kind: "plugin", name: "tpp" }));
      return graph;
    };
    const good = make((graph) => {
      graph.pipeline("write")?.addBefore("minify", "link");
      graph.pipeline("read")?.addBefore("markdown-to-html", "tidy");
    });
    expect(run(good)).to.equal("html: tidy markdown-to-html link minify");
    const wrong = make((graph) => void graph.pipeline("write")?.addAfter("minify", "tidy"));
    expect(problemsOf(wrong)).to.contain(
      "error[PWB0409]: `tidy` is for IR `markdown`, but the pipeline runs on IR `html`",
    );
    expect(problemsOf(wrong)).to.contain("tpp::tidy");
  });

  it("run subgraphs on either side, and conversions in them", () => {
    const graph = graphOf({
      read: [{}, { graph: (sub) => void sub.registerPipeline("convert", {}, filling([toHtml])) }],
      write: [
        after("read", onPage),
        { graph: (sub) => void sub.registerPipeline("small", {}, filling([pass("minify", html)])) },
      ],
    });
    const open = graph.makeGraph("page");
    open.registerPipeline("last", {}, filling([pass("look")]));
    graph.registerPipeline("end", after("write"), open);
    expect(run(graph)).to.equal("html: markdown-to-html minify look");
    const wrong = graphOf({ read: [{}, [toHtml]] });
    wrong.registerPipeline("end", after("read"), wrong.makeGraph());
    expect(problemsOf(wrong)).to.contain(
      "error[PWG0206]: pipeline `end` runs on 'document', but the preceding conversion",
    );
    expect(graph.registerPipeline("more", onPage, graph.makeBuilder()).ok).to.equal(false);
  });

  it("lose the properties that a conversion does not keep", () => {
    for (const [more, text] of [
      [{}, "error[PWG0208]"],
      [{ preserves: ["sorted"] }, ""],
    ] as const) {
      const graph = graphOf({
        a: [{}, [pass("sort", markdown, undefined, { provides: ["sorted"] }), conversion(markdown, html, more)]],
        b: [after("a", onPage), [pass("search", html, undefined, { requires: ["sorted"] })]],
      });
      expect(problemsOf(graph)).to[text === "" ? "equal" : "contain"](text);
    }
  });

  it("are followed by instrumentations, jumps by attribute and `runAsync`", async () => {
    const graph = graphOf({
      a: [{ jumpTargets: ["c"] }, [pass("tidy", markdown, (op) => void (op.target = "c")), toHtml]],
      b: [after("a", onPage), [pass("never", html)]],
      c: [after("b", onPage), [pass("minify", html)]],
    });
    const { schedule } = graph.createPipelineSchedule();
    if (schedule === undefined) throw new Error(problemsOf(graph));
    expect(schedule.irs).to.deep.equal([markdown, html]);
    const { runningAdapter } = schedule;
    const seen: string[] = [];
    const afterPass = (_pass: unknown, op: Op): void => void seen.push(runningAdapter.print?.(op, {}) ?? "");
    const root = start();
    const result = await schedule.runAsync(root, { instrumentations: [{ afterPass }] });
    expect([result.succeeded, result.ir.name, root.target]).to.deep.equal([true, "html", undefined]);
    expect(seen).to.deep.equal(["markdown: tidy", "html: tidy markdown-to-html", "html: tidy markdown-to-html minify"]);
  });

  it("jump by an attribute on a root between two replacements", () => {
    const mark = pass("mark", html, (op) => void (op.target = "c"));
    const renew = pass("renew", markdown, ({ log }, context) => context.replaceRoot({ ...start(), log }));
    const late = pass("late", markdown, (op, context) => {
      context.replaceRoot({ ...start(), log: op.log });
      op.target = "c";
    });
    for (const passes of [
      [toHtml, mark, toMarkdown],
      [toHtml, toMarkdown, late, renew],
    ]) {
      const graph = graphOf({
        a: [{ jumpTargets: ["c"] }, passes],
        b: [after("a"), [pass("never", markdown)]],
        c: [after("b"), [pass("minify", markdown)]],
      });
      expect(run(graph))
        .to.match(/ minify$/)
        .and.not.contain("never");
    }
  });

  it("continues with a root that replaced the old one", () => {
    const again = pass("again", markdown, (op, context) => context.replaceRoot({ ...op, log: [...op.log, "new"] }));
    const graph = graphOf({ a: [{}, [again]], b: [after("a"), [pass("tidy", markdown)]] });
    expect(run(graph)).to.equal("markdown: again new tidy");
    const manager = new PassManager(markdown, { anchor: "document" }).addPass(again);
    expect(manager.run(start()).root.log).to.deep.equal(["again", "new"]);
  });

  it("are accepted exactly when a slow, obvious walk finds one IR for each pipeline, and run then", () => {
    let accepted = 0;
    for (let seed = 0; seed < samples(400); seed++) {
      const random = new Random(seed);
      const drawn = drawGraph(random);
      const { planned, diagnostics } = graphOf(drawn.pipelines(new Random(seed + 1))).plan();
      expect(
        planned !== undefined,
        `seed ${seed}:\n${JSON.stringify(drawn.shown)}\n${showDiagnostics(diagnostics)}`,
      ).to.equal(isLegal(drawn.shown));
      if (planned === undefined) continue;
      accepted++;
      const { schedule } = planned.createPipelineSchedule();
      const result = schedule?.run(start(), { verifyEach: false });
      expect(showDiagnostics(result?.diagnostics ?? []), `seed ${seed}`).to.equal("");
    }
    expect(accepted).to.be.greaterThan(samples(400) / 20);
  });
});

/** Pipeline of a random graph: its anchor, the kinds of its passes, and its jumps. */
interface Drawn {
  readonly anchor: "document" | "page";
  readonly passes: readonly (keyof typeof ends | "to-html" | "to-markdown" | "any")[];
  readonly jumps: readonly string[];
}

function drawGraph(random: Random): {
  readonly shown: readonly Drawn[];
  pipelines(decide: Random): { readonly [name: string]: readonly [PipelineEdges, Populate<Op>] };
} {
  const size = random.between(1, 5);
  let isPage = false;
  const shown = Array.from({ length: size }, (): Drawn => {
    const anchor = isPage !== random.chance(0.03) ? "page" : "document";
    const passes = Array.from({ length: random.between(0, 3) }, () => {
      if (random.chance(0.35)) {
        isPage = !isPage;
        return isPage ? "to-html" : "to-markdown";
      }
      return random.pick([
        isPage ? "html" : "markdown",
        "any",
        ...(random.chance(0.05) ? ["html" as const] : []),
      ] as const);
    });
    const jumps = random.chance(0.3) ? [`p${random.between(0, size - 1)}`] : [];
    return { anchor, passes, jumps };
  });
  let made = 0;
  const passOf = (kind: Drawn["passes"][number], decide: () => void | string): PassDefinition<Op> => {
    if (kind === "to-html") return toHtml;
    if (kind === "to-markdown") return toMarkdown;
    const jump: Body = (_op, context) => {
      const target = decide();
      if (target !== undefined) context.requestJump(target, "drawn");
    };
    return pass(`for-${kind}-${made++}`, kind === "any" ? undefined : ends[kind], jump);
  };
  return {
    shown,
    pipelines: (decide) =>
      Object.fromEntries(
        shown.map(({ anchor, passes, jumps }, index) => {
          const jumpTargets = jumps.map((to): JumpTarget => ({ to, max: 3, onLimit: "continue" }));
          const edges = { ...(index === 0 ? {} : { predecessors: [`p${index - 1}`] }), jumpTargets, anchor };
          const target = (): string | undefined => (decide.chance(0.5) ? jumps[0] : undefined);
          return [`p${index}`, [edges, filling(passes.map((kind) => passOf(kind, target)))]] as const;
        }),
      ),
  };
}

/** Follows all paths. Returns whether every pass runs on its IR, and every pipeline always starts with the same IR. */
function isLegal(graph: readonly Drawn[]): boolean {
  const irsAt = graph.map(() => new Set<string>());
  const walk = (place: number, ir: "markdown" | "html"): boolean => {
    const drawn = graph[place];
    if (drawn === undefined || irsAt[place]?.has(ir)) return true;
    irsAt[place]?.add(ir);
    if (drawn.passes.length > 0 && drawn.anchor !== ends[ir].root) return false;
    let now = ir;
    for (const kind of drawn.passes) {
      if (kind === "any") continue;
      const needed = kind === "to-html" ? "markdown" : kind === "to-markdown" ? "html" : kind;
      if (needed !== now) return false;
      now = kind === "to-html" ? "html" : kind === "to-markdown" ? "markdown" : now;
    }
    return walk(place + 1, now) && drawn.jumps.every((to) => walk(Number(to.slice(1)), now));
  };
  return walk(0, "markdown") && irsAt.every(({ size }) => size <= 1);
}
