import { expect } from "chai";
import { PassManagerBuilder } from "@passwright/builder";
import type { Place } from "@passwright/builder";
import { Random, samples } from "@passwright/development";

/** Call of one contributor: a pass and its position. */
interface Call {
  readonly pass: string;
  readonly place: Place;
}

interface Contributor {
  readonly name: string;
  readonly calls: readonly Call[];
}

function insert(view: PassManagerBuilder, { pass, place }: Call): void {
  const answer =
    "before" in place
      ? view.addBefore(place.before, pass)
      : "after" in place
        ? view.addAfter(place.after, pass)
        : view.addPass(pass);
  if (!answer.ok) throw new Error(answer.diagnostic.message);
}

/** Returns the passes of the plan after the contributors' calls, for a framework with `steps`. */
function planned(
  steps: readonly string[],
  contributors: readonly Contributor[],
  more: (builder: PassManagerBuilder) => void = () => {},
): readonly string[] {
  const builder = new PassManagerBuilder("any", { framework: { name: "kiln" } });
  for (const step of steps) builder.addPass(step);
  for (const { name, calls } of contributors) {
    const view = builder.forContributor({ kind: "plugin", name });
    for (const call of calls) insert(view, call);
  }
  more(builder);
  const { plan, diagnostics } = builder.resolve();
  if (plan === undefined) throw new Error(diagnostics.map(({ message }) => message).join());
  return plan.steps.map(({ pass }) => pass);
}

/** Parses calls such as `p1 p2<p1 p3>a`: each is a pass, and optionally the target that the pass is before or after. */
function callsOf(text: string): readonly Call[] {
  return text.split(" ").map((call): Call => {
    const [, pass = "", side, target = ""] = /^(\w+)(?:([<>])(\w+))?$/.exec(call) ?? [];
    return { pass, place: side === undefined ? { end: true } : side === "<" ? { before: target } : { after: target } };
  });
}

const because = { reason: "r" };

describe("the order of a contributor's own steps", () => {
  const one = (text: string, more?: (builder: PassManagerBuilder) => void): string =>
    planned(["a"], [{ name: "x", calls: callsOf(text) }], more).join(" ");

  it("keep the order of its calls, and a step before an earlier one is right before it", () => {
    expect(one("p1 p5 p3<p1")).to.equal("a p3 p1 p5");
    expect(one("p1 p2 p3 p4<p3 p5<p2")).to.equal("a p1 p5 p2 p4 p3");
    expect(one("p1 p2 p3<p1 p4<p3 p5<p1")).to.equal("a p4 p3 p5 p1 p2");
    expect(one("p1 p5 p3<p1 p4>p3 p6")).to.equal("a p3 p1 p5 p4 p6");
    expect(one("p1>a p5>a p3<p1 q<a")).to.equal("q a p3 p1 p5");
  });

  it("give way to rules, one call after the other, and otherwise keep their order", () => {
    const rule = (builder: PassManagerBuilder): void => builder.rule("p4").strong.before("p2", because);
    expect(one("p1 p2 p3 p4 p5", rule)).to.equal("a p1 p4 p2 p3 p5");
    const weak = (builder: PassManagerBuilder): void => builder.rule("p1").weak.after("p3", because);
    expect(one("p1 p2 p3 p4", weak)).to.equal("a p3 p1 p2 p4");
    const throughAnother = (builder: PassManagerBuilder): void => {
      builder.forContributor({ kind: "plugin", name: "y" }).addPass("q");
      builder.rule("q").strong.before("p1", because);
      builder.rule("p3").strong.before("q", because);
    };
    expect(one("p1 p2 p3 p4", throughAnother)).to.equal("a p3 q p1 p2 p4");
  });

  it("are not turned by a rule about presence that another contributor's step satisfies as well", () => {
    const more = (builder: PassManagerBuilder): void => {
      builder.forContributor({ kind: "plugin", name: "y" }).addPass("q", { types: ["T"] });
      builder.rule("p1").strong.afterSome({ type: "T" }, because);
    };
    const calls = callsOf("p1 p2");
    const typed = (builder: PassManagerBuilder): void => {
      const view = builder.forContributor({ kind: "plugin", name: "x" });
      for (const { pass } of calls) view.addPass(pass, pass === "p2" ? { types: ["T"] } : {});
      more(builder);
    };
    expect(planned(["a"], [], typed)).to.deep.equal(["a", "q", "p1", "p2"]);
  });

  it("keep a closed bundle together where a step goes before it", () => {
    const more = (builder: PassManagerBuilder): void => {
      const view = builder.forContributor({ kind: "plugin", name: "x" });
      view.addBundle("kit", ["k1", "k2"], { kind: "atomic" });
      view.addPass("p5");
      view.addBefore("kit", "p3");
    };
    expect(planned(["a"], [], more)).to.deep.equal(["a", "p3", "k1", "k2", "p5"]);
  });

  const FRAME = ["a", "b", "c"];

  /**
   * Returns the position at which a call inserts its pass, as a number that increases along the pipeline: after `a`,
   * before `b`, …
   */
  function sideOf({ place }: Call, sides: ReadonlyMap<string, number>): number {
    if ("before" in place) return sides.get(place.before) ?? 2 * FRAME.indexOf(place.before);
    if ("after" in place) return sides.get(place.after) ?? 2 * FRAME.indexOf(place.after) + 1;
    return 2 * FRAME.length;
  }

  /**
   * Returns the expected order of a contributor's steps, computed only from its calls. A step comes after the steps of
   * earlier calls that are on the same side of the same target.
   */
  function expectedOrder(calls: readonly Call[]): readonly string[] {
    const sides = new Map<string, number>();
    let row: string[] = [];
    for (const call of calls) {
      const { pass, place } = call;
      const side = sideOf(call, sides);
      sides.set(pass, side);
      const first = "after" in place ? row.indexOf(place.after) + 1 : 0;
      const end = "before" in place && row.includes(place.before) ? row.indexOf(place.before) : row.length;
      let at = end;
      while (at > first && (sides.get(row[at - 1] as string) as number) > side) at--;
      row = row.toSpliced(at, 0, pass);
    }
    return row;
  }

  function randomContributor(random: Random, name: string): Contributor {
    const calls: Call[] = [];
    const count = random.between(1, 8);
    for (let index = 0; index < count; index++) {
      const own = calls.map(({ pass }) => pass);
      const target = own.length > 0 && random.chance(0.5) ? random.pick(own) : random.pick(FRAME);
      const place = random.pick<Place>([{ before: target }, { after: target }, { end: true }]);
      calls.push({ pass: `${name}${index}`, place });
    }
    return { name, calls };
  }

  it("have that order after random calls of one or several contributors", () => {
    let turned = 0;
    for (let seed = 0; seed < samples(5000); seed++) {
      const random = new Random(seed);
      const contributors = ["x", "y", "z"]
        .slice(0, random.between(1, 3))
        .map((name) => randomContributor(random, name));
      const all = planned(FRAME, contributors);
      for (const { name, calls } of contributors) {
        const own = all.filter((pass) => pass.startsWith(name));
        const text = `seed ${seed}: ${JSON.stringify(contributors)}`;
        expect(own, text).to.deep.equal(expectedOrder(calls));
        if (own.join() !== calls.map(({ pass }) => pass).join()) turned++;
      }
      expect(all.filter((pass) => FRAME.includes(pass))).to.deep.equal(FRAME);
    }
    expect(turned).to.be.above(samples(5000) / 10);
  });
});
