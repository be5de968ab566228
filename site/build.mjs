// Builds the site into `dist`: the pages, the playground and the API reference. The packages must already be built.
import { spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vitepress";
import { checkLinks } from "./check-links.mjs";
import { buildPlayground } from "./playground/build.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const out = join(here, "dist");
const development = join(here, "../packages/development");

/**
 * Writes the API reference in a separate process while this process builds the pages. Building the pages takes three
 * times as long as writing the reference.
 */
function buildReference() {
  return new Promise((resolve, reject) => {
    const child = spawn("npm", ["run", "--silent", "reference"], { cwd: development, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`typedoc ended with ${code}`))));
  });
}

await Promise.all([buildReference(), build(here)]);
cpSync(join(development, "dist/reference"), join(out, "api"), { recursive: true });
await buildPlayground(join(out, "play"));
const { count, dead } = checkLinks(out);
if (dead.length > 0) {
  process.stderr.write(`${dead.length} dead links\n${dead.slice(0, 50).join("\n")}\n`);
  process.exit(1);
}
process.stdout.write(`${count} pages without dead links\n`);
