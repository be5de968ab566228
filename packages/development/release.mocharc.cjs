"use strict";

const { readdirSync } = require("node:fs");
const { join } = require("node:path");

/*
 * Tests of the packages as a registry serves them: `npm run test:release`. With PASSWRIGHT_QUICK=1, those of the packages that
 * `passwright new` makes, and of pages that users follow. PASSWRIGHT_THIRD=0, 1 or 2 runs a third of those.
 */

const folder = join(__dirname, "dist-test/release");
const thirds = [["new-plugin"], ["new-for-tool"], ["new-framework", "pnpm", "pages"]];
const { PASSWRIGHT_QUICK: quick, PASSWRIGHT_THIRD: third } = process.env;

function isWanted(file) {
  if (!file.endsWith(".release.js")) return false;
  const part = thirds.findIndex((names) => names.some((name) => file.startsWith(name)));
  return part === -1 ? quick !== "1" : third === undefined || Number(third) === part;
}

const isLong = (file) => /^(?:new-|pages)/.test(file);

module.exports = {
  // The longest files are first.
  spec: readdirSync(folder)
    .filter(isWanted)
    .sort((a, b) => isLong(b) - isLong(a) || (a < b ? -1 : 1))
    .map((file) => join(folder, file)),
  // In this order: the registry outlives the temporary folders of the tests.
  require: [join(folder, "set-up.js"), join(__dirname, "temporary-folders.cjs")],
  parallel: true,
  jobs: 2,
  timeout: 600_000,
  reporter: join(__dirname, "reporter.cjs"),
};
