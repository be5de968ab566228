#!/usr/bin/env node
"use strict";

const { runOptScript } = require("../bundle/start.cjs");

runOptScript(process.argv.slice(2), `${__dirname}/../bundle/opt.cjs`, require).then(async (left) => {
  if (left === undefined) return;
  // Before the first import of ours: it halves the time that starting takes.
  require("node:module").enableCompileCache?.();
  // Most runs are over before code that was optimized to the utmost has paid for its making. V8 before 13 (Node 24) has no such
  // flag, and others there lose on large texts what they win on small ones.
  if (Number.parseInt(process.versions.v8) >= 13) {
    require("node:v8").setFlagsFromString("--invocation-count-for-turbofan=100000");
  }
  const { runInProcess } = await import("../bundle/process.js");
  await runInProcess(async (argv, terminal) => (await import("../bundle/opt-main.js")).main(argv, terminal), left);
});
