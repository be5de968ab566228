// Runs in `lerna version`. Authors write the repository's CHANGELOG.md by hand, so this script removes the text that
// lerna added to this file. The script also replaces the title "Unreleased" with the number and date of the version.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const git = (...argv) => execFileSync("git", argv, { encoding: "utf8", maxBuffer: 2 ** 26 });
const { version } = JSON.parse(readFileSync("lerna.json", "utf8"));
const notes = git("show", "HEAD:CHANGELOG.md");
if (!notes.includes("\n## Unreleased\n")) throw new Error('CHANGELOG.md has no part "## Unreleased"');
const date = new Date().toISOString().slice(0, 10);
writeFileSync("CHANGELOG.md", notes.replace("\n## Unreleased\n", `\n## Unreleased\n\n## ${version} (${date})\n`));
