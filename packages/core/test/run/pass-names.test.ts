import { definePass, OpPassManager, PassManager, PassRegistry } from "@passwright/core";
import type { PassDefinition } from "@passwright/core";
import { expect } from "chai";
import { leaf, makeTree } from "../plain-tree.ts";
import type { Leaf } from "../plain-tree.ts";
import { describeResult } from "../trace.ts";

/** Makes a pass that records which body ran. */
function noting(name: string, body: string, lines: string[]): PassDefinition<Leaf> {
  return definePass({ name, runOnOperation: (_op: Leaf) => void lines.push(`${name}: ${body}`) });
}

const twice = (name: string, first: string, second: string): string =>
  [
    `error[PWC0303]: the pipeline contains two different passes named \`${name}\``,
    `   = first pass: ${first}`,
    `   = second pass: ${second}`,
    `help: rename one of the passes, or use one definition of \`${name}\` for both`,
  ].join("\n");

describe("the name of a pass in a run", () => {
  let lines: string[];
  let manager: PassManager<Leaf>;

  beforeEach(() => {
    lines = [];
    manager = new PassManager(makeTree(), { anchor: "tree" });
  });

  const run = (): string => [...lines, describeResult(manager.run(leaf("tree", leaf("list a"))))].join("\n");

  it("may refer to one definition any number of times", () => {
    const oil = noting("oil", "hinges", lines);
    manager.addPass(oil).addPass(oil.create()).nest("list").addPass(oil);
    expect(run()).to.equal("succeeded");
    expect(lines).to.deep.equal(["oil: hinges", "oil: hinges", "oil: hinges"]);
  });

  for (const anchor of ["tree", "list", "any"]) {
    it(`refers to one definition only: two in \`${anchor}\``, () => {
      manager.addPass(noting("oil", "hinges", lines));
      const inner = anchor === "tree" ? manager : manager.nest(anchor);
      inner.addPass(noting("oil", "locks", lines));
      expect(run()).to.equal(`failed\n${twice("oil", "in `tree`", `in \`${anchor}\``)}`);
    });
  }

  it("refers to the registry, and its owners are named", () => {
    const registry = new PassRegistry<Leaf>().registerPass(noting("oil", "locks", lines), {
      name: "care",
      version: "2.0.0",
    });
    manager.registry = registry;
    manager.addPass(noting("oil", "hinges", lines));
    expect(run()).to.equal(`failed\n${twice("oil", "registered by care 2.0.0", "in `tree`")}`);
  });

  it("has the same meaning in the pipelines that passes run", () => {
    const inner = new OpPassManager<Leaf>("tree").addPass(noting("oil", "locks", lines));
    const dynamic = definePass({
      name: "dynamic",
      runOnOperation: (op: Leaf, pass) => void lines.push(`dynamic: ${pass.runPipeline(inner, op)}`),
    });
    manager.addPass(noting("oil", "hinges", lines)).addPass(dynamic);
    const error = twice("oil", "in `tree`", "in `tree`").replace("\n", "\n  --> step dynamic\n");
    expect(run()).to.equal(`succeeded\n${error}`);
    expect(lines).to.deep.equal(["oil: hinges", "dynamic: false"]);
  });
});
