import { definePass, OpPassManager } from "@passwright/core";
import { ofType, PassCatalogue, PassManagerBuilder, PassType, printPlan, toPassManager } from "@passwright/builder";

// A framework builds its pipeline with an extension point.
const catalogue = new PassCatalogue();
const builder = new PassManagerBuilder("builtin.module", { framework: { name: "kiln" }, catalogue });
builder.addPass("tile", { types: [PassType.EarlyOptimization] });
const functions = builder.nest("func.func");
functions.addPass("fold");
functions.addExtensionPoint("tensor.end");
builder.addPass("bufferize", { types: [PassType.Bufferization] });
builder.addPass("lower", { types: ["lowering.llvm"] });

// A plugin inserts a pass, and can try another position if the first one does not exist.
const yarn = builder.forContributor({ kind: "plugin", name: "yarn" });
const result = yarn.addBefore("one-shot-bufferize", "pack", { reason: "packs tensors" });
if (!result.ok) yarn.addBeforeType(PassType.Bufferization, "pack", { reason: "packs tensors" });
yarn.addAt("tensor.end", "fuse");

// Another plugin uses the same position. A rule decides the order.
const loom = builder.forContributor({ kind: "plugin", name: "loom" });
loom.addBeforeType(PassType.Bufferization, "inspect");
loom.rule("inspect").weak.after("pack", { reason: "sees packed data" });
loom.rule("inspect").strong.beforeSome(ofType(PassType.Lowering), { reason: "looks at tensors" });

const { plan, diagnostics } = builder.resolve();
if (plan === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));

// With code for all passes, the plan becomes an ordinary manager.
for (const name of ["tile", "fold", "fuse", "pack", "inspect", "bufferize", "lower"]) {
  const definition = definePass({ name, runOnOperation: (_op: object) => {} });
  catalogue.add({ declaration: { name }, owner: { name: "kiln" }, definition });
}
const manager = new OpPassManager(plan.anchor);
const problems = toPassManager(plan, catalogue, manager);

const reasons = plan.steps.map(({ address, because, origin }) => `${address}: ${because} (${origin.name})`);
export const output = [printPlan(plan), ...reasons, `${problems.length} problems`].join("\n");
