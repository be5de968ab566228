import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeTemporaryFolder } from "@passwright/development";
import { root } from "./packages.ts";
import { shell, shellBlocks, write } from "./project.ts";

const commandsOf = (page: string): string[] => shellBlocks(readFileSync(join(root, page), "utf8"));

describe("pages that new users follow, with the packages of the registry", () => {
  it("README.md: commands create, test, plan and run a plugin", () => {
    const create = commandsOf("README.md").find((block) => block.includes("new plugin"));
    expect(create).to.contain("npx -p @passwright/cli");
    const shown = shell(makeTemporaryFolder(), create ?? "");
    expect(shown).to.match(/\b\d+ passing/);
    expect(shown)
      .to.match(/my-plugin +LateOptimization/)
      .and.to.contain("dropped additions");
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

  it("packages/cli/README.md: every example works", () => {
    const page = readFileSync(join(root, "packages/cli/README.md"), "utf8");
    const examples = Array.from(page.matchAll(/^\| `(npx [^`]+)` \|/gm), ([, command = ""]) => command);
    const folder = makeTemporaryFolder();
    shell(folder, shellBlocks(page)[0] ?? "");
    const inProject = examples.filter((command) => !/^npx -p|examples\/| svgo\.config/.test(command));
    expect(inProject).to.have.length.greaterThan(15);
    for (const command of inProject) shell(join(folder, "my-compiler"), command);
    for (const command of examples.filter((one) => one.startsWith("npx -p"))) shell(folder, command);
  });
});
