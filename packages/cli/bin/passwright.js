#!/usr/bin/env node
import module from "node:module";

// Before the first import of ours: it halves the time that starting takes.
module.enableCompileCache?.();
import("../bundle/process.js").then(({ runInProcess }) =>
  runInProcess(async (argv, terminal) => (await import("../bundle/main.js")).main(argv, terminal)),
);
