import { expect } from "chai";
import { suggest } from "@passwright/core";
import { Random } from "@passwright/development";

/** Returns the number of changes between two words. A swap of two neighboring letters counts as one change. */
function changesBetween(left: string, right: string): number {
  const swapped = [...left].map((_, at) => `${left.slice(0, at)}${left[at + 1]}${left[at]}${left.slice(at + 2)}`);
  return left !== right && swapped.includes(right) ? 1 : distance(left, right);
}

/** Returns the number of single-letter changes, computed recursively. */
function distance(left: string, right: string): number {
  if (left === "" || right === "") return left.length + right.length;
  const [one, other] = [left.slice(1), right.slice(1)];
  if (left[0] === right[0]) return distance(one, other);
  return 1 + Math.min(distance(one, right), distance(left, other), distance(one, other));
}

describe("suggest", () => {
  it("finds the same name as a comparison with all names: the first by alphabet of the names with the fewest changes", () => {
    const random = new Random(1);
    const word = (): string => Array.from({ length: 1 + random.below(7) }, () => "abc"[random.below(3)]).join("");
    const found = { similar: 0, none: 0 };
    for (let round = 0; round < 400; round++) {
      const names = Array.from({ length: random.below(12) }, word);
      const wrong = word();
      const close = names
        .map((name) => ({ name, changes: changesBetween(name, wrong) }))
        .filter(({ changes }) => changes <= Math.max(1, Math.floor(wrong.length / 3)))
        .filter(({ name, changes }) => 2 * changes < Math.max(name.length, wrong.length))
        .toSorted((left, right) => left.changes - right.changes || (left.name < right.name ? -1 : 1));
      expect(suggest(wrong, names), `${wrong} among ${names.join()}`).to.equal(close[0]?.name);
      found[close.length === 0 ? "none" : "similar"]++;
    }
    expect(found.similar).to.be.greaterThan(50);
    expect(found.none).to.be.greaterThan(50);
  });

  it("does not suggest a name that shares at most one letter", () => {
    expect(suggest("x", ["y", "xy"])).to.equal(undefined);
    expect(suggest("-x", ["-c", "-o", "--js"])).to.equal(undefined);
    expect(suggest("ab", ["ba", "b"])).to.equal(undefined);
    expect(suggest("cs", ["cse", "sccp"])).to.equal("cse");
  });

  it("counts two letters that are swapped as one change", () => {
    expect(suggest("paln", ["plan", "list"])).to.equal("plan");
    expect(suggest("lsit", ["plan", "list"])).to.equal("list");
  });

  it("takes a name of any length", () => {
    const long = "a".repeat(900_000);
    expect(suggest(long, ["framework", "plugins"])).to.equal(undefined);
    expect(suggest("framework", [long])).to.equal(undefined);
  });
});
