import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeTemporaryFolder } from "@passwright/development";
import { edit, run, succeed, write } from "./project.ts";
import { npm, registerPass } from "./scaffold.ts";
import type { Language } from "./scaffold.ts";

/** For each tool, the plugin that precedes the generated plugin in the plan. */
const TOOLS = {
  svgo: "convertColors",
  unified: "rehype-slug",
  postcss: "postcss-nested",
  babel: "transform-exponentiation-operator",
};

/**
 * Creates one npm workspace with a plugin for each tool and a framework for trees, so that one installation is
 * sufficient. Returns a function that returns the folder of a package.
 */
function workspaceOf(language: Language): (name: string) => string {
  const folder = makeTemporaryFolder();
  write(folder, { "package.json": '{ "name": "tools", "private": true, "workspaces": ["*"] }\n' });
  const packages = [
    ...Object.keys(TOOLS).map((tool) => `plugin passwright-plugin-my-${tool} --for ${tool}`),
    "framework my-tree --for tree",
  ];
  const commands = packages.map((one) => `passwright new ${one}${language === "js" ? " --js" : ""}`);
  succeed(folder, "npx", "-p", "@passwright/cli", "-c", commands.join(" && "));
  npm.install(folder);
  return (name) => join(folder, name);
}

/** Compiles the TypeScript plugin in the README, and expects that the compiler refuses a mistyped extension point. */
function buildDocumentedPlugin(folder: string): void {
  const [, code = ""] = /^```ts\n([^]*?)^```$/m.exec(readFileSync(join(folder, "README.md"), "utf8")) ?? [];
  write(folder, { "src/double.ts": code });
  succeed(folder, "npm", "run", "build");
  edit(join(folder, "src/double.ts"), (text) => text.replace('at: "order.end"', 'at: "order.ends"'));
  const mistyped = run(folder, "npm", "run", "build");
  expect(mistyped.code).not.to.equal(0);
  expect(mistyped.out).to.contain("order.ends");
  edit(join(folder, "src/double.ts"), (text) => text.replace("order.ends", "order.end"));
  succeed(folder, "npm", "run", "build");
}

/** Defines the tests of plugins for other tools, and of a framework for trees, in one language. */
export function describeNewForTool(language: Language): void {
  describe(`new plugins of other tools, and a framework for a tree, in ${language}`, () => {
    let folderOf: (name: string) => string;

    before("generate and install", () => void (folderOf = workspaceOf(language)));

    for (const [tool, neighbor] of Object.entries(TOOLS)) {
      it(`${tool}: builds, passes its tests, and is planned into the middle of the pipeline`, () => {
        const folder = folderOf(`passwright-plugin-my-${tool}`);
        const bin = join(folder, "../node_modules/.bin/passwright");
        expect(npm.test(folder)).to.match(/18 passing/);
        const own = `passwright-plugin-my-${tool}`;
        expect(succeed(folder, bin, "plan")).to.match(new RegExp(` ${neighbor} .*\n +my-${tool} .* ${own} `));
        expect(succeed(folder, bin, "run")).not.to.equal("");
        succeed(folder, bin, "new", "pass", "another");
        registerPass(folder, language, "another");
        if (language === "ts") succeed(folder, "npm", "run", "build");
        succeed(folder, bin, "manifest");
        expect(succeed(folder, bin, "list", "passes")).to.match(/^ +another /m);
      });
    }

    it("tree: builds, passes its tests, is planned, run, checked and explained, and grows", () => {
      const folder = folderOf("my-tree");
      const passwright = (...argv: readonly string[]): string =>
        succeed(folder, join(folder, "../node_modules/.bin/passwright"), ...argv);
      expect(npm.test(folder)).to.match(/27 passing/);
      expect(passwright("plan")).to.match(/^my-tree 0\.1\.0 · program · O1 · 1 plugin · 4 steps\n/);
      expect(passwright("run")).to.equal(readFileSync(join(folder, "test/example.expected.calc"), "utf8"));
      expect(passwright("check")).to.contain("resolves");
      expect(passwright("explain", "double")).to.contain("at extension point `order.end`");
      passwright("new", "pass", "another");
      registerPass(folder, language, "another");
      if (language === "ts") buildDocumentedPlugin(folder);
      passwright("manifest");
      expect(passwright("list", "passes")).to.match(/^ +another /m);
      expect(passwright("plan", "--data-only", "--without", "passwright-plugin-double")).to.contain("fold-");
    });
  });
}
