import { join } from "node:path";
import { expect } from "chai";
import { problemsOf } from "./publint-problems.ts";
import { edit, passwright, projectWith, run, succeed, write } from "./project.ts";
import { growPlugin, npm, tryPlugin } from "./scaffold.ts";
import type { Language } from "./scaffold.ts";
import { filesIn } from "./tarball.ts";

/** Defines the test of a new plugin in one language. */
export function describeNewPlugin(language: Language): void {
  describe("a new plugin, with npm", () => {
    it(`in ${language}: builds, passes its tests, is planned and run, and is packed as published`, async () => {
      const folder = tryPlugin(npm, language);
      growPlugin(npm, language, folder);
      const name = "@you/passwright-plugin-fold";
      if (language === "ts") {
        const index = join(folder, "src/index.ts");
        edit(index, (text) => text.replace("reason:", "options: { limt: 3 }, reason:"));
        const mistyped = run(folder, "npm", "test");
        expect(mistyped.code).not.to.equal(0);
        expect(mistyped.out).to.contain("'limt' does not exist in type");
        edit(index, (text) => text.replace("options: { limt: 3 }, reason:", "reason:"));
      }
      succeed(folder, "npm", "pack", "--silent");
      const tarball = join(folder, "you-passwright-plugin-fold-0.1.0.tgz");
      expect(await problemsOf(tarball)).to.deep.equal([]);
      const files = filesIn(tarball);
      expect(files).to.include.members(["README.md", "package.json", "passwright.manifest.json"]);
      expect(files.filter((path) => /test|config|gitignore/.test(path))).to.deep.equal([]);
      // Project of another user: the example framework with one additional plugin.
      const project = projectWith("@passwright/cli", "passwright-example-kiln", "passwright-plugin-memory", tarball);
      write(project, {
        "passwright.config.yaml": `framework: passwright-example-kiln\nplugins: ["${name}", passwright-plugin-memory]\n`,
      });
      const plan = passwright(project, "plan", "--data-only");
      expect(plan).to.contain(name).and.to.contain("passwright-plugin-memory");
    });
  });
}
