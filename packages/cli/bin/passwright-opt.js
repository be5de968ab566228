#!/usr/bin/env node
"use strict";

// Before the first file of ours: it halves the time to start.
require("node:module").enableCompileCache?.();
const { startOpt } = require("../bundle/start.cjs");

startOpt(process.argv.slice(2), require, `${__dirname}/../bundle`).then(async (left) => {
  if (left === undefined) return;
  const { runInProcess } = await import("../bundle/process.js");
  await runInProcess(async (argv, terminal) => (await import("../bundle/opt-main.js")).main(argv, terminal), left);
});
