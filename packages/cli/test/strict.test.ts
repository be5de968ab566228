import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

const plugin = (pass: string): string =>
  `import { definePass, definePlugin } from "@passwright/sdk";
const pass = definePass({ name: "${pass}", runOnOperation() {} });
export default definePlugin({ passes: [pass], setup(b) { b.addPass("${pass}"); } });
`;

/** Makes a pipeline in which the order of two steps depends only on the names of two plugins. */
const place = (more = ""): Workplace =>
  makeWorkplace({
    "passwright.config.yaml": `plugins: ["@passwright/plugin-transforms", ./one.js, ./two.js]
pipeline: builtin.module(symbol-dce)
inputs: [in.mlir]
${more}`,
    "one.js": plugin("first"),
    "two.js": plugin("second"),
    "in.mlir": "func.func @f() {\n  return\n}\n",
  });

describe("--strict", () => {
  for (const command of ["plan", "check", "run", "lock"] as const)
    it(`refuses in \`${command}\` what is otherwise only reported`, async () => {
      const { passwright } = place();
      expect(await passwright(command), command).to.contain("exit 0");
      for (const flags of [["--strict"], ["--strict", "order-by-name"], ["--strict=order-by-name"]])
        expect(await passwright(command, ...flags), flags.join(" ")).to.match(
          /error.PWL0412.: the order of [^]* depends only on the names of their contributors[^]*exit 1/,
        );
    });

  it("has the same effect as `strict` in the config, and keeps the config's values", async () => {
    const inConfig = await place("strict: [order-by-name]\n").passwright("plan");
    expect(await place().passwright("plan", "--strict")).to.equal(inConfig);
    expect(await place("strict: [order-by-name]\n").passwright("plan", "--strict")).to.equal(inConfig);
  });

  it("takes the next operand only if it is one of its words", async () => {
    const { passwright } = place("independent: [{ steps: [first, second], reason: none }]\n");
    expect(await passwright("run", "--strict", "in.mlir"))
      .to.contain("func.func @f")
      .and.to.contain("exit 0");
    expect(await passwright("run", "--strict", "order-by-name", "in.mlir")).to.contain("func.func @f");
    expect(await passwright("run", "--strict=order-by-nam", "in.mlir")).to.contain("error[PWR0006]");
    expect(await passwright("run", "--strict", "other.mlir")).to.contain("error[PWR0101]: `other.mlir` cannot be read");
  });

  it("reports a misspelled word, unless a file has this name", async () => {
    const { passwright, folder } = place();
    for (const [command, word] of [
      ["plan", "idl"],
      ["run", "order-by-nam"],
    ] as const)
      expect(await passwright(command, "--strict", word)).to.equal(`--- err
error[PWR0006]: flag \`--strict\` does not accept \`${word}\`
help: use one of \`order-by-name\`, \`idle\`
--- exit 2
`);
    writeFileSync(join(folder, "idl"), "func.func @f() {\n  return\n}\n");
    expect(await passwright("run", "idl", "--strict")).to.contain("error[PWL0412]");
    expect(await passwright("run", "--strict", "idl")).to.contain("error[PWL0412]");
  });
});
