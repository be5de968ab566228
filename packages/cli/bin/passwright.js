#!/usr/bin/env node
"use strict";

const { planFromData } = require("../bundle/start.cjs");

planFromData(process.argv.slice(2), `${__dirname}/../bundle/planning.cjs`, require).then(async (isDone) => {
  if (isDone) return;
  // Before the first import of ours: it halves the time that starting takes.
  require("node:module").enableCompileCache?.();
  const { runInProcess } = await import("../bundle/process.js");
  await runInProcess(async (argv, terminal) => (await import("../bundle/main.js")).main(argv, terminal));
});
