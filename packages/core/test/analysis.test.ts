import { defineAnalysis, definePass, PassManager } from "@passwright/core";
import type { Analysis } from "@passwright/core";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "./toy-ir.ts";
import type { Item } from "./toy-ir.ts";
import { block, describeResult, describeThrow } from "./trace.ts";

describe("defineAnalysis", () => {
  it("derives the display name from the name", () => {
    const compute = (): number => 0;
    const names = [
      defineAnalysis({ name: "toy/Dominance", compute }),
      defineAnalysis({ name: "plain", compute }),
      defineAnalysis({ name: "toy/x", displayName: "Liveness", compute }),
    ].map(({ displayName }) => displayName);
    expect(names.join(" ")).to.equal("Dominance plain Liveness");
  });

  it("is the only way to make an analysis", () => {
    const adapter = makeCabinets();
    const plain = { name: "toy/size", displayName: "size", compute: () => 1 } as unknown as Analysis<Item, number>;
    const asks = definePass({ name: "asks", runOnOperation: (_op: Item, pass) => void pass.getAnalysis(plain) });
    const manager = new PassManager(adapter).addPass(asks);
    expect(describeResult(manager.run(cabinetFrom(adapter, "cabinet @a")))).to.equal(
      block(`
        failed
        error[PWC0426]: the analysis \`toy/size\` is not the result of \`defineAnalysis\`
          --> cabinet.txt:1:1, step asks
           = in pass \`asks\` on 'cabinet' @a
        help: call \`defineAnalysis\`
      `),
    );
  });

  it("refuses unknown keys", () => {
    const define = (): unknown => defineAnalysis({ name: "toy/x", compute: () => 0, colour: "red" } as never);
    expect(describeThrow(define)).to.contain("`defineAnalysis`: unknown key `colour`");
  });

  it("freezes the analysis", () => {
    expect(Object.isFrozen(defineAnalysis({ name: "toy/x", compute: () => 0 }))).to.equal(true);
  });
});
