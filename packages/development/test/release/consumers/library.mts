// A consumer without Node's types: a plugin, a framework, and a program that runs passes.
import { PassManager } from "@passwright/core";
import { mlir } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { Store } from "@passwright/ir/store";
import { Timing } from "@passwright/instrument";
import { PassCatalogue } from "@passwright/builder";
import transforms from "@passwright/plugin-transforms";
import kiln from "passwright-example-kiln";
import batch from "passwright-plugin-batch";
import memory from "passwright-plugin-memory";
import release from "passwright-plugin-release";
import strength from "passwright-plugin-strength";
import { defineFramework, definePass, definePluginFor, int, oneOf, PassType, syncBailHook } from "@passwright/sdk";

const pass = definePass({
  name: "typed",
  anchor: "func.func",
  types: [PassType.Cleanup],
  options: { size: int(1, "how much"), how: oneOf(["fast", "slow"], "fast", "how") },
  statistics: { seen: "functions seen" },
  runOnOperation(func: Operation, { options, statistics }) {
    const size: number = options.size;
    const how: "fast" | "slow" = options.how;
    statistics.seen.add(size + how.length + func.regions.length);
    // @ts-expect-error -- no such option
    void options.colour;
    // @ts-expect-error -- no such statistic
    statistics.heard.add(1);
  },
});
pass.create({ size: 2, how: "slow" });
// @ts-expect-error -- `size` must be a number
pass.create({ size: "2" });

const framework = defineFramework({
  name: "typed",
  ir: mlir,
  anchor: "builtin.module",
  extensionPoints: { "loops.end": { since: "0.1", doc: "loops are done" } },
  hooks: { size: syncBailHook<[name: string], number>("name") },
  pipeline(builder, { hooks }) {
    const answer: number | undefined = hooks.size.call("a");
    builder.nest("func.func").addPass(pass, { options: { size: answer ?? 1 } });
  },
});

export default definePluginFor<typeof framework>()({
  passes: [pass],
  setup(builder, { hooks }) {
    builder.addAt("loops.end", pass);
    // @ts-expect-error -- no such extension point
    builder.addAt("loops.begin", pass);
    hooks.size.tap("two", (name) => name.length);
    // @ts-expect-error -- no such hook
    hooks.weight.tap("two", () => 2);
  },
});

export const manager = new PassManager<Operation>(mlir, { anchor: "builtin.module" });
export const others = [Store, Timing, PassCatalogue, transforms, kiln, batch, memory, release, strength] as const;
