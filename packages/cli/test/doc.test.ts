import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { checkGolden } from "@passwright/development";
import { makeWorkplace } from "./workplace.ts";

const steep = `import { bool, definePass, definePlugin, int, list, oneOf, PassType, string } from "@passwright/sdk";
const steep = definePass({
  name: "steep",
  summary: "leave leaves in water, x + 0 of them",
  description: "Longer is *stronger*.\\n\\nUp to a point.",
  anchor: "tea",
  types: [PassType.Lowering, "lowering.tea"],
  requires: ["hot"],
  provides: ["strong"],
  invalidates: ["clear"],
  reads: { files: ["{pot}.json"], environment: ["TEA"], programs: ["kettle"] },
  deterministic: false,
  idempotent: true,
  options: {
    minutes: int(3, "how long", { min: 1, max: 9 }),
    pot: oneOf(["glass", "clay"], "clay", "made of | or \\\`not\\\`"),
    cover: bool(false, "keep it warm"),
    leaves: list(string("", "one leaf"), "which\\nleaves"),
  },
  statistics: { steeped: "cups steeped" },
  runOnOperation() {},
});
export default definePlugin({ passes: [steep], setup() { throw new Error("set up"); } });
`;
const files = { "passwright.config.yaml": "framework: kettle\nplugins: [./steep.js]\n", "steep.js": steep };

describe("passwright doc", () => {
  it("documents passes from their definitions, as Markdown and as JSON", async () => {
    const { passwright } = makeWorkplace(files, ["kettle"]);
    checkGolden(await passwright("doc", "steep"), "doc.txt", import.meta.url);
    checkGolden(await passwright("doc", "steep", "--json"), "doc.json", import.meta.url);
    const all = await passwright("doc");
    expect([...all.matchAll(/^## `(.*)`$/gm)].map(([, name]) => name)).to.deep.equal([
      "boil",
      "garnish",
      "pour",
      "steep",
      "tidy",
    ]);
  });

  it("documents where plugins come in, of a framework as a whole", async () => {
    const framework = `import { defineFramework, syncBailHook, syncHook } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
export default defineFramework({
  name: "inn", ir: mlir, anchor: "builtin.module",
  extensionPoints: { "soup.end": { since: "1.2", doc: "before it is \`served\`" } },
  hooks: { quiet: syncHook(), guests: { ...syncBailHook("table", "hour"), doc: "how many there are | who knows answers" } },
  pipeline(b) { b.addExtensionPoint("soup.end"); },
});
`;
    const { passwright } = makeWorkplace({ "passwright.config.yaml": "framework: ./inn.js\n", "inn.js": framework });
    const ways = `--- out
# Passes of inn

## Extension points

| extension point | since | description |
|---|---|---|
| \`soup.end\` | 1.2 | before it is \`served\` |

## Hooks

| hook | tapable's class | arguments | description |
|---|---|---|---|
| \`guests\` | SyncBailHook | \`table\`, \`hour\` | how many there are \\| who knows answers |
| \`quiet\` | SyncHook |  |  |
--- exit 0
`;
    expect(await passwright("doc")).to.equal(ways);
    expect(JSON.parse((await passwright("doc", "--json")).split("\n").slice(1, -2).join("\n"))).to.deep.equal({
      version: 1,
      points: [{ name: "soup.end", since: "1.2", doc: "before it is `served`" }],
      hooks: [
        {
          name: "guests",
          kind: "SyncBailHook",
          args: ["table", "hour"],
          doc: "how many there are | who knows answers",
        },
        { name: "quiet", kind: "SyncHook", args: [] },
      ],
      passes: [],
      diagnostics: [],
    });
    expect(await passwright("list", "hooks")).to.contain(
      "  guests  SyncBailHook  (table, hour)  how many there are | who knows answers\n  quiet   SyncHook      ()\n",
    );
  });

  it("writes a file whole, or not at all", async () => {
    const { passwright, folder } = makeWorkplace(files, ["kettle"]);
    expect(await passwright("doc", "-o", "passes.md")).to.equal("--- exit 0\n");
    expect(readFileSync(join(folder, "passes.md"), "utf8")).to.match(/^# Passes of kettle\n[^]*\n$/);
    expect(await passwright("doc", "stoop", "-o", "passes.md")).to.contain("exit 2");
    expect(await passwright("doc", "-o", "no/where.md")).to.match(/PWR0103[^]*exit 1/);
    expect(readFileSync(join(folder, "passes.md"), "utf8")).to.contain("## `steep`");
  });
});
