import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "./toy-ir.ts";
import { block, describeThrow } from "./trace.ts";

describe("the toy IR", () => {
  const text = block(`
    cabinet @tax
      drawer @2024 locked=yes
        page @total
      drawer @2025
  `);

  it("prints the text that it parses", () => {
    const adapter = makeCabinets();
    expect(adapter.print(cabinetFrom(adapter, text))).to.equal(text);
  });

  it("has different fingerprints for different states, and equal ones for copies", () => {
    const adapter = makeCabinets();
    const op = cabinetFrom(adapter, text);
    const before = adapter.fingerprint?.(op);
    const copy = adapter.clone?.(op);
    const taken = adapter.takeAttribute?.(op.contents[0] as typeof op, "locked");
    const same = copy !== undefined && adapter.fingerprint?.(copy) === before;
    expect(`${taken} ${same} ${adapter.fingerprint?.(op) === before}`).to.equal("yes true false");
  });

  it("invalidates shredded items", () => {
    const adapter = makeCabinets();
    const op = cabinetFrom(adapter, text);
    const drawer = op.contents[0] as typeof op;
    const page = drawer.contents[0] as typeof op;
    drawer.shred();
    expect(`${adapter.print(op)}\n${describeThrow(() => adapter.parentOf?.(page))}`).to.equal(
      "cabinet @tax\n  drawer @2025\nthrew Error: page was shredded",
    );
  });
});
