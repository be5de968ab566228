import { expect } from "chai";
import { printPlan, resolve, toPassManager, withoutContributor } from "@passwright/builder";
import type { Plan } from "@passwright/builder";
import { definePass, OpPassManager, parsePipelineText, printPipeline } from "@passwright/core";
import type { PipelineSyntax } from "@passwright/core";
import { CASES, forEachBuilding, forEachPlan } from "./for-each-building.ts";
import { build } from "./random-building.ts";

/** Returns the names in a parsed textual pipeline, without options. */
function outline(anchor: string, elements: readonly PipelineSyntax[]): string {
  const inner = elements.map(({ name, inner: nested }) => (nested.length > 0 ? outline(name, nested) : name));
  return `${anchor}(${inner.join(",")})`;
}

function parsed(text: string): string {
  const result = parsePipelineText(text);
  if (!result.ok) throw new Error(`${result.diagnostic.message}: ${text}`);
  return outline(result.pipeline.anchor, result.pipeline.elements);
}

/** Returns the names in a plan in the same form as `outline`. */
function outlineOf(plan: Plan): string {
  const passes = plan.steps.filter(({ kind }) => kind === "pass");
  const inside = (steps: Plan["steps"], depth: number): string => {
    const parts: string[] = [];
    for (let start = 0; start < steps.length;) {
      const { nests, pass } = steps[start] as Plan["steps"][0];
      const level = nests[depth];
      let end = start + 1;
      if (level === undefined) parts.push(pass);
      else {
        while (end < steps.length && steps[end]?.nests[depth]?.id === level.id) end++;
        parts.push(`${level.anchor}(${inside(steps.slice(start, end), depth + 1)})`);
      }
      start = end;
    }
    return parts.join(",");
  };
  return `${plan.anchor}(${inside(passes, 0)})`;
}

describe("random buildings", () => {
  it("are not trivial", () => {
    const counts = new Map<string, number>();
    const count = (what: string): unknown => counts.set(what, (counts.get(what) ?? 0) + 1);
    forEachBuilding((_, { builder, answers }, { plan, diagnostics }) => {
      count(plan === undefined ? "no plan" : "a plan");
      for (const code of new Set(diagnostics.map((diagnostic) => diagnostic.code))) count(code);
      if (builder.input().guards?.length) count("guards");
      if (plan === undefined) return;
      const { steps, leftOut, alternatives } = plan;
      if (steps.some(({ origin }) => origin.kind === "inserted")) count("cleanup inserted");
      if (leftOut.some(({ because }) => because.startsWith("dropped"))) count("duplicate dropped");
      if (leftOut.some(({ because }) => because.startsWith("removed"))) count("removed");
      if (steps.some(({ because }) => because.startsWith("instead of"))) count("replaced");
      if (alternatives.length > 0) count("alternatives");
      if (steps.some(({ bundle }) => bundle !== undefined)) count("bundles");
      if ([...answers.values()].flat().some((answer) => answer?.ok === false)) count("refusals");
    });
    const rows = [...counts].sort(([left], [right]) => (left < right ? -1 : 1));
    console.log([`of ${CASES} random buildings`, ...rows.map(([what, n]) => `  ${what.padEnd(20)} ${n}`)].join("\n"));
    for (const what of ["a plan", "bundles", "refusals"]) {
      expect(counts.get(what), what).to.be.above(CASES / 5);
    }
    for (const what of ["cleanup inserted", "duplicate dropped", "replaced", "removed", "guards", "alternatives"]) {
      expect(counts.get(what) ?? 0, what).to.be.at.least(Math.floor(CASES / 200));
    }
  });

  it("give the same plan and results for any order of contributors", () => {
    forEachBuilding((building, built, resolution, random) => {
      for (let round = 0; round < 3; round++) {
        const other = build(building, random.shuffled(building.contributors), round === 0 ? random : undefined);
        expect(JSON.stringify(other.builder.resolve())).to.equal(JSON.stringify(resolution));
        for (const { name } of building.contributors) {
          expect(other.answers.get(name)).to.deep.equal(built.answers.get(name));
        }
      }
    });
  });

  it("give the same plan for any order of the input", () => {
    forEachBuilding((building, { builder }, _, random) => {
      const input = builder.input();
      // The order of the input lists must not affect the result.
      const contributions = random.shuffled(input.contributions);
      const again = { ...input, contributions, rules: random.shuffled(input.rules) };
      expect(JSON.stringify(resolve(again))).to.equal(JSON.stringify(resolve(builder.input())));
      const { name } = random.pick(building.contributors);
      const without = resolve(withoutContributor(again, name));
      expect(JSON.stringify(without)).to.equal(JSON.stringify(resolve(withoutContributor(builder.input(), name))));
    });
  });

  it("are without a contributor the same as if it had never existed", () => {
    forEachBuilding((building, { builder }, _, random) => {
      const { name } = random.pick(building.contributors);
      const rest = build(
        building,
        building.contributors.filter((contributor) => contributor.name !== name),
      );
      const expected = resolve(rest.builder.input());
      expect(JSON.stringify(resolve(withoutContributor(builder.input(), name)))).to.equal(JSON.stringify(expected));
    });
  });

  it("keep the framework's steps in their order, and give the reason for each missing step", () => {
    forEachPlan((plan, _, { builder }) => {
      const { basePipeline } = builder.input();
      const there = plan.steps.map(({ address }) => address);
      const gone = new Set(plan.leftOut.map(({ address }) => address));
      const expected = basePipeline.steps.map(({ address }) => address).filter((address) => !gone.has(address));
      const known = new Set(expected);
      expect(there.filter((address) => known.has(address))).to.deep.equal(expected);
    });
  });

  it("never split a manager that the framework opened", () => {
    forEachPlan((plan, _, { builder }) => {
      const managers = new Map<number, Set<number>>();
      const own = new Map(builder.input().basePipeline.steps.map((step) => [step.address, step]));
      for (const { address, nests } of plan.steps) {
        own.get(address)?.nests.forEach(({ id }, depth) => {
          const now = nests[depth]?.id;
          if (id !== undefined && now !== undefined) managers.set(id, (managers.get(id) ?? new Set()).add(now));
        });
      }
      for (const now of managers.values()) expect(now.size).to.equal(1);
    });
  });

  it("keep closed bundles together", () => {
    forEachPlan((plan, _, { builder }) => {
      const { basePipeline, contributions } = builder.input();
      const bundles = new Map<string, string>();
      for (const { bundle, address } of [...basePipeline.steps, ...contributions]) {
        if (bundle !== undefined && bundle.kind !== "open") bundles.set(address, bundle.id);
      }
      // A copy of a pass is in a copy of its bundle.
      const inOrder = plan.steps.map(({ address }) => {
        const [whole = "", copy = ""] = address.split("@");
        const id = bundles.get(whole);
        return id === undefined ? undefined : `${id} ${copy}`;
      });
      const runs = inOrder.filter((id, index) => id !== undefined && id !== inOrder[index - 1]);
      expect(new Set(runs).size).to.equal(runs.length);
    });
  });

  it("drop nothing silently", () => {
    forEachPlan((plan, _, { builder, answers }) => {
      const known = new Set([...plan.steps, ...plan.leftOut, ...plan.alternatives].map(({ address }) => address));
      const granted = [...answers.values()].flat().flatMap((answer) => (answer?.ok === true ? [answer.step] : []));
      const kept = builder.input().contributions.map(({ address }) => address);
      const steps = granted.filter((address) => address.includes("::") && !address.includes("::bundle-"));
      expect([...steps, ...kept].filter((address) => !known.has(address))).to.deep.equal([]);
    });
  });

  it("print as text that reads back to the same nesting, and become a manager that prints the same", () => {
    forEachPlan((plan, _, { catalogue }) => {
      const text = printPlan(plan);
      expect(parsed(text)).to.equal(outlineOf(plan));
      const manager = new OpPassManager(plan.anchor);
      expect(toPassManager(plan, catalogue, manager)).to.deep.equal([]);
      expect(parsed(printPipeline(manager))).to.equal(outlineOf(plan));
    });
  });

  it("change no order elsewhere when a pass is put into one slot, edits and cleanups notwithstanding", () => {
    let count = 0;
    forEachPlan((plan, building, _, random) => {
      const more = build(building);
      const view = more.builder.forContributor({ kind: "plugin", name: "newcomer" });
      const preserves = Object.keys(building.properties);
      const newcomer = definePass({ name: "newcomer", preserves, runOnOperation: (_op: object) => {} });
      const { basePipeline } = more.builder.input();
      if (basePipeline.steps.length === 0) return;
      const { kind, name, address } = random.pick(basePipeline.steps);
      const answer =
        kind === "point"
          ? view.addAt(name, newcomer)
          : random.chance(0.5)
            ? view.addBefore(address, newcomer, { which: "first" })
            : view.addAfter(address, newcomer, { which: "last" });
      if (!answer.ok) return;
      const { plan: changed } = resolve(more.builder.input());
      if (changed === undefined) return;
      count++;
      const addresses = (of: Plan): string[] =>
        of.steps.map((step) => step.address).filter((each) => each !== "newcomer::newcomer");
      // Ignores the order of other steps in the same slot, because this order can change. The slot is between two steps
      // of the framework.
      const own = new Set(basePipeline.steps.map((step) => step.address));
      const at = changed.steps.findIndex((step) => step.address === "newcomer::newcomer");
      const [first, last] = [
        changed.steps.slice(0, at).findLast((step) => own.has(step.address))?.address,
        changed.steps.slice(at + 1).find((step) => own.has(step.address))?.address,
      ];
      const around = (all: string[]): readonly [string[], string[]] => [
        first === undefined ? [] : all.slice(0, all.indexOf(first) + 1),
        last === undefined ? [] : all.slice(all.indexOf(last)),
      ];
      expect(around(addresses(changed))).to.deep.equal(around(addresses(plan)));
      expect(changed.leftOut).to.deep.equal(plan.leftOut);
    });
    expect(count).to.be.above(CASES / 5);
  });
});
