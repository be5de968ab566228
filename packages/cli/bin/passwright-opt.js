#!/usr/bin/env node
"use strict";

// Enables the compile cache before the first file of Passwright is loaded. The cache halves the start time.
require("node:module").enableCompileCache?.();
const { start } = require("../bundle/start.cjs");

start("opt", process.argv.slice(2), require, `${__dirname}/../bundle`).then(async (left) => {
  if (left === undefined) return;
  const { runInProcess } = await import("../bundle/process.js");
  await runInProcess(async (argv, terminal) => (await import("../bundle/opt-main.js")).main(argv, terminal), left);
});
