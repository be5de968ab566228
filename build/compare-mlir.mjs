// `npm run compare:mlir -- PATH…`: runs MLIR's tests, part by part, with mlir-opt and with passwright-opt, and prints
// the share of equal results. The paths are files or folders in a checkout of llvm-project (`mlir/test/…`).
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { mainOpt } from "../packages/cli/dist/index.js";
import { childEnvironment, findMlirOpt } from "../packages/development/dist/index.js";
import { filesIn, runLines } from "./mlir-tests.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: "string", default: "10" }, skipped: { type: "boolean", default: false } },
});
const reference = findMlirOpt();
if (positionals.length === 0 || reference === undefined) {
  process.stderr.write("usage: npm run compare:mlir -- [--show=COUNT] [--skipped] PATH…; needs mlir-opt on the PATH\n");
  process.exit(2);
}

const print = (line) => void process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), "compare-mlir-"));
const environment = { ...childEnvironment(), TZ: "UTC" };

/** Runs mlir-opt. In the result, `code` is undefined if mlir-opt crashed. */
function runReference(args) {
  const { stdout, stderr, status } = spawnSync(reference, args, {
    cwd: folder,
    env: environment,
    input: "",
    maxBuffer: 1 << 28,
    timeout: 60_000,
  });
  return { out: String(stdout), err: String(stderr), code: status === 0 || status === 1 ? status : undefined };
}

async function runOurs(args) {
  const result = { out: "", err: "", code: 1 };
  const out = (content) => void (result.out += typeof content === "string" ? content : Buffer.from(content).toString());
  const err = (text) => void (result.err += text);
  const readInput = () => Promise.resolve(new Uint8Array());
  try {
    result.code = await mainOpt(args, {
      cwd: folder,
      outHasColor: false,
      errHasColor: false,
      out,
      err,
      readInput,
    });
  } catch (error) {
    err(`exception: ${error.stack}`);
  }
  return result;
}

function dialectsOf({ out, err }) {
  return /Available Dialects: (.*)/.exec(out + err)[1].split(",");
}

const known = dialectsOf(await runOurs(["--show-dialects"]));
const missing = dialectsOf(runReference(["--show-dialects"])).filter((name) => !known.includes(name));
const mentionsMissing = new RegExp(`(?<![\\w.$@%^/-])(${missing.join("|")})(?:\\.[a-z_]|<)`);

/** Returns the arguments of the first command of a RUN line, or the reason why the command cannot be compared. */
function parseRun(line) {
  const command = line.match(/(?:"(?:\\.|[^"])*"|'[^']*'|\\.|[^|;&<>'"\\]|(?<=2)>&1)*/)[0];
  const words = (command.match(/(?:"(?:\\.|[^"])*"|'[^']*'|\\.|[^\s'"\\])+/g) ?? []).map((word) =>
    word.replaceAll(/"((?:\\.|[^"])*)"|'([^']*)'|\\(.)/g, (_, double, single, escaped) =>
      double === undefined ? (single ?? escaped) : double.replaceAll(/\\(["\\$`])/g, "$1"),
    ),
  );
  if (words[0] === "not") words.shift();
  if (words[0] === "--crash" || words[0] !== "mlir-opt") return { reason: "not a run of mlir-opt" };
  const args = words.slice(1).filter((word) => word !== "2>&1");
  if (line.includes("< %s") && !args.includes("%s")) args.push("%s");
  const strange = args.find((word) => word !== "%s" && /%[a-zA-Z{]/.test(word));
  if (strange !== undefined) return { reason: `substitution in ${strange}` };
  return args.includes("%s") ? { args } : { reason: "without the file" };
}

/** Removes text that always differs between the programs: program names and lists of dialects. */
function masked(text) {
  return text
    .replaceAll(/\b(passwright-opt|mlir-opt(-\d+)?)\b/g, "mlir-opt")
    .replaceAll(/Available dialects: .*/g, "Available dialects: …")
    .replaceAll("\0", "")
    .trimEnd();
}

/** Returns the reason why a RUN line cannot be compared, or undefined if the line can be compared. */
async function findReason(args) {
  // The input has one part. With `--split-input-file`, the programs parse the pipeline only when they process a part.
  writeFileSync(join(folder, "input.mlir"), "module {\n}\n");
  const given = args.map((word) => word.replace("%s", "input.mlir"));
  const unknown =
    /Unknown command line argument '([^']*)'|for the (.*?) option|'(.*)' does not refer to a registered|no such option (.*)/;
  const nameIn = ({ err }) =>
    unknown
      .exec(err)
      ?.slice(1)
      .find(Boolean)
      ?.replace(/[={].*/, "");
  const theirs = nameIn(runReference(given));
  if (theirs !== undefined) return `mlir-opt lacks ${theirs}`;
  const ours = nameIn(await runOurs(given));
  return ours && `passwright-opt lacks ${ours}`;
}

const counts = new Map();
const skipped = new Map();
const differences = [];
const add = (map, key, by = 1) => map.set(key, (map.get(key) ?? 0) + by);

async function compareFile(file) {
  const text = readFileSync(file, "utf8");
  for (const line of runLines(text)) {
    const { args, reason = await findReason(args) } = parseRun(line);
    if (reason !== undefined) {
      add(skipped, reason);
      continue;
    }
    const isSplit = args.some((word) => /^--?split-input-file(=.*)?$/.test(word));
    const parts = isSplit ? text.split(/^\/\/ -----.*\n/m) : [text];
    for (const [i, part] of parts.entries()) {
      const dialect = mentionsMissing.exec(part.replaceAll(/\/\/.*/g, ""))?.[1];
      if (dialect !== undefined) {
        add(skipped, `dialect ${dialect}`);
        continue;
      }
      writeFileSync(join(folder, "input.mlir"), part);
      const given = args.map((word) => word.replace("%s", "input.mlir"));
      const theirs = runReference(given);
      const ours = await runOurs(given);
      const count = counts.get(dirname(file)) ?? { parts: 0, same: 0 };
      counts.set(dirname(file), count);
      count.parts++;
      const isSame =
        theirs.code === undefined ||
        (theirs.code === ours.code && ["out", "err"].every((key) => masked(theirs[key]) === masked(ours[key])));
      if (isSame) count.same++;
      else differences.push({ file, i, part, given, theirs, ours });
    }
  }
}

/** Shows the first lines in which two texts differ. */
function showDifference(title, theirs, ours) {
  const [left, right] = [masked(theirs).split("\n"), masked(ours).split("\n")];
  const at = left.findIndex((line, i) => line !== right[i]);
  const from = at < 0 ? left.length : at;
  if (at < 0 && left.length === right.length) return;
  print(`  ${title}:`);
  for (const line of left.slice(from, from + 4)) print(`    mlir-opt: ${line}`);
  for (const line of right.slice(from, from + 4)) print(`    ours:     ${line}`);
}

try {
  for (const file of positionals.flatMap(filesIn)) await compareFile(file);
} finally {
  rmSync(folder, { recursive: true });
}
for (const { file, i, given, theirs, ours } of differences.slice(0, Number(values.show))) {
  print(`${file}, part ${i + 1}: ${given.join(" ")}`);
  if (theirs.code !== ours.code) print(`  exit code: mlir-opt ${theirs.code}, ours ${ours.code}`);
  showDifference("output", theirs.out, ours.out);
  showDifference("errors", theirs.err, ours.err);
}
const percent = ({ parts, same }) => `${same} of ${parts} (${((100 * same) / parts).toFixed(1)} %)`;
for (const [name, count] of counts) print(`${name}: ${percent(count)}`);
if (values.skipped) for (const [reason, count] of [...skipped].sort()) print(`skipped: ${count} × ${reason}`);
