#!/usr/bin/env node
"use strict";

const { optimizeLateForAll, runOptScript } = require("../bundle/start.cjs");

runOptScript(process.argv.slice(2), `${__dirname}/../bundle/opt.cjs`, require).then(async (left) => {
  if (left === undefined) return;
  // Before the first import of ours: it halves the time that starting takes.
  require("node:module").enableCompileCache?.();
  optimizeLateForAll();
  const { runInProcess } = await import("../bundle/process.js");
  await runInProcess(async (argv, terminal) => (await import("../bundle/opt-main.js")).main(argv, terminal), left);
});
