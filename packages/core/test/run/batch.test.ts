import { defineBatch, definePass, PassManager, printPipeline } from "@passwright/core";
import type { BatchDefinition, OpPassManager, PassBatch } from "@passwright/core";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "../toy-ir.ts";
import type { Item } from "../toy-ir.ts";
import {
  block,
  describeResult,
  describeThrow,
  nameItem,
  Trace,
  tracingInstrumentation,
  tracingPass,
} from "../trace.ts";

const TEXT = "cabinet @a\n  drawer @x\n  drawer @y";

interface Setting {
  readonly batch?: Partial<BatchDefinition<Item>>;
  readonly verifyEach?: boolean;
  readonly isWatched?: boolean;
  fill(manager: PassManager<Item>, batch: PassBatch<Item>, trace: Trace): void;
}

/** Returns the executed batches, each with its pipeline. */
function run({ batch = {}, verifyEach = false, isWatched = false, fill }: Setting): string {
  const trace = new Trace();
  const adapter = makeCabinets();
  const manager = new PassManager(adapter, { anchor: "cabinet" });
  manager.verifyEach = verifyEach;
  if (isWatched) manager.addInstrumentation(tracingInstrumentation(trace));
  const whole = defineBatch<BatchDefinition<Item>>({
    run: (op, group) => trace.say(`${printPipeline(group)} on ${nameItem(op)}`),
    ...batch,
  });
  fill(manager, whole, trace);
  const result = manager.run(cabinetFrom(adapter, TEXT));
  return [...trace.lines, describeResult(result)].join("\n");
}

/**
 * Makes a function that adds the passes in a text: a letter is a pass of the batch, `-` is a pass outside of the batch,
 * and parentheses contain passes on drawers.
 */
const fillWith =
  (pipeline: string): Setting["fill"] =>
  (manager, batch, trace) => {
    let target: OpPassManager<Item> = manager;
    const other = tracingPass(trace, "other");
    for (const name of pipeline) {
      if (name === "(") target = manager.nest("drawer");
      else if (name === ")") target = manager;
      else if (name === "-") target.addPass(other);
      else target.addPass(tracingPass(trace, { name, batch }));
    }
  };

describe("batches", () => {
  it("get neighboring passes together", () => {
    expect(run({ fill: fillWith("ab-cde-f") })).to.equal(
      block(`
        cabinet(a,b) on cabinet @a
        other on cabinet @a
        cabinet(c,d,e) on cabinet @a
        other on cabinet @a
        f on cabinet @a
        succeeded
      `),
    );
  });

  it("get nested managers only if `takesNested` is set", () => {
    expect(run({ fill: fillWith("a(bc)d") })).to.equal(
      block(`
        a on cabinet @a
        drawer(b,c) on drawer @x
        drawer(b,c) on drawer @y
        d on cabinet @a
        succeeded
      `),
    );
    expect(run({ batch: { takesNested: true }, fill: fillWith("a(bc)d(e-f)g(h)") })).to.equal(
      block(`
        cabinet(a,drawer(b,c),d) on cabinet @a
        e on drawer @x
        other on drawer @x
        f on drawer @x
        e on drawer @y
        other on drawer @y
        f on drawer @y
        cabinet(g,drawer(h)) on cabinet @a
        succeeded
      `),
    );
  });

  it("get neighboring nested managers merged", () => {
    expect(run({ batch: { takesNested: true }, fill: fillWith("(a)(b)") })).to.equal(
      block(`
        cabinet(drawer(a,b)) on cabinet @a
        succeeded
      `),
    );
  });

  it("are not used if something has to happen between passes", () => {
    const alone = block(`
      a on cabinet @a
      b on cabinet @a
      succeeded
    `);
    expect(run({ verifyEach: true, fill: fillWith("ab") })).to.equal(alone);
    expect(run({ verifyEach: true, batch: { verifiesEach: true }, fill: fillWith("ab") })).to.equal(
      "cabinet(a,b) on cabinet @a\nsucceeded",
    );
    expect(run({ isWatched: true, fill: fillWith("ab") })).to.equal(
      block(`
        a on cabinet @a {
          a on cabinet @a
        } a
        b on cabinet @a {
          b on cabinet @a
        } b
        succeeded
      `),
    );
  });

  it("leave out passes with filters or `initialize`", () => {
    const filters: Setting["fill"] = (manager, batch, trace) => {
      manager.addPass(tracingPass(trace, { name: "a", batch }));
      manager.addPass(tracingPass(trace, { name: "b", batch, canScheduleOn: () => true }));
      manager.addPass(tracingPass(trace, { name: "c", batch, initialize: () => undefined }));
      manager.addPass(tracingPass(trace, { name: "d", batch }));
    };
    expect(run({ fill: filters })).to.equal(
      block(`
        a on cabinet @a
        b on cabinet @a
        c on cabinet @a
        d on cabinet @a
        succeeded
      `),
    );
  });

  it("check each pass before the run, alone or not", () => {
    const prepare: PassBatch<Item>["prepare"] = ({ declaration: { name } }) =>
      name === "c" ? { code: "PWX0001", severity: "error", message: "there is no c" } : undefined;
    const refused = block(`
      failed
      error[PWX0001]: there is no c
        --> step c
    `);
    expect(run({ batch: { prepare }, fill: fillWith("-ab-c") })).to.equal(refused);
    expect(run({ batch: { prepare, takesNested: true }, fill: fillWith("-a(bc)") })).to.equal(refused);
    expect(run({ batch: { prepare }, fill: fillWith("ab") })).to.equal("cabinet(a,b) on cabinet @a\nsucceeded");
  });

  it("are identified by their object: two tools are not mixed", () => {
    const two: Setting["fill"] = (manager, batch, trace) => {
      const other = defineBatch<BatchDefinition<Item>>({
        run: (_op, group) => trace.say(`other tool: ${printPipeline(group)}`),
      });
      for (const name of "ab") manager.addPass(tracingPass(trace, { name, batch }));
      for (const name of "cd") manager.addPass(tracingPass(trace, { name, batch: other }));
    };
    expect(run({ fill: two })).to.equal("cabinet(a,b) on cabinet @a\nother tool: cabinet(c,d)\nsucceeded");
  });

  it("name the pass that failed, and stop the pipeline there", () => {
    const batch: PassBatch<Item>["run"] = (_op, group, { pass, blame }) => {
      const [, second] = group.elements;
      if (second?.kind === "pass") blame(second.pass);
      pass.emitError("cannot merge drawers of different sizes");
      pass.signalPassFailure();
    };
    expect(run({ batch: { run: batch }, fill: fillWith("ab-") })).to.equal(
      block(`
        failed
        error[PWC0501]: cannot merge drawers of different sizes
          --> cabinet.txt:1:1, step b
      `),
    );
  });

  it("are refused without `defineBatch`", () => {
    const batch = { run: () => undefined } as unknown as PassBatch<Item>;
    const pass = definePass({ name: "a", batch, runOnOperation: (_op: Item) => undefined });
    expect(describeThrow(() => pass.create())).to.equal(
      "error[PWC0105]: pass `a`: `batch` must be a batch\nhelp: make it with `defineBatch`",
    );
  });

  it("may return a promise in an asynchronous run", async () => {
    const trace = new Trace();
    const adapter = makeCabinets();
    const manager = new PassManager(adapter, { anchor: "cabinet" });
    manager.verifyEach = false;
    const batch = defineBatch<BatchDefinition<Item>>({
      run: async (op) => trace.say(await Promise.resolve(nameItem(op))),
    });
    for (const name of ["a", "b"])
      manager.addPass(definePass({ name, batch, runOnOperation: (_op: Item) => undefined }));
    const result = await manager.runAsync(cabinetFrom(adapter, TEXT));
    expect([...trace.lines, describeResult(result)]).to.deep.equal(["cabinet @a", "succeeded"]);
  });
});
