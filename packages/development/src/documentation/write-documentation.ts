import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeApiReport } from "./api/api-report.ts";
import { findEntryPoints, reportPath } from "./api/entry-points.ts";
import { definitionKeysPage } from "./definition-keys.ts";
import { errorPages } from "./errors/error-pages.ts";
import { ROOT } from "./repository.ts";

/* Writes the generated documentation: `npm run docs`. */

const pages = errorPages();
const folder = join(ROOT, "docs/errors");
mkdirSync(folder, { recursive: true });
for (const file of readdirSync(folder)) if (!pages.has(file)) rmSync(join(folder, file));
for (const [file, text] of pages) writeFileSync(join(folder, file), text);
writeFileSync(join(ROOT, "docs/definition-keys.md"), definitionKeysPage());
for (const entry of findEntryPoints()) writeFileSync(join(ROOT, reportPath(entry)), makeApiReport(entry));
