// `node build/notes-of-version.mjs v1.2.0`: prints the section of CHANGELOG.md for a version, for use as release notes.
import { readFileSync } from "node:fs";

const version = process.argv[2]?.replace(/^v/, "");
const parts = readFileSync("CHANGELOG.md", "utf8").split(/^(?=## )/m);
const part = parts.find((text) => text.startsWith(`## ${version} `) || text.startsWith(`## ${version}\n`));
if (part === undefined) throw new Error(`CHANGELOG.md has no part about ${version}`);
process.stdout.write(part.slice(part.indexOf("\n") + 1).trim() + "\n");
