"use strict";

const { join } = require("node:path");

/*
 * Configuration of the tests that run in a browser: `npm run test:browser`. PASSWRIGHT_PART=0 or 1 selects one of the
 * lists in `parts`.
 */

const parts = [
  ["packages/development/dist-test/site.test.js"],
  [
    "packages/cli/dist-test/view-browser.test.js",
    "plugins/postcss/dist-test/example.test.js",
    "examples/svg/dist-test/browser.test.js",
    "examples/several-irs/dist-test/several-irs.test.js",
  ],
];
const { PASSWRIGHT_PART: part } = process.env;
const root = join(__dirname, "../..");

module.exports = {
  ...require(join(root, ".mocharc.cjs")),
  spec: (part === undefined ? parts.flat() : parts[Number(part)]).map((file) => join(root, file)),
  parallel: true,
  jobs: 2,
};
