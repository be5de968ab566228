"use strict";

const { readdirSync } = require("node:fs");
const { join } = require("node:path");

/*
 * Tests of the packages as a registry serves them: `npm run test:release`. With PASSWRIGHT_QUICK=1, those of the packages that
 * `passwright new` makes, which run on each version of Node.
 */

const folder = join(__dirname, "dist-test/release");
const isWanted = (file) =>
  file.endsWith(".release.js") && (process.env.PASSWRIGHT_QUICK !== "1" || /^(?:new-|pnpm)/.test(file));

module.exports = {
  // The longest files are first.
  spec: readdirSync(folder)
    .filter(isWanted)
    .sort((a, b) => b.startsWith("new-") - a.startsWith("new-") || (a < b ? -1 : 1))
    .map((file) => join(folder, file)),
  // In this order: the registry outlives the temporary folders of the tests.
  require: [join(folder, "set-up.js"), join(__dirname, "temporary-folders.cjs")],
  parallel: true,
  jobs: 2,
  timeout: 600_000,
  reporter: join(__dirname, "reporter.cjs"),
};
