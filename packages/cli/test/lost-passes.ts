/** Plugin whose passes misbehave in functions whose name starts with `bad`, and the inputs for the tests. */
export const LOST_PASSES = `import { definePass, definePlugin } from "@passwright/sdk";
const held = [];
const bad = (name, act) =>
  definePass({
    name,
    anchor: "func.func",
    statistics: { seen: "functions seen" },
    runOnOperation(op, pass) {
      pass.statistics.seen.add();
      return op.symbolName?.startsWith("bad") === true ? act() : undefined;
    },
  });
const endModule = definePass({ name: "never-end-module", anchor: "builtin.module", runOnOperation() { for (;;); } });
export const passes = [
  bad("end-process", () => process.exit(3)),
  bad("never-end", () => { for (;;); }),
  bad("take-memory", () => { for (;;) held.push(Array.from({ length: 10_000 }, (_, i) => ({ i }))); }),
  endModule,
];
export default definePlugin({ passes });
`;

export const LOST_INPUT: string = ["a", "bad", "b", "c", "bad2", "d"]
  .map((name) => `func.func @${name}(%a: i32) -> i32 {\n  return %a : i32\n}\n`)
  .join("");
