import { ofType, PassManagerBuilder } from "@passwright/builder";
import type { PlanStep } from "@passwright/builder";
import { definePass } from "@passwright/core";
import { expect } from "chai";

const pass = (name: string, type: string) => definePass({ name, types: [type], runOnOperation: (_op: object) => {} });

/**
 * Returns the steps of a plan in which a rule swapped `count` passes of one type with `count` passes of another type.
 */
function planned(count: number, relation: "before" | "after"): readonly PlanStep[] {
  const builder = new PassManagerBuilder("any");
  builder.addPass("start");
  const add = (contributor: string, type: string): void => {
    const view = builder.forContributor({ kind: "plugin", name: contributor });
    for (let index = 0; index < count; index++) view.addAfter("start", pass(`${contributor}${index}`, type));
  };
  // Without a rule, contributors are in alphabetical order.
  add("a", relation === "before" ? "Lowering" : "Cleanup");
  add("b", relation === "before" ? "Cleanup" : "Lowering");
  const rules = builder.forContributor({ kind: "config", name: "config" });
  rules.rule(ofType("Cleanup")).strong[relation](ofType("Lowering"), { reason: "so" });
  return builder.resolve().plan?.steps ?? [];
}

const notesOf = (steps: readonly PlanStep[]): string => steps.flatMap(({ notes = [] }) => notes).join("\n");

describe("notes of a rule between types", () => {
  it("name all targets where there are few", () => {
    expect(notesOf(planned(2, "before"))).to.equal(
      [0, 1].map(() => 'before `a::a0`, `a::a1`, by a strong rule: "so" (config config)').join("\n"),
    );
    expect(notesOf(planned(2, "after"))).to.equal(
      [0, 1].map(() => 'after `b::b0`, `b::b1`, by a strong rule: "so" (config config)').join("\n"),
    );
  });

  it("name ten of many targets, and count the others", () => {
    for (const relation of ["before", "after"] as const) {
      const [note = ""] = notesOf(planned(40, relation)).split("\n");
      expect(note.match(/`/g)).to.have.length(20);
      expect(note).to.contain(" and 30 others, by a strong rule");
    }
  });

  it("are not longer than twice as long for twice as many passes", () => {
    for (const relation of ["before", "after"] as const) {
      const [less, more] = [300, 600].map((count) => notesOf(planned(count, relation)).length);
      expect(less).to.be.greaterThan(10_000);
      expect(more).to.be.lessThan(2.2 * (less ?? 0));
    }
  });
});
