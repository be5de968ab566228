import {
  defineAnalysis,
  definePass,
  OpPassManager,
  PassManager,
  PassRegistry,
  parsePipeline,
  printPipeline,
  renderDiagnostic,
} from "@passwright/core";
import type { PassContext } from "@passwright/core";
import { expect } from "chai";
import * as fc from "fast-check";
import { cabinetFrom, Item, makeCabinets } from "../toy-ir.ts";

const TEXT = `cabinet @all
  drawer @a
    folder @b
      drawer @c
        drawer @d
    page @p
  folder @e
    drawer @f
  drawer @g`;

type Act = (op: Item, pass: PassContext<Item>) => void;

/** Runs `**drawer(first,second)` and returns the visits and the diagnostics. */
function visit(first: Act, second: Act = () => {}, text = TEXT): string[] {
  const seen: string[] = [];
  const adapter = makeCabinets();
  const passes = [first, second].map((act, index) =>
    definePass({
      name: `pass-${index + 1}`,
      runOnOperation(op: Item, pass) {
        seen.push(`${index + 1}${op.label}`);
        act(op, pass as never);
      },
    }),
  );
  const manager = new PassManager<Item>(adapter, { anchor: "cabinet" });
  const nested = manager.nestEverywhere("drawer");
  for (const pass of passes) nested.addPass(pass);
  const { diagnostics } = manager.run(cabinetFrom(adapter, text));
  return [seen.join(" "), ...diagnostics.map(renderDiagnostic)];
}

describe("a manager that reaches every depth", () => {
  it("runs whole on each operation, an outer one before those inside it", () => {
    expect(visit(() => {})).to.deep.equal(["1a 2a 1c 2c 1d 2d 1f 2f 1g 2g"]);
  });

  it("skips detached operations, and visits operations attached below", () => {
    const act: Act = (op) => {
      if (op.label === "a") op.contents[0]?.contents[0]?.contents[0]?.shred();
      if (op.label === "f") op.file(new Item(op.kind, "new"));
    };
    expect(visit(act)).to.deep.equal(["1a 2a 1c 2c 1f 2f 1new 2new 1g 2g"]);
  });

  it("skips the contents of an operation on which a pass failed, and continues with its siblings", () => {
    const act: Act = (op, pass) => {
      if (op.label === "a") pass.signalPassFailure();
    };
    expect(visit(act)).to.deep.equal([
      "1a 1f 2f 1g 2g",
      "error[PWC0408]: pass `pass-1` failed on 'drawer' @a without reporting an error\n  --> cabinet.txt:2:1, step pass-1\nhelp: call `emitError` in the pass before `signalPassFailure`",
    ]);
  });

  it("verifies after each pass and, at the end, the operations in between", () => {
    const act: Act = (op) => {
      // Adds a second drawer `f` to folder `e` after the walk has visited the folder. No pass runs on the folder
      // itself.
      if (op.label === "g") op.holder?.contents[1]?.file(new Item(op.kind, "f"));
    };
    expect(visit(act)[1]?.split("\n")[0]).to.equal("error[TOY0001]: two items are labelled @f");
  });

  it("gives each operation analyses of its own, nested as operations are", () => {
    const adapter = makeCabinets();
    const seen: string[] = [];
    const pass = definePass({
      name: "count",
      runOnOperation(_op: Item, context) {
        const size = defineAnalysis({ name: "size", compute: (item: Item) => `${item.label} ${item.contents.length}` });
        seen.push(context.getAnalysis(size));
      },
    });
    const manager = new PassManager<Item>(adapter, { anchor: "cabinet" });
    manager.nestEverywhere("drawer").addPass(pass);
    manager.run(cabinetFrom(adapter, TEXT));
    expect(seen).to.deep.equal(["a 2", "c 1", "d 0", "f 0", "g 0"]);
  });

  it("is not merged with its neighbours", () => {
    const seen: string[] = [];
    const adapter = makeCabinets();
    const note = (name: string) =>
      definePass({ name, runOnOperation: (op: Item) => void seen.push(`${name}${op.label}`) });
    const manager = new PassManager<Item>(adapter, { anchor: "cabinet" });
    manager.nest("drawer").addPass(note("w"));
    manager.nestEverywhere("drawer").addPass(note("x"));
    manager.nestEverywhere("drawer").addPass(note("y"));
    manager.nest("drawer").addPass(note("z"));
    manager.run(cabinetFrom(adapter, TEXT));
    expect(seen.join(" ")).to.equal("wa wg xa xc xd xf xg ya yc yd yf yg za zg");
  });

  it("visits every operation of that name once, in random trees", () => {
    const line = fc.tuple(fc.constantFrom("drawer", "folder"), fc.nat({ max: 5 }));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (shape) => {
        let depth = 0;
        const lines = shape.map(([kind, rise], index) => {
          depth = Math.min(depth + 1, 1 + rise);
          return `${"  ".repeat(depth)}${kind} @n${index}`;
        });
        const expected = shape.flatMap(([kind], index) => (kind === "drawer" ? [`1n${index} 2n${index}`] : []));
        expect(visit(() => {}, undefined, ["cabinet", ...lines].join("\n"))).to.deep.equal([expected.join(" ")]);
      }),
    );
  });
});

describe("the text of a manager that reaches every depth", () => {
  const registry = new PassRegistry<Item>();
  registry.registerPass(definePass({ name: "note", runOnOperation: (_op: Item) => {} }), { name: "test" });

  it("is read and printed with `**`", () => {
    const text = "cabinet(**drawer(note,**folder(note)),drawer(note),**any(note))";
    const parsed = parsePipeline(text, registry);
    expect(parsed.ok && printPipeline(parsed.manager)).to.equal(text);
    expect(parsed.ok && printPipeline(parsed.manager.clone())).to.equal(text);
  });

  it("is refused for the outermost manager, which runs on one operation", () => {
    const parsed = parsePipeline("**drawer(note)", registry);
    expect(parsed.ok || renderDiagnostic(parsed.diagnostic)).to.equal(
      "error[PWC0214]: `**drawer` cannot be the anchor of the outermost pass manager, which runs on a single operation\n" +
        "help: nest the manager in a manager on the root operation: `builtin.module(**drawer(…))`",
    );
    const adapter = makeCabinets();
    const manager = new PassManager<Item>(adapter, { anchor: "**drawer" });
    expect(manager.run(cabinetFrom(adapter, "drawer")).diagnostics.map(({ code }) => code)).to.deep.equal(["PWC0214"]);
  });

  it("is refused in a pipeline that a pass runs", () => {
    const adapter = makeCabinets();
    const inner = new OpPassManager<Item>("**drawer");
    const outer = definePass({ name: "outer", runOnOperation: (op: Item, pass) => void pass.runPipeline(inner, op) });
    const manager = new PassManager<Item>(adapter, { anchor: "drawer" }).addPass(outer) as PassManager<Item>;
    const codes = manager.run(cabinetFrom(adapter, "drawer")).diagnostics.map(({ code }) => code);
    expect(codes).to.deep.equal(["PWC0214"]);
  });
});
