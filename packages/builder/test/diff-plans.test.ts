import { expect } from "chai";
import { diffPlans } from "@passwright/builder";
import type { Plan } from "@passwright/builder";
import { Random } from "@passwright/development";

const planOf = (addresses: readonly string[]): Plan =>
  ({ steps: addresses.map((address) => ({ address })) }) as unknown as Plan;

function diff(before: string, after: string): string {
  const { gone, added, moved } = diffPlans(planOf(before.split("")), planOf(after.split("")));
  const names = (steps: readonly { address: string }[]): string => steps.map(({ address }) => address).join("");
  return `-${names(gone)} +${names(added)} ~${names(moved)}`;
}

describe("diffPlans", () => {
  it("lists removed, new and moved steps", () => {
    expect(diff("abcd", "abcd")).to.equal("- + ~");
    expect(diff("abcd", "aXcd")).to.equal("-b +X ~");
    expect(diff("abcd", "bcda")).to.equal("- + ~a");
    expect(diff("", "ab")).to.equal("- +ab ~");
  });

  it("calls as few steps moved as possible", () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = new Random(seed);
      const before = "abcdefg".slice(0, random.between(1, 7)).split("");
      const after = random.shuffled(before);
      const { moved } = diffPlans(planOf(before), planOf(after));
      // Finds the longest subsequence that keeps its order, by trying all subsets.
      let longest = 0;
      for (let subset = 0; subset < 2 ** after.length; subset++) {
        const kept = after.filter((_, index) => (subset >> index) & 1);
        if (kept.every((name, index) => index === 0 || (kept[index - 1] as string) < name)) {
          longest = Math.max(longest, kept.length);
        }
      }
      expect(moved.length).to.equal(after.length - longest);
    }
  });
});
