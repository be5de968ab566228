import { expect } from "chai";
import type { PassDeclaration } from "@passwright/core";
import type { PassManagerBuilder, Properties } from "@passwright/builder";
import { CANONICALIZE, passes, planOf, PROPERTIES, wish } from "./scenario/cleanup-plans.ts";

describe("cleanups that a weak rule requires at a later position", () => {
  it("are right after the last step that requests one", () => {
    expect(planOf([CANONICALIZE], passes("tile look tile look", wish("tile", "canonicalize")))).to.equal(
      "builtin.module(tile,look,tile#2,inserted::canonicalize,look#2)",
    );
    expect(planOf([CANONICALIZE], passes("tile look", wish("tile", ":Cleanup")))).to.equal(
      "builtin.module(tile,inserted::canonicalize,look)",
    );
  });

  it("serve several rules at once, in any order of rules", () => {
    const wishes = [wish("look", "canonicalize"), wish("tile", ":Cleanup")];
    for (const order of [wishes, wishes.toReversed()]) {
      const all = (builder: PassManagerBuilder): void => order.forEach((each) => each(builder));
      expect(planOf([CANONICALIZE], passes("tile look fold", all))).to.equal(
        "builtin.module(tile,look,inserted::canonicalize,fold)",
      );
    }
  });

  it("are inserted once per cleanup that rules require", () => {
    const sweep: PassDeclaration = { name: "sweep" };
    const both = (builder: PassManagerBuilder): void => {
      wish("tile", "canonicalize")(builder);
      wish("look", "sweep")(builder);
    };
    expect(planOf([CANONICALIZE, sweep], passes("tile look fold", both))).to.equal(
      "builtin.module(tile,inserted::canonicalize,look,inserted::sweep,fold)",
    );
    // After a step, the cleanup of the contributor whose name sorts first is inserted first, regardless of the order of
    // registration. The second cleanup is inserted between the step and the first cleanup.
    for (const contributors of [
      ["x", "y"],
      ["y", "x"],
    ] as const) {
      const rules = (builder: PassManagerBuilder): void => {
        for (const name of contributors) {
          const rule = builder.forContributor({ kind: "plugin", name }).rule("look");
          rule.weak.beforeSome(name === "x" ? "canonicalize" : "sweep", { reason: "r" });
        }
      };
      expect(planOf([CANONICALIZE, sweep], passes("look fold", rules))).to.equal(
        "builtin.module(look,inserted::sweep,inserted::canonicalize,fold)",
      );
    }
  });

  it("take nothing away that a later step requires and no cleanup brings back", () => {
    const planned = (names: string, cleanup = CANONICALIZE): string =>
      planOf([cleanup], passes(names, wish("spare", "canonicalize")));
    expect(planned("derive spare spare consult")).to.equal(
      "builtin.module(derive,spare,spare#2,consult,inserted::canonicalize)",
    );
    // The result is the same if extension points, or steps that preserve the property, are next to the subject.
    expect(planned("derive .p spare consult")).to.equal(
      "builtin.module(derive,.p,spare,consult,inserted::canonicalize)",
    );
    const keeper: PassDeclaration = { ...CANONICALIZE, name: "keeper", preserves: ["schedule"] };
    expect(
      planOf([CANONICALIZE, keeper], passes("derive spare keeper .p consult tile", wish("spare", "canonicalize"))),
    ).to.equal("builtin.module(derive,spare,keeper,.p,consult,inserted::canonicalize,tile)");
    expect(planned("derive spare derive consult")).to.equal(
      "builtin.module(derive,spare,inserted::canonicalize,derive#2,consult)",
    );
    expect(planned("derive spare refresh consult")).to.equal(
      "builtin.module(derive,spare,inserted::canonicalize,refresh,consult)",
    );
    expect(planned("derive spare consult", { ...CANONICALIZE, preserves: ["schedule"] })).to.equal(
      "builtin.module(derive,spare,inserted::canonicalize,consult)",
    );
  });

  it("do not invalidate properties that hold at their position", () => {
    const cleanup: PassDeclaration = { ...CANONICALIZE, invalidates: ["bufferized"] };
    const planned = (names: string): string => planOf([cleanup], passes(names, wish("look", "canonicalize")));
    expect(planned("look bufferize on-buffers")).to.equal(
      "builtin.module(look,inserted::canonicalize,bufferize,on-buffers)",
    );
    expect(planned("bufferize look on-buffers free fold")).to.equal(
      "builtin.module(bufferize,look,on-buffers,free,inserted::canonicalize,fold)",
    );
  });

  it("have the same position in an equally short pipeline", () => {
    // The pipeline is long, because the properties that hold are cached every few hundred steps.
    const outer: PassDeclaration = { ...CANONICALIZE, anchor: "builtin.module", provides: ["canonical", "linked"] };
    const sweep: PassDeclaration = {
      name: "sweep",
      types: ["Cleanup"],
      preserves: ["canonical"],
      invalidates: ["bufferized", "linked"],
    };
    const planned = (names: string, between: number): string => {
      const build = (builder: PassManagerBuilder): void => {
        let manager: Pick<PassManagerBuilder, "addPass"> = builder;
        for (const name of names.split(" ")) {
          if (name === "func.func") manager = builder.nest(name);
          else for (const each of [...Array<string>(between).fill("spare"), name]) manager.addPass(each);
        }
        wish("look", "sweep")(builder);
      };
      return planOf([outer, sweep], build).replaceAll(/spare(#\d+)?,/g, "");
    };
    for (const [names, expected] of [
      ["look bufferize on-buffers", "look,inserted::sweep,bufferize,on-buffers"],
      ["bufferize look on-buffers free fold", "bufferize,look,on-buffers,free,inserted::sweep,fold"],
      ["derive look tile", "derive,look,inserted::sweep,tile"],
      ["bufferize tile look", "bufferize,tile,look"],
      // The first cleanup is inserted far before the step that requires the cleanup, so the properties in between are
      // computed again.
      ["tile func.func look match", "tile,inserted::canonicalize,func.func(look,match)"],
      [
        "bufferize func.func look on-buffers unlink free match",
        "bufferize,inserted::canonicalize,func.func(look,on-buffers,unlink,free,inserted::sweep,match)",
      ],
    ] as const) {
      for (const between of [0, 130, 300]) {
        const text = expected.startsWith("PWB") ? expected : `builtin.module(${expected})`;
        expect(planned(names, between), `${names}, ${between} between`).to.equal(text);
      }
    }
  });

  it("get cleanups for their requirements, and for properties that they remove, each in a later round", () => {
    const cse: PassDeclaration = { name: "cse", requires: ["canonical"], provides: ["tidy"] };
    const properties: Properties = { ...PROPERTIES, tidy: { kind: "fragile", initially: true } };
    const planned = (names: string, ...wishes: readonly ((builder: PassManagerBuilder) => void)[]): string => {
      const all = (builder: PassManagerBuilder): void => wishes.forEach((each) => each(builder));
      return planOf([CANONICALIZE, cse], passes(names, all), { properties });
    };
    // The cleanup after `look` removes the property that `polished` requires, so cse is inserted. `wear` removes the
    // property that cse requires, so another canonicalize is inserted.
    expect(planned("look wear polished", wish("look", "canonicalize"))).to.equal(
      "builtin.module(look,inserted::canonicalize,wear,inserted::canonicalize#2,inserted::cse,polished)",
    );
    // All rules get their cleanups in the same round, so several rules do not need additional rounds.
    expect(planned("look wear polished fold", wish("fold", "cse"), wish("look", "canonicalize"))).to.equal(
      "builtin.module(look,inserted::canonicalize,wear,inserted::canonicalize#3,inserted::cse#2,polished,fold," +
        "inserted::canonicalize#2,inserted::cse)",
    );
  });

  it("remain even if one that is inserted for a later step would suffice", () => {
    // `sweep` removes the property that `match` requires, so `canonicalize` is inserted before `match`. This
    // `canonicalize` would satisfy the rule without `sweep`.
    const sweep: PassDeclaration = { name: "sweep", types: ["Cleanup"] };
    expect(planOf([sweep, CANONICALIZE], passes("canonicalize look match", wish("look", ":Cleanup")))).to.equal(
      "builtin.module(canonicalize,look,inserted::sweep,inserted::canonicalize,match)",
    );
    // `sweep` also stays if an unrelated duplicate is dropped.
    const twice = "canonicalize canonicalize look match";
    expect(planOf([sweep, CANONICALIZE], passes(twice, wish("look", ":Cleanup")))).to.match(
      /^builtin\.module\(canonicalize,look,inserted::sweep,inserted::canonicalize,match\)\ncanonicalize#2: dropped/,
    );
  });

  it("are not inserted if they would require one themselves", () => {
    const self = (builder: PassManagerBuilder): void =>
      builder.rule({ type: "Cleanup" }).weak.beforeSome("canonicalize", { reason: "r" });
    expect(planOf([CANONICALIZE], passes("canonicalize look", self))).to.equal("builtin.module(canonicalize,look)");
  });

  it("are not inserted for strong rules, or for passes that are not cleanups", () => {
    expect(planOf([CANONICALIZE], passes("tile", wish("tile", "canonicalize", "strong")))).to.equal("PWB0201");
    expect(planOf([CANONICALIZE], passes("tile", wish("tile", "fold")))).to.equal("builtin.module(tile)");
    const wishBefore = (builder: PassManagerBuilder): void =>
      builder.rule("tile").weak.afterSome("canonicalize", { reason: "r" });
    expect(planOf([CANONICALIZE], passes("tile", wishBefore))).to.equal("builtin.module(tile)");
    expect(planOf([CANONICALIZE], passes("tile match", wishBefore))).to.equal(
      "builtin.module(tile,inserted::canonicalize,match)",
    );
  });

  it("are after a nested pipeline, closed bundle or guard that they cannot be in", () => {
    const outer: PassDeclaration = { ...CANONICALIZE, anchor: "builtin.module" };
    const nested = (builder: PassManagerBuilder): void => {
      passes("tile look")(builder.nest("func.func"));
      wish("tile", "canonicalize")(builder);
      builder.addPass("fold");
    };
    expect(planOf([outer], nested)).to.equal("builtin.module(func.func(tile,look),inserted::canonicalize,fold)");
    const bundle = (builder: PassManagerBuilder): void => {
      builder.addBundle("b", ["tile", "look"], { kind: "contiguous" });
      wish("tile", "canonicalize")(builder);
    };
    expect(planOf([CANONICALIZE], bundle)).to.equal("builtin.module(tile,look,inserted::canonicalize)");
    const guard = (builder: PassManagerBuilder): void => {
      wish("tile", "canonicalize")(builder);
      builder.guard("tidy", { from: "tile", to: "fold", reason: "r" });
    };
    expect(planOf([CANONICALIZE], passes("tile look fold", guard))).to.equal(
      "builtin.module(tile,look,fold,inserted::canonicalize)",
    );
    expect(
      planOf(
        [{ ...CANONICALIZE, invalidates: ["bufferized"] }],
        passes("bufferize look", wish("look", "canonicalize")),
      ),
    ).to.equal("builtin.module(bufferize,look)");
  });
});
