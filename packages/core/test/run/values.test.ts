import { definePass, defineValue, PassManager, UsageError } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "../toy-ir.ts";
import type { Item } from "../toy-ir.ts";
import { describeResult, describeThrow } from "../trace.ts";

const index = defineValue<ReadonlyMap<string, number>>({ name: "index", version: 1, per: "input" });
const pages = defineValue<number>({ name: "pages", version: 2, per: "operation" });

const list = definePass({
  name: "list",
  provides: { index, listed: true },
  runOnOperation: (op: Item, pass) =>
    pass.values.set(index, new Map(op.contents.map(({ label = "" }, at) => [label, at]))),
});
const count = definePass({
  name: "count",
  anchor: "drawer",
  provides: { pages },
  preserves: ["index@1"],
  runOnOperation: (op: Item, pass) => pass.values.set(pages, op.contents.length),
});

function run(
  passes: (lines: string[], manager: PassManager<Item>) => void,
  text = "cabinet @tax\n  drawer @a\n    page\n  drawer @b",
): string {
  const adapter = makeCabinets();
  const manager = new PassManager(adapter, { anchor: "cabinet", nesting: "implicit" });
  const lines: string[] = [];
  passes(lines, manager);
  return [describeResult(manager.run(cabinetFrom(adapter, text))), ...lines].join("\n");
}

const look = (lines: string[], name = "look", more: object = {}): PassDefinition<Item> =>
  definePass({
    name,
    requires: { pages, index },
    ...more,
    runOnOperation(op: Item, pass) {
      lines.push(`${op.label}: ${pass.values.get(index).get(op.label ?? "")} ${pass.values.get(pages)}`);
    },
  }) as never;

describe("values that passes hand on", () => {
  it("are read by later passes, per input and per operation", () => {
    expect(
      run(
        (lines, manager) =>
          void manager
            .addPass(list)
            .addPass(count)
            .addPass(look(lines, "look", { anchor: "drawer" })),
      ),
    ).to.equal("succeeded\na: 0 1\nb: 1 0");
  });

  it("are declared as names in the declaration", () => {
    expect(count.declaration).to.deep.equal({
      name: "count",
      anchor: "drawer",
      provides: ["pages@2"],
      preserves: ["index@1"],
      values: { "pages@2": "operation" },
    });
    expect(list.declaration.provides).to.deep.equal(["index@1", "listed"]);
  });

  it("are found by passes on operations around theirs, and gone with erased operations", () => {
    const erase = definePass({
      name: "erase",
      requires: { pages },
      runOnOperation: (op: Item) => op.contents[0]?.shred(),
    });
    const lines: string[] = [];
    const sum = definePass({
      name: "sum",
      requires: { pages },
      runOnOperation: (op: Item, pass) =>
        void lines.push(op.contents.map((drawer) => `${drawer.label} ${pass.values.find(pages, drawer)}`).join()),
    });
    expect(run((_, manager) => void manager.addPass(count).addPass(sum).addPass(erase).addPass(sum))).to.equal(
      "succeeded",
    );
    expect(lines).to.deep.equal(["a 1,b 0", "b 0"]);
  });

  it("are dropped by passes that do not preserve them, on the operations that these run on", () => {
    const touch = definePass({
      name: "touch",
      anchor: "drawer",
      preserves: ["index@1"],
      runOnOperation: (_op: Item) => {},
    });
    expect(
      run((lines, manager) => {
        manager
          .addPass(list)
          .addPass(count)
          .addPass(touch)
          .addPass(look(lines, "look", { anchor: "drawer" }));
      }),
    ).to.contain(
      `error[PWC0442]: value \`pages@2\`, which pass \`look\` requires, is not set on 'drawer' @a
  --> cabinet.txt:2:1, step look
help: add a pass that provides the value before this pass, or call \`find\` if the value is optional`,
    );
  });

  it("must be set by the pass that provides them, which is never skipped", () => {
    const build = definePass({
      name: "build-index",
      provides: { index },
      worksOn: ["archive.box"],
      runOnOperation: (_op: Item) => {},
    });
    expect(run((_, manager) => void manager.addPass(build))).to.equal(`failed
error[PWC0443]: pass \`build-index\` provides value \`index@1\`, but did not set it on 'cabinet' @tax
  --> cabinet.txt:1:1, step build-index
help: call \`pass.values.set\` on every operation, or remove the value from \`provides\``);
  });

  it("are refused where the pass does not declare them, or is nested and sets one of the input", () => {
    const rename = definePass({ name: "rename", runOnOperation: (_op: Item, pass) => pass.values.get(index as never) });
    expect(run((_, manager) => void manager.addPass(rename))).to.contain(
      "error[PWC0441]: pass `rename` uses value `index@1`, which the pass does not declare\n  --> step rename\n" +
        "help: list the value under `requires` in `definePass`",
    );
    const reader = definePass({
      name: "reader",
      requires: { index },
      // @ts-expect-error a pass can set only values that it provides
      runOnOperation: (_op: Item, pass) => pass.values.set(index, new Map()),
    });
    expect(run((_, manager) => void manager.addPass(list).addPass(reader))).to.contain("PWC0441");
    const nested = definePass({
      name: "index-drawers",
      anchor: "drawer",
      provides: { index },
      runOnOperation: (_op: Item, pass) => pass.values.set(index, new Map()),
    });
    expect(run((_, manager) => void manager.addPass(nested))).to.contain(
      "error[PWC0444]: pass `index-drawers` on 'drawer' @a cannot set value `index@1`, because the value belongs to the whole input\n  --> cabinet.txt:2:1, step index-drawers\n" +
        'help: define the value with `per: "operation"`, or anchor the pass on the root',
    );
    const compare = definePass({
      name: "compare",
      anchor: "drawer",
      provides: { pages },
      runOnOperation(op: Item, pass) {
        pass.values.set(pages, 1);
        pass.values.find(pages, op.holder as Item);
      },
    });
    expect(run((_, manager) => void manager.addPass(compare))).to.contain(
      "error[PWC0445]: pass `compare` requests value `pages@2` of 'cabinet' @tax, which is outside the operation of the pass\n  --> cabinet.txt:1:1, step compare\n" +
        "help: anchor the pass on an operation that contains both operations",
    );
  });

  it("live in one run", () => {
    const adapter = makeCabinets();
    const manager = new PassManager(adapter, { anchor: "cabinet" }).addPass(list);
    const read = new PassManager(adapter, { anchor: "cabinet" }).addPass(
      definePass({
        name: "read",
        requires: { index },
        runOnOperation: (_op: Item, pass) => void pass.values.get(index),
      }),
    );
    const op = cabinetFrom(adapter, "cabinet @tax");
    expect(manager.run(op).succeeded).to.equal(true);
    expect(describeResult(read.run(op))).to.contain("PWC0442");
  });

  it("have a name and a version", () => {
    expect(describeThrow(() => defineValue({ name: "Symbol map", version: 0, per: "input" }))).to.contain(
      `error[PWC0440]: the definition of value \`Symbol map\` is not valid
   = a value has a kebab-case \`name\`, a positive integer as \`version\`, and \`per: "input"\` or \`"operation"\`
help: define the value as \`defineValue<T>({ name: "symbol-map", version: 1, per: "input" })\``,
    );
    expect(() => defineValue({ name: "a", version: 1.5, per: "input" })).to.throw(UsageError);
  });
});
