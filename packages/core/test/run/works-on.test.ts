import { definePass, PassManager, string } from "@passwright/core";
import type { Instrumentation, PassDefinition } from "@passwright/core";
import { Random } from "@passwright/development";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "../toy-ir.ts";
import type { Cabinets, Item } from "../toy-ir.ts";
import { block, describeResult, Trace, tracingPass } from "../trace.ts";

const TAX = "cabinet @tax\n  drawer @a\n    page @p\n  drawer @b\n    folder @f";

function setUp(text = TAX): { adapter: Cabinets; trace: Trace; manager: PassManager<Item>; run(): string } {
  const adapter = makeCabinets();
  const trace = new Trace();
  const manager = new PassManager(adapter, { anchor: "cabinet" });
  const op = cabinetFrom(adapter, text);
  return { adapter, trace, manager, run: () => [describeResult(manager.run(op)), ...trace.lines].join("\n") };
}

describe("operations that a pass works on", () => {
  it("skips a pass on operations that neither are nor contain one, and preserves everything", () => {
    const { trace, manager, run } = setUp();
    const drawers = manager.nest("drawer");
    drawers.addPass(tracingPass(trace, { name: "read", worksOn: ["page"] }));
    drawers.addPass(tracingPass(trace, { name: "open", worksOn: ["drawer"] }));
    manager.addPass(tracingPass(trace, { name: "ship", worksOn: ["archive.box"] }));
    manager.addPass(tracingPass(trace, { name: "count", worksOn: ["archive.box", "folder"] }));
    expect(run()).to.equal(
      block(`
        succeeded
        read on drawer @a
        open on drawer @a
        open on drawer @b
        count on cabinet @tax
      `),
    );
  });

  it("looks again after a pass that may have changed something", () => {
    const { adapter, trace, manager, run } = setUp("cabinet @tax\n  drawer @a\n    page @p");
    const shred = tracingPass(trace, "shred", (op) => op.contents[0]?.contents[0]?.shred());
    const add = tracingPass(trace, "add", (op) => void op.file(cabinetFrom(adapter, "drawer @new\n  page @q")));
    const read = tracingPass(trace, { name: "read", worksOn: ["page"] });
    manager.addPass(read).addPass(shred).addPass(read).addPass(add).addPass(read);
    expect(run()).to.equal(
      block(`
        succeeded
        read on cabinet @tax
        shred on cabinet @tax
        add on cabinet @tax
        read on cabinet @tax
      `),
    );
  });

  it("looks only once for missing operations if passes declare that absent ones stay absent", () => {
    const { adapter, trace, manager, run } = setUp("cabinet @tax\n  drawer @a\n    page @p");
    let visits = 0;
    const { collectNested } = adapter;
    adapter.collectNested = (op, out) => {
      if (adapter.nameOf(op).text.endsWith("cabinet")) visits++;
      collectNested.call(adapter, op, out);
    };
    const preserves = ["absent-operations"];
    const sort = tracingPass(trace, { name: "sort", preserves });
    const shred = tracingPass(trace, { name: "shred", preserves }, (op) => op.contents[0]?.contents[0]?.shred());
    const open = tracingPass(trace, { name: "open", worksOn: ["archive.box"] });
    const read = tracingPass(trace, { name: "read", worksOn: ["page"] });
    manager.addPass(open).addPass(sort).addPass(open).addPass(shred).addPass(open).addPass(sort).addPass(open);
    expect(run()).to.equal("succeeded\nsort on cabinet @tax\nshred on cabinet @tax\nsort on cabinet @tax");
    expect(visits).to.equal(1);
    manager.addPass(read);
    expect(run()).to.not.contain("read");
  });

  it("looks inside dynamic pipelines after changes of the pass that runs them", () => {
    const { adapter, trace, manager, run } = setUp("cabinet @tax\n  drawer @a");
    const inner = new PassManager(adapter, { anchor: "cabinet" });
    inner.addPass(tracingPass(trace, { name: "read", worksOn: ["page"] }));
    const outer = tracingPass(trace, "outer", (op, pass) => {
      pass.runPipeline(inner, op);
      op.file(cabinetFrom(adapter, "page @new"));
      pass.runPipeline(inner, op);
    });
    manager.addPass(outer);
    expect(run()).to.equal("succeeded\nouter on cabinet @tax\nread on cabinet @tax");
  });

  it("lets a function decide by name and options", () => {
    const { manager, trace, run } = setUp();
    const read = definePass({
      name: "read",
      options: { of: string("page", "kind to read") },
      worksOn: ({ text }, options) => text === options.of,
      runOnOperation: (op: Item, pass) => trace.say(`read ${pass.options.of} in ${op.label}`),
    });
    expect(read.declaration.worksOn).to.equal("predicate");
    for (const of of ["page", "folder", "archive.box"]) manager.addPass(read, { of });
    expect(run()).to.equal("succeeded\nread page in tax\nread folder in tax");
  });

  it("blames the pass whose function throws", () => {
    const { manager, run } = setUp();
    manager.addPass(
      definePass({
        name: "read",
        worksOn() {
          throw new RangeError("which?");
        },
        runOnOperation: (_op: Item) => undefined,
      }),
    );
    expect(run()).to.contain("pass `read` threw in `worksOn`: RangeError: which?");
  });

  it("blames the pass whose function returns a promise", () => {
    const { manager, run } = setUp();
    const worksOn = (): never => Promise.reject(new Error("late")) as never;
    manager.addPass(definePass({ name: "read", worksOn, runOnOperation: (_op: Item) => undefined }));
    expect(run()).to.equal(
      block(`
        failed
        error[PWC0406]: pass \`read\` returned a promise from \`worksOn\`
          --> step read
        help: make \`worksOn\` synchronous
      `),
    );
  });

  it("runs skipped passes for an instrumentation with `runIdle`", () => {
    const { manager, trace, run } = setUp();
    manager.addInstrumentation({ runIdle: true });
    manager.addPass(tracingPass(trace, { name: "ship", worksOn: ["archive.box"] }));
    expect(run()).to.equal("succeeded\nship on cabinet @tax");
  });

  it("passes the last skipped pass in a row to hooks, in every run, also after the manager changed", () => {
    const adapter = makeCabinets();
    const manager = new PassManager<Item>(adapter, { anchor: "cabinet" });
    const lines: string[] = [];
    const pass = (name: string, worksOn?: readonly string[]): PassDefinition<Item> =>
      definePass({
        name,
        ...(worksOn && { worksOn }),
        runOnOperation: () => void lines.push(`run ${name}`),
      }) as never;
    manager
      .addPass(pass("a", ["none"]))
      .addPass(pass("b", ["none"]))
      .addPass(pass("c"));
    manager.addInstrumentation({
      beforePass: () => {},
      afterSkipped: ({ argument }) => void lines.push(`skip ${argument}`),
    });
    const run = (): string => {
      lines.length = 0;
      expect(manager.run(cabinetFrom(adapter, "cabinet @tax")).succeeded).to.equal(true);
      return lines.join(", ");
    };
    expect([run(), run()]).to.deep.equal(["skip b, run c", "skip b, run c"]);
    manager.addPass(pass("d", ["none"]));
    expect([run(), run()]).to.deep.equal(["skip b, run c, skip d", "skip b, run c, skip d"]);
    manager
      .clear()
      .addPass(pass("e"))
      .addPass(pass("f", ["none"]))
      .addPass(pass("g"))
      .addPass(pass("h"));
    expect(run()).to.equal("run e, skip f, run g, run h");
  });

  it("ends on a tree that contains itself", () => {
    const { adapter, trace, manager } = setUp();
    const root = cabinetFrom(adapter, "cabinet @tax\n  drawer @a");
    root.contents[0]?.file(root);
    manager.verifyEach = false;
    manager.addPass(tracingPass(trace, { name: "read", worksOn: ["page"] }));
    expect(describeResult(manager.run(root))).to.equal("succeeded");
    expect(trace.lines).to.deep.equal([]);
  });

  it("refuses values of the wrong type", () => {
    const define = (worksOn: unknown, idle?: unknown): string => {
      try {
        definePass({ name: "p", worksOn, idle, runOnOperation: (_op: Item) => undefined } as never);
      } catch (thrown) {
        return (thrown as Error).message;
      }
      return "accepted";
    };
    expect(define([])).to.contain(
      "`worksOn` must be a list of names of operations, or a function of the name, not an empty list",
    );
    expect(define("page")).to.contain("`worksOn` must be a list of names of operations");
    expect(define(["page"], "fatal")).to.contain('`idle` must be "warning", "error" or "ignore", not "fatal"');
  });

  it("runs on exactly the operations that contain one, in random pipelines", () => {
    for (const seed of Array.from({ length: 300 }, (_, index) => index + 1)) {
      const [wrong, name] = tryRandom(seed);
      expect(wrong, name).to.equal(undefined);
    }
  });
});

/** Returns the names in an operation, by visiting all operations. */
function kindsIn(op: Item): Set<string> {
  return new Set([op.kind.text, ...op.contents.flatMap((inner) => [...kindsIn(inner)])]);
}

/** Runs a random pipeline. Returns the first pass that ran or was skipped contrary to its `worksOn`, and the seed. */
function tryRandom(seed: number): [string | undefined, string] {
  const random = new Random(seed);
  const { adapter, manager } = setUp();
  manager.verifyEach = false;
  const root = cabinetFrom(adapter, TAX);
  let expected = true;
  let wrong: string | undefined;
  let hasRun = false;
  const check: Instrumentation<Item> = {
    beforePass(pass, op) {
      hasRun = false;
      const names = (pass.pass?.declaration.worksOn ?? []) as readonly string[];
      expected = names.length === 0 || names.some((name) => kindsIn(op).has(name));
    },
    afterPass(pass, op) {
      if (!pass.isAdaptor && hasRun !== expected) wrong ??= `${pass.argument} on ${op.label ?? op.kind.text}`;
    },
  };
  manager.addInstrumentation(check);
  const kinds = ["page", "folder", "drawer", "archive.box"];
  for (let count = 0; count < 8; count++) {
    const worksOn = random.next() < 0.7 ? { worksOn: [random.pick(kinds), random.pick(kinds)] } : {};
    const act = random.below(4);
    const pass = definePass({
      name: `p${count}`,
      ...worksOn,
      runOnOperation(op: Item, context) {
        hasRun = true;
        if (act === 0) op.contents.at(-1)?.shred();
        else if (act === 1) op.file(cabinetFrom(adapter, random.pick(kinds)));
        else if (act === 2) context.markAllAnalysesPreserved();
      },
    });
    if (random.next() < 0.5) manager.addPass(pass);
    else manager.nest(random.pick(["drawer", "**folder"])).addPass(pass);
  }
  manager.run(root);
  return [wrong, `seed ${seed}`];
}
