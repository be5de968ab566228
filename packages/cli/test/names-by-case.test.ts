import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";

const plugin = (name: string, word: string): { readonly [path: string]: string } => ({
  [`${word}/package.json`]: JSON.stringify({
    name,
    version: "1.0.0",
    type: "module",
    exports: "./index.js",
    passwright: { kind: "plugin", api: "^1.0.0" },
  }),
  [`${word}/index.js`]: `import { definePass, definePlugin, int } from "@passwright/sdk";
const add = definePass({ name: "${word}", anchor: "tea", options: { leaves: int(1, "how many") }, create: ({ leaves }) => ({
  runOnOperation(op) { op.nested.push({ name: { ...op.name, text: "${word}" + leaves }, parent: op, nested: [] }); } }) });
export default definePlugin({ passes: [add], options: { leaves: int(1, "how many") },
  setup(b, { options }) { b.addBefore("pour", add, { options: { leaves: options.leaves }, reason: "it is good" }); } });
`,
});

describe("two plugins whose names differ only in case", () => {
  it("are different plugins: in the plan, the lock, options and `--without`", async () => {
    const { passwright, folder } = makeWorkplace(
      {
        ...plugin("Leaf", "one"),
        ...plugin("leaf", "two"),
        "passwright.config.yaml":
          "framework: kettle\nplugins:\n  - [./one, { leaves: 2 }]\n  - [./two, { leaves: 3 }]\n",
        "tea.txt": "tea\n",
      },
      ["kettle"],
    );
    expect(await passwright("run", "tea.txt")).to.match(/one2\n.*two3\n/s);
    await passwright("lock");
    const lock = readFileSync(join(folder, "passwright.lock.json"), "utf8");
    expect(lock).to.contain('"Leaf"').and.contain('"leaf"');
    expect(await passwright("lock", "--check")).to.contain("exit 0");
    const without = await passwright("run", "tea.txt", "--without", "Leaf");
    expect(without).to.contain("two3").and.not.contain("one2");
  });

  it("are refused if both are one package, as on macOS and Windows", async () => {
    const { passwright, folder } = makeWorkplace(
      { "passwright.config.yaml": "framework: kettle\nplugins: [plugin-mint, Plugin-Mint]\n" },
      ["kettle", "plugin-mint"],
    );
    symlinkSync("plugin-mint", join(folder, "node_modules/Plugin-Mint"));
    expect(await passwright("plan")).to.contain("error[PWL0108]: plugin `plugin-mint` is listed twice");
  });
});
