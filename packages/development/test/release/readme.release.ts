import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeTemporaryFolder } from "@passwright/development";
import { root } from "./packages.ts";
import { shell, write } from "./project.ts";

/** Blocks of a page: its language or file name, and its text. */
function blocksOf(page: string): { readonly info: string; readonly code: string }[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```(\S+)(?: (\S+))?.*\n([^]*?)^```$/gm)].map(([, language = "", file, code = ""]) => {
    return { info: file ?? language, code };
  });
}

const commandsOf = (page: string): string[] =>
  blocksOf(page).flatMap(({ info, code }) => (info === "sh" ? [code] : []));

describe("pages that new users follow, with the packages of the registry", () => {
  it("README.md: commands create, test, plan and run a plugin", () => {
    const create = commandsOf("README.md").find((block) => block.includes("new plugin"));
    expect(create).to.contain("npx -p @passwright/cli");
    const shown = shell(makeTemporaryFolder(), create ?? "");
    expect(shown).to.match(/\b\d+ passing/);
    expect(shown)
      .to.match(/my-plugin +LateOptimization/)
      .and.to.contain("additions dropped");
  });

  it("README.md: what it installs runs a config", () => {
    const install = commandsOf("README.md").find((block) => block.startsWith("npm install")) ?? "";
    const folder = makeTemporaryFolder();
    write(folder, {
      "package.json": '{ "name": "own", "private": true }\n',
      "passwright.config.yaml":
        "framework: passwright-example-kiln\nplugins: [passwright-plugin-strength, passwright-plugin-memory]\n",
    });
    expect(shell(folder, `${install}\nnpx passwright plan\n`)).to.contain("forward-stores");
  });

  it("docs/tutorials/pipeline-assembler.md: the config of the tutorial is planned and run", () => {
    const page = "docs/tutorials/pipeline-assembler.md";
    const folder = makeTemporaryFolder();
    const files = blocksOf(page).filter(({ info }) => /\.(?:yaml|mlir)$/.test(info));
    write(folder, {
      "package.json": '{ "name": "own", "private": true }\n',
      ...Object.fromEntries([...files].reverse().map(({ info, code }) => [info, code])),
    });
    const shown = shell(folder, `${commandsOf(page)[0] ?? ""}\nnpx passwright plan\nnpx passwright run\n`);
    expect(shown).to.contain("strength-reduce").and.to.contain("arith.shrsi");
  });

  it("docs/tutorials/framework-author.md: what it installs is enough for a framework with an IR of its own", () => {
    const folder = makeTemporaryFolder();
    write(folder, {
      "package.json": '{ "name": "own", "private": true, "type": "module" }\n',
      "framework.js": `import { defineFramework, defineIr, definePass } from "@passwright/sdk";

const ir = defineIr({
  name: "boxes",
  nameOf: (box) => box.name,
  childrenOf: (box) => box.boxes ?? [],
  parse: (text) => JSON.parse(text),
  print: (box) => JSON.stringify(box),
});
const shrink = definePass({ name: "shrink", runOnOperation: (box) => void (box.size = 1) });

export default defineFramework({
  name: "boxes",
  ir,
  extensionPoints: { end: { since: "1", doc: "all is done" } },
  pipeline(builder) {
    builder.addPass(shrink);
    builder.addExtensionPoint("end");
  },
});
`,
      "passwright.config.yaml": "framework: ./framework.js\n",
      "in.json": '{"name":"top","size":3}',
    });
    const install = commandsOf("docs/tutorials/framework-author.md")[0] ?? "";
    expect(shell(folder, `${install}\nnpx passwright plan\nnpx passwright run in.json\n`)).to.contain(
      '{"name":"top","size":1}',
    );
  });
});
