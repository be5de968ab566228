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
      expect(await passwright(command, "--strict")).to.match(
        /error.PWL0412.: the order of [^]* depends only on the names of their contributors[^]*exit 1/,
      );
    });

  it("is not needed to list the steps in `check`", async () => {
    const { passwright } = place();
    expect(await passwright("check")).to.equal(`--- out
resolves: 3 steps, 3 plugins
--- err
remark[PWL0412]: the order of two steps depends only on the names of their contributors: \`./one.js::first\`, \`./two.js::second\`
   = renaming a package changes this order
help: add a rule: \`{ pass: first, before: second, strong: true, reason: … }\`, or \`{ pass: second, before: first, strong: true, reason: … }\`
help: or declare that the order does not matter: \`independent: [{ steps: [./one.js::first, ./two.js::second], reason: … }]\`
--- exit 0
`);
  });

  it("has the same effect as `strict` in the config, and keeps the config's values", async () => {
    const inConfig = await place("strict: [order-by-name]\n").passwright("plan");
    expect(await place().passwright("plan", "--strict")).to.equal(inConfig);
    expect(await place("strict: [order-by-name]\n").passwright("plan", "--strict")).to.equal(inConfig);
  });
});
