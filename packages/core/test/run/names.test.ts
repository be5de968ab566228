import { definePass, PassManager } from "@passwright/core";
import type { IrAdapter, OperationName, PassDefinition } from "@passwright/core";
import { expect } from "chai";
import { Trace, tracingPass } from "../trace.ts";
import { cabinetFrom, makeCabinets } from "../toy-ir.ts";
import type { Item } from "../toy-ir.ts";

describe("names of operations", () => {
  it("are one object each: another object with the same text is another name", () => {
    const cabinets = makeCabinets();
    const op = cabinetFrom(cabinets, "cabinet @tax\n  drawer @a\n  drawer @b");
    const twin: OperationName = {
      text: "drawer",
      isRegistered: true,
      isIsolatedFromAbove: true,
      hasInterface: () => false,
    };
    const adapter: IrAdapter<Item> = {
      name: "cabinets",
      intern: (text) => cabinets.intern(text),
      nameOf: (item: Item) => (item.label === "b" ? twin : cabinets.nameOf(item)),
      parentOf: (item) => item.holder,
      collectNested: (item, out) => void out.push(...item.contents),
    };
    const trace = new Trace();
    const manager = new PassManager(adapter, { anchor: "cabinet" });
    manager.nestAny().addPass(tracingPass(trace, { name: "open", anchor: "drawer" }));
    manager.run(op);
    expect(trace.lines).to.deep.equal(["open on drawer @a"]);
  });

  it("are compared as texts as often for many operations as for few", () => {
    const readsFor = (drawers: number): number => {
      const cabinets = makeCabinets();
      const lines = Array.from({ length: drawers }, (_none, index) => `  drawer @d${index}`);
      const op = cabinetFrom(cabinets, `cabinet @tax\n${lines.join("\n")}`);
      let reads = 0;
      const counting = new Map<OperationName, OperationName>();
      const watch = (name: OperationName): OperationName => {
        const known = counting.get(name);
        if (known !== undefined) return known;
        const watched: OperationName = {
          get text() {
            reads++;
            return name.text;
          },
          isRegistered: name.isRegistered,
          isIsolatedFromAbove: name.isIsolatedFromAbove,
          hasInterface: (wanted) => name.hasInterface(wanted),
        };
        counting.set(name, watched);
        return watched;
      };
      const adapter: IrAdapter<Item> = {
        name: "cabinets",
        intern: (text) => watch(cabinets.intern(text)),
        nameOf: (item) => watch(cabinets.nameOf(item)),
        parentOf: (item) => item.holder,
        collectNested: (item, out) => void out.push(...item.contents),
      };
      const manager = new PassManager(adapter, { anchor: "cabinet" });
      const nothing = (name: string): PassDefinition<Item> =>
        definePass({ name, anchor: "drawer", runOnOperation() {} });
      manager.nest("drawer").addPass(nothing("open")).addPass(nothing("close"));
      expect(manager.run(op).succeeded).to.equal(true);
      return reads;
    };
    expect(readsFor(50)).to.equal(readsFor(2));
  });
});
