import { OpPassManager, parsePipeline, PassManager, PassRegistry } from "@passwright/core";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "../toy-ir.ts";
import type { Item } from "../toy-ir.ts";
import { block, describeResult, nameItem, Trace, tracingPass } from "../trace.ts";

/**
 * Runs a pipeline on a cabinet that contains a drawer with a folder in it, another folder, and an unregistered
 * operation. Returns the adaptors, pipelines and passes that ran, with their operations. The passes are `a` to `e`,
 * which run on any operation, and `lock`, which runs only on operations with the interface `Lockable`.
 */
function trace(pipeline: string): string {
  const adapter = makeCabinets();
  const events = new Trace();
  const registry = new PassRegistry<Item>();
  for (const name of ["a", "b", "c", "d", "e"]) {
    registry.registerPass(tracingPass(events, name), { name: "toy" });
  }
  registry.registerPass(tracingPass(events, { name: "lock", interface: "Lockable" }), { name: "toy" });
  const parsed = parsePipeline<Item>(pipeline, registry);
  if (!parsed.ok) throw new Error(parsed.diagnostic.message);
  const manager = new PassManager(adapter, { anchor: "cabinet" });
  manager.append(parsed.manager);
  manager.addInstrumentation({
    beforePass: (pass, op) => pass.isAdaptor && events.open(`${pass.displayName} on ${nameItem(op)}`),
    afterPass: (pass) => pass.isAdaptor && events.close("end"),
    afterPassFailed: (pass) => pass.isAdaptor && events.close("end, failed"),
  });
  const op = cabinetFrom(adapter, "cabinet @t\n  drawer @d\n    folder @x\n  folder @f\n  shoe @s");
  const result = manager.run(op);
  return [...events.lines, describeResult(result)].join("\n");
}

describe("adjacent nested managers", () => {
  it("of the same anchor run as one", () => {
    expect(trace("cabinet(drawer(a),drawer(b))")).to.equal(
      block(`
        Pipeline Collection : ['drawer'] on cabinet @t
          a on drawer @d
          b on drawer @d
        end
        succeeded
      `),
    );
  });

  it("of different anchors run side by side, sorted by anchor, in the order of the operations", () => {
    expect(trace("cabinet(folder(a),drawer(b),folder(c))")).to.equal(
      block(`
        Pipeline Collection : ['drawer', 'folder'] on cabinet @t
          b on drawer @d
          a on folder @f
          c on folder @f
        end
        succeeded
      `),
    );
  });

  it("are kept apart by a pass between them", () => {
    expect(trace("cabinet(folder(a),b,folder(c))")).to.equal(
      block(`
        Pipeline Collection : ['folder'] on cabinet @t
          a on folder @f
        end
        b on cabinet @t
        Pipeline Collection : ['folder'] on cabinet @t
          c on folder @f
        end
        succeeded
      `),
    );
  });

  it("are merged inside merged ones too", () => {
    expect(trace("cabinet(drawer(folder(a)),drawer(folder(b)))")).to.equal(
      block(`
        Pipeline Collection : ['drawer'] on cabinet @t
          Pipeline Collection : ['folder'] on drawer @d
            a on folder @x
            b on folder @x
          end
        end
        succeeded
      `),
    );
  });

  it("do not merge with an `any` that could take their operations, on either side", () => {
    expect(trace("cabinet(drawer(a),any(b),folder(c))")).to.equal(
      block(`
        Pipeline Collection : ['drawer'] on cabinet @t
          a on drawer @d
        end
        Pipeline Collection : ['any'] on cabinet @t
          b on drawer @d
          b on folder @f
        end
        Pipeline Collection : ['folder'] on cabinet @t
          c on folder @f
        end
        succeeded
      `),
    );
  });

  it("merge with an `any` that could not accept them, which then comes last", () => {
    expect(trace("cabinet(any(lock),folder(a))")).to.equal(
      block(`
        Pipeline Collection : ['folder', 'any'] on cabinet @t
          lock on drawer @d
          a on folder @f
        end
        succeeded
      `),
    );
  });

  it("merge with an `any` when their anchor is not registered", () => {
    expect(trace("cabinet(any(a),shoe(b))").split("\n").slice(0, 4).join("\n")).to.equal(
      block(`
        Pipeline Collection : ['shoe', 'any'] on cabinet @t
          a on drawer @d
          a on folder @f
        end, failed
      `),
    );
  });

  it("are never merged when both are `any`", () => {
    expect(trace("cabinet(any(a),any(b))")).to.equal(
      block(`
        Pipeline Collection : ['any'] on cabinet @t
          a on drawer @d
          a on folder @f
        end
        Pipeline Collection : ['any'] on cabinet @t
          b on drawer @d
          b on folder @f
        end
        succeeded
      `),
    );
  });

  it("merge exactly the constants that mlir-opt merges in a longer row", () => {
    expect(trace("cabinet(folder(a),drawer(folder(b)),folder(c),any(d),any(d),drawer(e))")).to.equal(
      block(`
        Pipeline Collection : ['drawer', 'folder'] on cabinet @t
          Pipeline Collection : ['folder'] on drawer @d
            b on folder @x
          end
          a on folder @f
          c on folder @f
        end
        Pipeline Collection : ['any'] on cabinet @t
          d on drawer @d
          d on folder @f
        end
        Pipeline Collection : ['any'] on cabinet @t
          d on drawer @d
          d on folder @f
        end
        Pipeline Collection : ['drawer'] on cabinet @t
          e on drawer @d
        end
        succeeded
      `),
    );
  });

  it("leave the managers as they were written", () => {
    const adapter = makeCabinets();
    const events = new Trace();
    const manager = new PassManager(adapter, { anchor: "cabinet" });
    for (const name of ["a", "b"]) manager.nest("drawer").addPass(tracingPass(events, name));
    const op = cabinetFrom(adapter, "cabinet\n  drawer @d");
    manager.run(op);
    manager.run(op);
    expect(`${manager.elements.length}\n${events.text}`).to.equal(
      "2\na on drawer @d\nb on drawer @d\na on drawer @d\nb on drawer @d",
    );
  });
});

describe("a pass that cannot run on the anchor of its manager", () => {
  it("is found before anything runs", () => {
    expect(trace("cabinet(a,lock)")).to.equal(
      block(`
        failed
        error[PWC0405]: unable to schedule pass 'lock' on a PassManager intended to run on 'cabinet'!
        help: nest 'lock' in a manager on an operation that the pass accepts, or in \`any(…)\`
      `),
    );
  });

  it("is found on each operation only, when its manager precedes one that it did not merge with", () => {
    expect(trace("cabinet(folder(lock),any(a))")).to.equal(
      block(`
        Pipeline Collection : ['folder'] on cabinet @t
        end, failed
        failed
        error[PWC0404]: 'folder' op trying to schedule pass 'lock' on an unsupported operation
          --> cabinet.txt:4:1
        help: anchor the manager on an operation that 'lock' accepts
      `),
    );
  });

  it("is not merged inside either, in a manager before one that it did not merge with", () => {
    expect(trace("cabinet(drawer(folder(a),folder(b)),any(c))").split("\n").slice(0, 8).join("\n")).to.equal(
      block(`
        Pipeline Collection : ['drawer'] on cabinet @t
          Pipeline Collection : ['folder'] on drawer @d
            a on folder @x
          end
          Pipeline Collection : ['folder'] on drawer @d
            b on folder @x
          end
        end
      `),
    );
  });

  it("is found on each operation only, when its anchor is not registered", () => {
    expect(trace("cabinet(shoe(lock))")).to.equal(
      block(`
        Pipeline Collection : ['shoe'] on cabinet @t
        end, failed
        failed
        error[PWC0402]: 'shoe' op trying to schedule a pass on an unregistered operation
          --> cabinet.txt:5:1
        help: load the dialect of 'shoe', or anchor the manager on a registered operation
      `),
    );
  });
});

describe("a manager used in two places", () => {
  it("runs in both", () => {
    const adapter = makeCabinets();
    const events = new Trace();
    const shared = new OpPassManager<Item>("drawer");
    shared.addPass(tracingPass(events, "look"));
    const manager = new PassManager(adapter, { anchor: "cabinet" });
    manager.addNested(shared);
    manager.addPass(tracingPass(events, "between"));
    manager.addNested(shared);
    manager.run(cabinetFrom(adapter, "cabinet\n  drawer @d"));
    expect(events.text).to.equal("look on drawer @d\nbetween on cabinet\nlook on drawer @d");
  });
});
