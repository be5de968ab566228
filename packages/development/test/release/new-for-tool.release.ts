import { join } from "node:path";
import { expect } from "chai";
import { makeTemporaryFolder } from "@passwright/development";
import { succeed, write } from "./project.ts";
import { LANGUAGES, npm } from "./scaffold.ts";
import type { Language } from "./scaffold.ts";

/** Tools, with the plugin after which the generated one is planned. */
const TOOLS = {
  svgo: "convertColors",
  unified: "rehype-slug",
  postcss: "postcss-nested",
  babel: "transform-exponentiation-operator",
};

/** A workspace of npm with a plugin for each tool, so that one installation is enough. */
function workspaceOf(language: Language): (tool: string) => string {
  const folder = makeTemporaryFolder();
  write(folder, { "package.json": '{ "name": "tools", "private": true, "workspaces": ["*"] }\n' });
  const flags = language === "js" ? ["--js"] : [];
  for (const tool of Object.keys(TOOLS))
    npm.create(folder, "plugin", `passwright-plugin-my-${tool}`, "--for", tool, ...flags);
  npm.install(folder);
  return (tool) => join(folder, `passwright-plugin-my-${tool}`);
}

for (const language of LANGUAGES) {
  describe(`new plugins of other tools, in ${language}`, () => {
    let folderOf: (tool: string) => string;

    before("generate and install", () => void (folderOf = workspaceOf(language)));

    for (const [tool, neighbor] of Object.entries(TOOLS)) {
      it(`${tool}: builds, passes its tests, and is planned into the middle of the pipeline`, () => {
        const folder = folderOf(tool);
        const bin = join(folder, "../node_modules/.bin/passwright");
        expect(npm.test(folder)).to.match(/18 passing/);
        const own = `passwright-plugin-my-${tool}`;
        expect(succeed(folder, bin, "plan")).to.match(new RegExp(` ${neighbor} .*\n +my-${tool} .* ${own} `));
        expect(succeed(folder, bin, "run")).not.to.equal("");
        succeed(folder, bin, "new", "pass", "another");
        if (language === "ts") succeed(folder, "npm", "run", "build");
        succeed(folder, bin, "manifest");
        expect(succeed(folder, bin, "list", "passes")).to.match(/^ +another /m);
      });
    }
  });
}
