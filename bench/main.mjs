import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { mlirOpt } from "./programs.mjs";
import { table } from "./rows.mjs";
import { measureDispatch } from "./suites/dispatch.mjs";
import { measureDoublings } from "./suites/doublings.mjs";
import { measureGrowth } from "./suites/growth.mjs";
import { measureHosts } from "./suites/hosts.mjs";
import { measureOthers } from "./suites/others.mjs";
import { measureMany } from "./suites/many.mjs";
import { measureParts } from "./suites/parts.mjs";
import { measureShapes } from "./suites/shapes.mjs";
import { measureStart } from "./suites/start.mjs";
import { measureText } from "./suites/text.mjs";
import { measureThreads } from "./suites/threads.mjs";
import { measureWarm } from "./suites/warm.mjs";

const usage = `npm run bench -- [--json FILE] [--only PATTERN] [--clock cpu|wall] [--rounds N] [--megabytes N]

Compares Passwright with mlir-opt, or with itself on a smaller input. Ratios are measured in the same run, in turns; below one,
Passwright is faster. The value of a whole process is the minimum of the rounds.

  --only PATTERN   rows whose name matches the regular expression
  --clock cpu      processor time with one thread each (the default), independent of other programs on the machine;
                   growth is measured in wall time
  --clock wall     wall time with the default number of threads, for an idle machine
  --megabytes N    size of the generated module in generic form; 30, and half of that in custom form
`;

const { values } = parseArgs({
  options: {
    json: { type: "string" },
    only: { type: "string", default: "" },
    clock: { type: "string", default: "cpu" },
    rounds: { type: "string", default: "5" },
    megabytes: { type: "string", default: "30" },
    help: { type: "boolean", short: "h", default: false },
  },
});
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}

/** Functions that measure the requested rows, one function per suite. */
const suites = [
  measureStart,
  measureText,
  measureWarm,
  measureShapes,
  measureDispatch,
  measureParts,
  measureGrowth,
  measureDoublings,
  measureThreads,
  measureOthers,
  measureHosts,
  measureMany,
];
const pattern = new RegExp(values.only);
const settings = {
  rounds: Number(values.rounds),
  megabytes: Number(values.megabytes),
  clock: values.clock === "wall" ? "wall" : "cpu",
  wants: (name) => pattern.test(name),
};

process.stdout.write(`${headline()}\n\n`);
const rows = [];
for (const measure of suites) {
  const found = await measure(settings);
  rows.push(...found);
  for (const { name, ratio } of found) process.stderr.write(`${name}: ${ratio.toFixed(2)}\n`);
}
process.stdout.write(table(rows));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, undefined, 2)}\n`);

function headline() {
  const version = /LLVM version (\S+)/.exec(execFileSync(mlirOpt()[0], ["--version"], { encoding: "utf8" }))?.[1];
  return `Node ${process.versions.node}, mlir-opt ${version}, ${availableParallelism()} cores, ${values.rounds} rounds, ${settings.clock} time`;
}
