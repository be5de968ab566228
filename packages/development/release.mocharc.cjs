"use strict";

const { readdirSync } = require("node:fs");
const { join } = require("node:path");

/*
 * Tests of the packages that a registry serves: `npm run test:release`. PASSWRIGHT_QUICK=1 selects only the tests of
 * packages that `passwright new` creates, and of pages that users follow. PASSWRIGHT_THIRD=0, 1 or 2 selects a third of
 * these tests.
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
  // Runs the longest files first.
  spec: readdirSync(folder)
    .filter(isWanted)
    .sort((a, b) => isLong(b) - isLong(a) || (a < b ? -1 : 1))
    .map((file) => join(folder, file)),
  // `set-up.js` is first, so that the folder of the registry is not in the temporary folder of the tests.
  require: [join(folder, "set-up.js"), join(__dirname, "temporary-folders.cjs")],
  parallel: true,
  jobs: 2,
  timeout: 600_000,
  reporter: join(__dirname, "reporter.cjs"),
};
