import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { makeTemporaryFolder, markdownExamples, runConsole } from "@passwright/development";
import { publicPackages, root } from "./packages.ts";
import { run, shell, shellBlocks } from "./project.ts";

const TUTORIALS = ["framework-author", "dialect-author", "plugin-author", "pipeline-assembler"];

const all = [
  ...TUTORIALS.map((name) => ({ page: `docs/tutorials/${name}.md`, needs: "" })),
  ...publicPackages()
    .map(({ folder, manifest }) => ({ page: `${folder}/README.md`, needs: `npm install ${manifest.name}\n` }))
    .filter(
      ({ page }) => existsSync(join(root, page)) && /^```(?:js|console)/m.test(readFileSync(join(root, page), "utf8")),
    ),
];

/**
 * Whether this run is one third of the release tests. A third tests only some pages, and the selection differs for each
 * commit.
 */
const isPart = process.env["PASSWRIGHT_THIRD"] !== undefined;
const seed = parseInt(execFileSync("git", ["rev-parse", "--short=4", "HEAD"], { cwd: root, encoding: "utf8" }), 16);
const pages = all.filter((_, index) => !isPart || (index + seed) % 4 === 0);

/**
 * Runs the shell blocks that install something, in an empty folder. Returns the folder that is current after the last
 * block.
 */
function install(text: string, needs: string): string {
  const installs = shellBlocks(text).filter((code) => /^npm install/m.test(code));
  const commands = installs.length === 0 ? [needs] : installs;
  // Replaces `npm test` by a build, because another release test runs the tests of a new plugin.
  const commandLines = commands.join("").replaceAll("NAME", "double").replaceAll("npm test", "npm run build");
  const shown = shell(makeTemporaryFolder(), `${commandLines}echo "now in $PWD"\n`);
  return /^now in (.*)$/m.exec(shown)?.[1] ?? expect.fail(shown);
}

/** Runs a command line of a page, but without npx, which prints warnings about settings. Returns the output. */
const outputOf = (folder: string, line: string): string =>
  run(folder, "bash", "-c", line.replace(/^npx /, "node_modules/.bin/")).out;

describe("pages that new users follow, in an empty folder", () => {
  for (const { page, needs } of pages)
    it(`${page}: what the page installs is enough, and every example prints what the page shows`, () => {
      const text = readFileSync(join(root, page), "utf8");
      const folder = install(text, needs);
      for (const { language, file, code, output, line } of markdownExamples(text)) {
        if (language === "console") {
          const shown = runConsole(code, (command) => outputOf(folder, command));
          expect(shown, `line ${line}`).to.equal(code);
        } else if (file !== undefined || language === "js") {
          const path = join(folder, file ?? "example.mjs");
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, code);
          if (language === "js") expect(run(folder, "node", path).out, `line ${line}`).to.equal(output ?? "");
        }
      }
    });
});
