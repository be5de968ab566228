import { expect } from "chai";
import { Random } from "@passwright/development";
import type { Step } from "@passwright/builder";
import { StepList } from "../dist/steps/step-list.js";
import type { StepNode } from "../dist/steps/step-list.js";

const step = (name: string): Step => ({ name }) as Step;

describe("StepList", () => {
  it("equals an array, with ordered labels, after thousands of insertions", () => {
    for (const seed of [1, 2, 3]) {
      const random = new Random(seed);
      const list = new StepList();
      const expected: StepNode[] = [];
      for (let count = 0; count < 2000; count++) {
        const made = step(String(count));
        if (expected.length === 0 || random.chance(0.1)) {
          expected.push(list.append(made));
          continue;
        }
        // Inserts most steps at one position, so that the list must assign new labels.
        const at = random.chance(0.9) ? expected.length >> 1 : random.below(expected.length);
        const node = expected[at] as StepNode;
        if (random.chance(0.5)) expected.splice(at, 0, list.insertBefore(node, made));
        else expected.splice(at + 1, 0, list.insertAfter(node, made));
      }
      expect([...list]).to.deep.equal(expected);
      const labels = expected.map(({ label }) => label);
      expect(labels.every((label, index) => index === 0 || (labels[index - 1] as number) < label)).to.equal(true);
    }
  });

  it("gives room at both ends", () => {
    const list = new StepList();
    const middle = list.append(step("middle"));
    let first = middle;
    for (let count = 0; count < 100; count++) first = list.insertBefore(first, step("first"));
    expect(first.label).to.be.below(middle.label);
    expect(list.append(step("last")).label).to.be.above(middle.label);
  });
});
