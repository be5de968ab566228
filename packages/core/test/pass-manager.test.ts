import { definePass, PassManager } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "./toy-ir.ts";
import type { Cabinets, Item } from "./toy-ir.ts";
import { block, describeResult, Trace, tracingPass } from "./trace.ts";

function run(adapter: Cabinets, text: string, fill: (manager: PassManager<Item>, trace: Trace) => void): string {
  const trace = new Trace();
  const manager = new PassManager(adapter, { anchor: "cabinet" });
  fill(manager, trace);
  const result = manager.run(cabinetFrom(adapter, text));
  return [...adapter.calls.filter((call) => call.startsWith("load")), ...trace.lines, describeResult(result)].join(
    "\n",
  );
}

describe("PassManager", () => {
  it("loads the dialects of its passes before the run, each once, in alphabetical order", () => {
    const text = run(makeCabinets(), "cabinet\n  archive.box @b", (manager, trace) => {
      manager.addPass(tracingPass(trace, { name: "first", dependentDialects: ["archive"] }));
      const boxes = manager.nest("archive.box");
      boxes.addPass(tracingPass(trace, { name: "second", dependentDialects: ["archive"] }));
    });
    expect(text).to.equal("load archive\nload archive\nfirst on cabinet\nsecond on archive.box @b\nsucceeded");
  });

  it("does not run when a dialect cannot be loaded", () => {
    const text = run(makeCabinets(), "cabinet", (manager, trace) => {
      manager.addPass(tracingPass(trace, { name: "first", dependentDialects: ["archive"] }));
      manager.nest("drawer").addPass(tracingPass(trace, { name: "second", dependentDialects: ["archive", "shoes"] }));
      manager.addPass(tracingPass(trace, { name: "third", dependentDialects: ["shoes"] }));
    });
    expect(text).to.equal(
      block(`
        load archive
        load archive shoes
        failed
        error[TOY0002]: unknown dialect \`shoes\`
          --> step second
      `),
    );
  });

  it("reports an IR that cannot load dialects", () => {
    const adapter = makeCabinets();
    delete (adapter as { loadDialects?: unknown }).loadDialects;
    const text = run(adapter, "cabinet", (manager, trace) => {
      manager.addPass(tracingPass(trace, { name: "first", dependentDialects: ["archive"] }));
    });
    expect(text).to.equal(
      block(`
        failed
        error[PWC0411]: a dependent dialect needs \`loadDialects\`, which the adapter of IR \`cabinets\` does not have
          --> step first
        help: add \`loadDialects\` to the adapter, or do not use a dependent dialect
      `),
    );
  });

  it("does not run on an operation other than its anchor, and checks that first", () => {
    const text = run(makeCabinets(), "drawer @a", (manager, trace) => {
      manager.addPass(tracingPass(trace, { name: "lock", interface: "Lockable", dependentDialects: ["shoes"] }));
    });
    expect(text).to.equal(
      block(`
        failed
        error[PWC0401]: can't run 'cabinet' pass manager on 'drawer' op
          --> cabinet.txt:1:1
        help: run the manager on a 'cabinet' operation, or nest the manager: \`drawer(cabinet(…))\`
      `),
    );
  });

  it("refuses an IR that makes a new object for each name", () => {
    const adapter = makeCabinets();
    const fresh = { ...adapter, intern: (name: string) => ({ ...adapter.intern(name) }) };
    const manager = new PassManager(fresh, { anchor: "cabinet" });
    expect(describeResult(manager.run(cabinetFrom(adapter, "cabinet")))).to.equal(
      block(`
        failed
        error[PWC0401]: can't run 'cabinet' pass manager on 'cabinet' op
          --> cabinet.txt:1:1
        help: use an operation of the same adapter, or return one object per name from \`intern\`
      `),
    );
  });

  it("runs on any operation without an anchor", () => {
    const adapter = makeCabinets();
    const trace = new Trace();
    const manager = new PassManager(adapter);
    manager.addPass(tracingPass(trace, "look"));
    const texts = ["cabinet", "drawer @d"].map((text) => describeResult(manager.run(cabinetFrom(adapter, text))));
    expect([...trace.lines, ...texts].join("\n")).to.equal("look on cabinet\nlook on drawer @d\nsucceeded\nsucceeded");
  });

  it("nests implicitly if enabled", () => {
    const adapter = makeCabinets();
    const trace = new Trace();
    const manager = new PassManager(adapter, { anchor: "cabinet", nesting: "implicit" });
    manager.addPass(tracingPass(trace, { name: "oil", anchor: "drawer" }));
    manager.run(cabinetFrom(adapter, "cabinet\n  drawer @d"));
    expect(trace.text).to.equal("oil on drawer @d");
  });

  it("succeeds when it is empty", () => {
    expect(run(makeCabinets(), "cabinet", () => undefined)).to.equal("succeeded");
  });

  it("passes on diagnostics when they are reported, with the adapter's note on their operation", async () => {
    const adapter = { ...makeCabinets(), noteOn: (op: Item, severity: string) => `${severity} about ${op.label}` };
    const trace = new Trace();
    const manager = new PassManager<Item>(adapter);
    const [at, op] = [{ file: "x", line: 1, column: 2 }, cabinetFrom(makeCabinets(), "cabinet @tax")];
    for (const step of ["first", "second"]) {
      manager.addPass(
        tracingPass(trace, step, (_, pass) => {
          pass.emitRemark(`${step} on it`);
          pass.emitAt(at, "warning", `${step} beside it`);
        }),
      );
    }
    const onDiagnostic = ({ message, notes = [] }: Diagnostic): void =>
      trace.say([message, ...notes.map((note) => note.message)].join(", "));
    const { diagnostics } = manager.run(op, { onDiagnostic });
    await manager.runAsync(op, { onDiagnostic: ({ message }) => trace.say(message) });
    expect([...trace.lines, diagnostics.length].join("\n")).to.equal(
      block(`
        first on cabinet @tax
        first on it, remark about tax
        first beside it
        second on cabinet @tax
        second on it, remark about tax
        second beside it
        first on cabinet @tax
        first on it
        first beside it
        second on cabinet @tax
        second on it
        second beside it
        4
      `),
    );
  });

  it("adds up statistics over runs", () => {
    const adapter = makeCabinets();
    const manager = new PassManager(adapter);
    const count = definePass({
      name: "count",
      statistics: { items: "items seen" },
      runOnOperation: (_op: Item, pass) => pass.statistics.items.add(),
    });
    manager.addPass(count);
    const op = cabinetFrom(adapter, "cabinet");
    manager.run(op);
    manager.run(op);
    let seen = 0;
    manager.forEachPass((pass) => (seen = pass.statistics["items"]?.value ?? 0));
    expect(seen).to.equal(2);
  });

  it("rethrows errors of the adapter and bugs in Passwright", () => {
    const adapter = makeCabinets();
    adapter.collectNested = () => {
      throw new Error("the cabinet burns");
    };
    const manager = new PassManager(adapter);
    manager.nest("drawer").addPass(tracingPass(new Trace(), "look"));
    expect(() => manager.run(cabinetFrom(adapter, "cabinet"))).to.throw("the cabinet burns");
  });

  it("rethrows them in asynchronous runs as well", async () => {
    const adapter = makeCabinets();
    adapter.intern = () => {
      throw new Error("the cabinet burns");
    };
    const manager = new PassManager(adapter, { anchor: "cabinet" });
    const outcome = await manager.runAsync(cabinetFrom(makeCabinets(), "cabinet")).then(
      () => "answered",
      (thrown: unknown) => String(thrown),
    );
    expect(outcome).to.equal("Error: the cabinet burns");
  });

  it("returns the error that ends an asynchronous run", async () => {
    const adapter = makeCabinets();
    const manager = new PassManager(adapter, { anchor: "cabinet" });
    manager.addInstrumentation({
      name: "meter",
      beforePass() {
        throw new Error("overflow");
      },
    });
    manager.addPass(tracingPass(new Trace(), "look"));
    const wrong = await manager.runAsync(cabinetFrom(adapter, "drawer"));
    const ended = await manager.runAsync(cabinetFrom(adapter, "cabinet"));
    expect([wrong, ended].map((one) => describeResult(one).split("\n")[1]).join("\n")).to.equal(
      [
        "error[PWC0401]: can't run 'cabinet' pass manager on 'drawer' op",
        "error[PWC0414]: instrumentation `meter` threw in `beforePass`, which ended the run: Error: overflow",
      ].join("\n"),
    );
  });
});
