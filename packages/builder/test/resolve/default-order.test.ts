import { expect } from "chai";
import { PassManagerBuilder } from "@passwright/builder";
import { inDefaultOrder } from "../../dist/resolve/default-order.js";
import type { Element } from "../../dist/resolve/element.js";
import { slotAfter, slotBefore } from "../../dist/steps/base-pipeline.js";

describe("the default order of a slot", () => {
  const builder = new PassManagerBuilder("builtin.module(func.func(a),func.func(b))");
  const { basePipeline } = builder.input();
  const [left, right] = basePipeline.steps.map(({ nests }) => nests);
  const at = (address: string, slot: number, nests: unknown, bundle?: string): Element => {
    const [id, kind] = bundle?.split(" ") ?? [];
    return { address, slot, nests, bundle: bundle === undefined ? undefined : { id, kind } } as unknown as Element;
  };
  const ordered = (...elements: Element[]): string =>
    inDefaultOrder(elements, basePipeline)
      .map(({ address }) => address)
      .join("");
  const [afterLeft, beforeRight] = [slotAfter(0), slotBefore(1)];

  it("contains contributions in the managers of a neighbour first, and those next to the left step first", () => {
    expect(ordered(at("x", beforeRight, right), at("y", afterLeft, left))).to.equal("yx");
    expect(ordered(at("x", afterLeft, []), at("y", afterLeft, left), at("z", afterLeft, []))).to.equal("yxz");
    expect(ordered(at("x", beforeRight, right), at("y", beforeRight, []))).to.equal("yx");
    expect(ordered(at("x", afterLeft, left), at("y", afterLeft, left))).to.equal("xy");
  });

  it("keeps a closed bundle with its first pass, and the passes of an open one each for itself", () => {
    const bundled = (kind: string): string =>
      ordered(at("x", afterLeft, [], `one ${kind}`), at("y", afterLeft, left, `one ${kind}`), at("z", afterLeft, left));
    expect(bundled("atomic")).to.equal("zxy");
    expect(bundled("contiguous")).to.equal("zxy");
    expect(bundled("open")).to.equal("yzx");
  });
});
