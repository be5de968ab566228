import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../repository.ts";
import { ROWS } from "./rows.ts";
import type { Row } from "./rows.ts";

/*
 * `npm run mutate-rows [-- ROW…]`: makes each row's change in a copy of the repository, and expects the row's test to
 * fail. `-- --sample COUNT --seed TEXT` selects random rows.
 */

const COPIED = ["packages", "plugins", "examples", "build", "docs"];

/** Copies the links in node_modules. Makes links to workspaces refer to the workspaces in the copy. */
function copyModules(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink() || entry.name === "@passwright")
      cpSync(source, target, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(source, target);
  }
}

function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), "passwright-rows-"));
  for (const folder of COPIED)
    cpSync(join(ROOT, folder), join(copy, folder), { recursive: true, verbatimSymlinks: true });
  for (const file of readdirSync(ROOT).filter((name) => name.endsWith(".json")))
    cpSync(join(ROOT, file), join(copy, file));
  copyModules(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Builds the projects that the test of a row needs. Returns the errors of the compiler. */
function build(copy: string, { test }: Row): string {
  const project = test.slice(0, test.indexOf("/test/") + "/test".length);
  const compiled = spawnSync("npx", ["tsc", "-b", project], { cwd: copy, encoding: "utf8" });
  const bundled = spawnSync(process.execPath, ["build/bundle.mjs"], { cwd: copy, encoding: "utf8" });
  return `${compiled.stdout}${bundled.stderr}`;
}

/** Runs the row's test. Returns mocha's counts. */
function runTest(copy: string, { test, title }: Row): { readonly passed: number; readonly failed: number } {
  const file = test.replace("/test/", "/dist-test/").replace(/\.ts$/, ".js");
  const args = ["mocha", "--no-config", "--timeout", "60000", "--reporter", "json", "--fgrep", title, file];
  const env = { ...process.env, PASSWRIGHT_LONG: "1" };
  const { stdout } = spawnSync("npx", args, { cwd: copy, encoding: "utf8", env, maxBuffer: 1 << 28 });
  const report = /^\{\n {2}"stats": [\s\S]*/m.exec(stdout)?.[0];
  if (report === undefined) return { passed: 0, failed: 0 };
  const { passes, failures } = (JSON.parse(report) as { stats: { passes: number; failures: number } }).stats;
  return { passed: passes, failed: failures };
}

/** Returns the problem with a row, or undefined if the test of the row detected the change. */
function tryRow(copy: string, row: Row): string | undefined {
  const path = join(copy, row.source);
  const before = readFileSync(path, "utf8");
  writeFileSync(
    path,
    before.replace(row.find, () => row.replace),
  );
  try {
    const complaint = build(copy, row);
    if (complaint !== "") return `the change does not compile: ${complaint}`;
    const { passed, failed } = runTest(copy, row);
    if (failed > 0) return undefined;
    return passed > 0 ? "the test does not notice the change" : "the test did not run";
  } finally {
    writeFileSync(path, before);
  }
}

/** Returns the rows in a random order that the seed determines. */
function shuffled(seed: string): readonly Row[] {
  const keyOf = ({ id, find }: Row): string =>
    createHash("sha256")
      .update(JSON.stringify([seed, id, find]))
      .digest("hex");
  return ROWS.map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}

const { values, positionals } = parseArgs({
  options: { sample: { type: "string" }, seed: { type: "string", default: "" } },
  allowPositionals: true,
});
const rows =
  values.sample === undefined
    ? ROWS.filter(({ id }) => positionals.length === 0 || positionals.includes(id))
    : shuffled(values.seed).slice(0, Number(values.sample));
const copy = copyRepository();
let missed = 0;
try {
  // Runs all tests without changes first, because a test that already fails cannot detect a change.
  const sound = new Set(rows.filter((row) => runTest(copy, row).passed > 0));
  for (const row of rows) {
    const problem = sound.has(row) ? tryRow(copy, row) : "the test does not pass without the change";
    if (problem !== undefined) missed++;
    process.stdout.write(`${row.id.padEnd(2)}  ${problem ?? "noticed"}: ${row.promise} (${basename(row.source)})\n`);
  }
} finally {
  rmSync(copy, { recursive: true });
}
process.stdout.write(`${rows.length - missed} of ${rows.length} changes noticed\n`);
process.exitCode = missed === 0 ? 0 : 1;
