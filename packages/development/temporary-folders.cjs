// This file is plain JavaScript, so that mocha can use it before anything is built.
"use strict";

const { mkdtempSync, readdirSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const saved = {};
let own;

/**
 * Creates a temporary folder for this run. The tests, and the processes that they start, use this folder instead of the
 * system's folder.
 */
exports.mochaGlobalSetup = function () {
  // Node's cache of compiled modules stays in the system's folder, because later runs use it.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "node-compile-cache");
  // With this variable, each start of Node 20 reads all certificates, which takes 60 ms. The tests do not need them.
  delete process.env.NODE_EXTRA_CA_CERTS;
  own = mkdtempSync(join(tmpdir(), "passwright-tests-"));
  for (const name of ["TMPDIR", "TMP", "TEMP"]) {
    saved[name] = process.env[name];
    process.env[name] = own;
  }
};

/** Removes the temporary folder of this run. Fails if the tests left files in the folder. */
exports.mochaGlobalTeardown = function () {
  // The compiler of mlir-runner writes `.debug` for profilers.
  const left = readdirSync(own).filter((name) => name !== ".debug");
  rmSync(own, { recursive: true, force: true });
  for (const [name, value] of Object.entries(saved)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  if (left.length > 0) throw new Error(`the tests left ${left.length} temporary files or folders: ${left.join(", ")}`);
};

exports.mochaHooks = {
  /**
   * Removes the folders of `makeTemporaryFolder`. With --parallel, this hook runs after each file, because a worker
   * loads shared modules only once for many files. Without --parallel, the hook runs once after all tests.
   */
  afterAll() {
    globalThis[Symbol.for("@passwright/development: remove temporary folders")]?.();
  },
};
