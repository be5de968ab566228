import { expect } from "chai";
import { resolve } from "@passwright/builder";
import { outlinePlan } from "../scenario/show.ts";
import { Random, samples } from "@passwright/development";
import { generateCase } from "./accepted-plan-case.ts";
import { brokenGuard, brokenProperties, holds, passesOf, unexplainedOrder } from "./plan-model.ts";

const CASES = samples(5000);

describe("every accepted plan", () => {
  it("satisfies all rules, requirements, forbiddances and guards, and keeps every contributor's own order", () => {
    const counts = { accepted: 0, strong: 0, dropped: 0, inserted: 0, duplicates: 0, guards: 0, ordered: 0 };
    for (let seed = 0; seed < CASES; seed++) {
      const { builder, declarations, properties, granted, rules, guards } = generateCase(new Random(seed));
      const { plan, diagnostics } = builder.resolve();
      const about = `seed ${seed}: ${plan && outlinePlan(plan)} ${JSON.stringify({ granted, rules })}`;
      if (plan === undefined) {
        // The builder must not refuse a pipeline that is valid if its duplicates stay, or if its weak rules are
        // ignored.
        expect(builder.resolve({ keepDuplicates: true }).plan, about).to.equal(undefined);
        const input = builder.input();
        const strong = input.rules.filter(({ strength }) => strength === "strong");
        expect(resolve({ ...input, rules: strong }).plan, about).to.equal(undefined);
        continue;
      }
      const passes = passesOf(plan);
      const broken = rules.filter((rule) => !holds(rule, passes));
      expect(
        broken.filter(({ strength }) => strength === "strong"),
        about,
      ).to.deep.equal([]);
      const reported = diagnostics.filter(({ code }) => code === "PWB0202");
      expect(reported.length, about).to.equal(broken.length);
      expect(brokenProperties(passes, declarations, properties), about).to.deep.equal([]);
      for (const guard of guards) expect(brokenGuard(guard, passes, declarations), about).to.deep.equal([]);
      // A step that is positioned relative to a removed or replaced step has the same position as without the change.
      const isEdited = plan.leftOut.length > 0 || plan.steps.some(({ because }) => because.startsWith("in place of"));
      if (!isEdited) {
        expect(unexplainedOrder(plan, granted, rules), about).to.deep.equal([]);
        counts.ordered++;
      }
      counts.accepted++;
      counts.dropped += broken.length;
      counts.strong += rules.filter(({ strength }) => strength === "strong").length;
      counts.guards += guards.length;
      counts.inserted += plan.steps.filter(({ origin }) => origin.kind === "inserted").length;
      counts.duplicates += plan.leftOut.filter(({ because }) => because.startsWith("dropped")).length;
    }
    console.log(`of ${CASES} random pipelines:`, counts);
    expect(counts.accepted).to.be.above(CASES / 10);
    for (const what of ["strong", "dropped", "inserted", "duplicates", "guards", "ordered"] as const)
      expect(counts[what], what).to.be.at.least(Math.floor(CASES / 500));
  });
});
