import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import {
  childEnvironment,
  describeSlow,
  findMlirOpt,
  markdownExamples,
  runConsole,
  sampleOf,
} from "@passwright/development";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const MADE = new Set(["node_modules", "dist", "dist-test", "bundle"]);

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return MADE.has(entry.name) ? [] : filesIn(path, ending);
      return ending.test(entry.name) ? [path] : [];
    })
    .sort();
}

function writeBlock(folder: string, name: string, code: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
  return file;
}

function runScript(folder: string, name: string, code: string, cwd: string): string {
  const file = writeBlock(folder, name, code);
  const { stdout, stderr } = spawnSync(process.execPath, [file], { cwd, encoding: "utf8", env: childEnvironment() });
  return stderr === "" ? stdout : `${stdout}${stderr.replaceAll(folder, ".")}`;
}

/** Runs a command line of a page in a folder. Returns the output of the command. */
function outputOf(cwd: string, line: string): string {
  const program = `"${process.execPath}" "${root}/packages/cli/bin/$1.js"`;
  const command = line.replace(/^(?:npx )?(passwright(?:-opt)?)\b/, program);
  const { stdout, stderr } = spawnSync(command, { cwd, shell: true, encoding: "utf8", env: childEnvironment() });
  return stdout + stderr;
}

/** Contents of the files that pages can quote, without indentation. */
const quotable = ["examples", "plugins", "packages"]
  .flatMap((group) => filesIn(join(root, group), /\.(?:yaml|ts|js)$/))
  .map((path) => withoutIndentation(readFileSync(path, "utf8")));

function withoutIndentation(text: string): string {
  return text.trim().replaceAll(/^ +/gm, "");
}

/**
 * Checks a block. If the block shows a file of the repository, or a part of a file, the block must not contain anything
 * else. Any other block must be a config that has a plan.
 */
function checkShown(folder: string, language: "yaml" | "ts", code: string, line: number): void {
  if (quotable.some((text) => text.includes(withoutIndentation(code)))) return;
  expect(language, `line ${line}: no file has it`).to.equal("yaml");
  writeBlock(folder, `${line}/passwright.config.yaml`, code);
  expect(outputOf(folder, `passwright plan ${line} > plan.txt`), `line ${line}`).to.equal("");
}

const inDocs = filesIn(join(root, "docs"), /\.md$/);
const isOfError = (path: string): boolean => path.startsWith(join(root, "docs/errors"));

/**
 * Pages to test: pages of docs/ and the READMEs that npm shows. The long level tests all of these pages, and other
 * levels test a sample.
 */
const pages = sampleOf([
  ...inDocs,
  ...["packages", "plugins"].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name, "README.md")),
  ),
]);

/**
 * Compares the output of an example with the block that shows the output. With UPDATE_GOLDEN=1, writes the output into
 * the page instead.
 */
function checkOutput(page: string, actual: string, shown: string, line: number): void {
  if (process.env["UPDATE_GOLDEN"] === "1" && shown !== "" && actual !== shown)
    writeFileSync(
      page,
      readFileSync(page, "utf8").replace(shown, () => actual),
    );
  else expect(actual, `line ${line}`).to.equal(shown);
}

describeSlow("documentation", () => {
  for (const page of pages) {
    const text = readFileSync(page, "utf8");
    const examples = markdownExamples(text);
    if (examples.length === 0) continue;
    // With CI=true, a page that needs mlir-opt is not skipped, so that its test fails without mlir-opt.
    const lacks =
      text.includes("<!-- needs mlir-opt -->") && findMlirOpt() === undefined && process.env["CI"] !== "true";
    (lacks ? it.skip : it)(`${relative(root, page)}: every example does what the page shows`, () => {
      const folder = mkdtempSync(join(root, "node_modules", ".docs-"));
      try {
        // Commands run at the top of the repository, or in a folder with the files that the page shows.
        const cwd = examples.some(({ file }) => file !== undefined) ? folder : root;
        for (const { language, file, code, output, line } of examples) {
          if (language === "console") {
            const shown = runConsole(code, (command) => outputOf(cwd, command));
            checkOutput(page, shown, code, line);
          } else if (language === "yaml" || language === "ts") {
            // Error pages show short mistakes instead of complete files.
            if (!isOfError(page)) checkShown(folder, language, code, line);
          } else if (language === "file") writeBlock(folder, file ?? "", code);
          else checkOutput(page, runScript(folder, file ?? "example.mjs", code, cwd), output ?? "", line);
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
});
