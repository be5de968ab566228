import { expect } from "chai";
import { lockOf, printPlan, toPassManager } from "@passwright/builder";
import type { Lock, Plan } from "@passwright/builder";
import { OpPassManager, parsePipeline, PassRegistry, printPipeline } from "@passwright/core";
import type { Built } from "./random-building.ts";
import { CASES, forEachPlan } from "./for-each-building.ts";

const OWNER = { name: "kiln" };

/** Converts a plan to a manager, and returns the manager as text. */
function managerText(plan: Plan, { catalogue }: Built): string {
  const manager = new OpPassManager(plan.anchor);
  expect(toPassManager(plan, catalogue, manager)).to.deep.equal([]);
  return printPipeline(manager);
}

/** Returns the registry of a program with all passes of a building. */
function registryOf({ catalogue }: Built, plan: Plan): PassRegistry<object> {
  const registry = new PassRegistry<object>();
  for (const name of new Set(plan.steps.flatMap(({ kind, pass }) => (kind === "pass" ? [pass] : [])))) {
    const definition = catalogue.find(name)?.definition;
    if (definition !== undefined) registry.registerPass(definition, OWNER);
  }
  return registry;
}

describe("plans of random buildings", () => {
  it("are equal after reading them from a lock file, and give the same manager", () => {
    forEachPlan((plan, _, built) => {
      const lock = lockOf(plan, [OWNER, { name: "yarn", version: "1.0.0" }]);
      const text = JSON.stringify(lock, undefined, 2);
      const read = JSON.parse(text) as Lock;
      expect(read.plan).to.deep.equal(plan);
      expect(printPlan(read.plan)).to.equal(printPlan(plan)).and.to.equal(read.pipeline);
      expect(managerText(read.plan, built)).to.equal(managerText(plan, built));
      expect(JSON.stringify(lockOf(read.plan, read.plugins.toReversed()), undefined, 2)).to.equal(text);
    });
  });

  it("read back from their text, options included, give the same manager", () => {
    let withOptions = 0;
    forEachPlan((plan, _, built) => {
      if (plan.steps.some(({ options }) => Object.keys(options).length > 0)) withOptions++;
      const text = printPlan(plan);
      const read = parsePipeline(text, registryOf(built, plan));
      if (!read.ok) throw new Error(`${read.diagnostic.message}: ${text}`);
      expect(printPipeline(read.manager), text).to.equal(managerText(plan, built));
    });
    expect(withOptions).to.be.above(CASES / 10);
  });
});
