// Plain JavaScript, so that mocha can use it before anything is built.
"use strict";

const { mkdtempSync, readdirSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const saved = {};
let own;

/** All that the tests, and the processes they start, put into the system's folder for temporary files goes to one of this run. */
exports.mochaGlobalSetup = function () {
  // Node's cache of compiled modules is meant to outlive a run.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "node-compile-cache");
  own = mkdtempSync(join(tmpdir(), "passwright-tests-"));
  for (const name of ["TMPDIR", "TMP", "TEMP"]) {
    saved[name] = process.env[name];
    process.env[name] = own;
  }
};

/** Fails when a test left something behind; it is removed all the same. */
exports.mochaGlobalTeardown = function () {
  // `.debug` is what mlir-runner's compiler keeps for a profiler.
  const left = readdirSync(own).filter((name) => name !== ".debug");
  rmSync(own, { recursive: true, force: true });
  for (const [name, value] of Object.entries(saved)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  if (left.length > 0) throw new Error(`the tests left ${left.length} temporary files or folders: ${left.join(", ")}`);
};

exports.mochaHooks = {
  /** After each file with --parallel, where a worker runs many and loads what they share once; after all without. */
  afterAll() {
    globalThis[Symbol.for("@passwright/development: remove temporary folders")]?.();
  },
};
