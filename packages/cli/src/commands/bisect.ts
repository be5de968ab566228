import { dirname, resolve } from "node:path";
import { originText } from "@passwright/builder";
import { jsonText, UsageError } from "@passwright/core";
import type { Diagnostic, SourceLocation } from "@passwright/core";
import { displayPath, readText } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { assembleRecipe, bisect, versionChanges } from "@passwright/runner";
import type { BisectAxis, BisectReport, FaultTest } from "@passwright/runner";
import { lockOf } from "@passwright/sdk";
import { join as shellWords } from "shlex";
import * as errors from "../errors/index.ts";
import { configMaker, writeConfig } from "../experiments/config-file.ts";
import { faultNotFound, testOf, testWith } from "../experiments/fault-flags.ts";
import { prepare } from "../experiments/prepare.ts";
import { configOfLock, readLock } from "../lock/lock-file.ts";
import { counted } from "../render/plan.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { CommandBody } from "./command.ts";
import type { Arguments } from "./flags.ts";
import { targetOf } from "./load.ts";

/** `passwright bisect`: finds the smallest part of the pipeline that causes a fault on an input. */
export const bisectCommand: CommandBody = async (args, terminal) => {
  const target = targetOf(args, terminal);
  const output = args.value("output");
  const isBad = faultOf(args, terminal);
  const axes = args.values.get("axis") as readonly BisectAxis[] | undefined;
  const before = args.value("before");
  if (axes !== undefined && axes.includes("version") !== (before !== undefined)) {
    const { flagNeedsOther: needs } = errors;
    return { diagnostics: [before === undefined ? needs("axis version", "before") : needs("before", "axis version")] };
  }
  const [repeat, budget] = [args.number("repeat"), args.number("budget")];
  const files = [before, args.value("differs-from")];
  const { prepared, diagnostics } = await prepare(target, args, terminal, () => [{ file: output, by: "-o" }], files);
  if (prepared === undefined) return { diagnostics };
  const { session, inputs } = prepared;
  await session.assembly.ready();
  const earlier = await loadEarlier(before, session, terminal);
  if (earlier.diagnostics.length > 0) return { diagnostics: [...diagnostics, ...earlier.diagnostics] };
  const { result: report, isStopped } = await interruptible(terminal, (signal) =>
    bisect(session.assembly, inputs, isBad, {
      signal,
      ...(axes !== undefined && { axes }),
      ...(earlier.assembly !== undefined && { before: earlier.assembly }),
      ...(repeat !== undefined && { repeat }),
      ...(budget !== undefined && { budget }),
      onRun: (runs, axis) => terminal.progress?.(`run ${runs}: searching ${axis}s`),
    }),
  );
  const { input, endedEarly = false } = report;
  const stopped = isStopped ? { exitCode: 130 as const } : {};
  const limited = endedEarly && !isStopped && budget !== undefined ? [errors.budgetEnded(budget)] : [];
  if (input === undefined && endedEarly) return { diagnostics: [...diagnostics, ...limited], ...stopped };
  if (input === undefined)
    return { diagnostics: [...diagnostics, ...(await faultNotFound("bisect", args, session.assembly, inputs))] };
  if (report.occursWithoutSteps === true) {
    const source = inputs.find(({ file }) => file === input);
    const parsed = source && session.assembly.parse(source.content, source);
    const problem = errors.faultWithoutSteps(input, args.value("test") !== undefined);
    return { diagnostics: [...diagnostics, ...(parsed?.ok === false ? parsed.diagnostics : [problem])] };
  }
  const makeConfig = await configMaker(session);
  const outputPath = output === undefined ? undefined : resolve(terminal.cwd, output);
  const config = makeConfig({ kept: report.kept, banned: [] }, outputPath);
  const unwritten = output === undefined ? [] : writeConfig(output, config, terminal);
  const written = unwritten.length === 0 ? output : undefined;
  const command = reproduction(session, report, written, args, terminal);
  const { kept: _, ...data } = report;
  return {
    diagnostics: [...diagnostics, ...limited, ...unwritten],
    json: () => ({ ...data, config, command }),
    text: () => bisectText(report, config, command),
    ...stopped,
  };
};

/** Returns the selected fault test. For a command or a comparison, a run without output also counts as a fault. */
function faultOf(args: Arguments, { cwd }: Terminal): FaultTest {
  const test = testOf("bisect", args);
  if (test.kind === "fault") return test.isBad;
  if (test.kind === "command") {
    const passes = testWith(test.command, cwd);
    return async ({ output }, { file }) => output === undefined || !(await passes(output, file));
  }
  const expected = readText(resolve(cwd, test.from));
  if (!expected.ok) throw new UsageError(errors.unreadableInput(test.from, expected.reason));
  return ({ output }) => output !== expected.text;
}

/** Loads the config of a lock file. Returns errors if other versions of plugins are installed. */
async function loadEarlier(
  file: string | undefined,
  session: Session,
  { cwd }: Terminal,
): Promise<{ readonly assembly?: Session["assembly"]; readonly diagnostics: readonly Diagnostic[] }> {
  if (file === undefined) return { diagnostics: [] };
  const path = resolve(cwd, file);
  const read = readLock(path, file);
  if (!read.ok) return { diagnostics: [read.diagnostic] };
  const made = await assembleRecipe({ kind: "config", options: { config: configOfLock(path), cwd: dirname(path) } });
  if (!made.ok) return made;
  const { assembly } = made;
  await assembly.ready();
  const installed = new Map(lockOf(assembly)?.plugins.map(({ name, version }) => [name, version]));
  const wrong = read.lock.plugins.filter(({ name, version }) => installed.get(name) !== version);
  if (wrong.length > 0)
    return { diagnostics: wrong.map(({ name, version }) => errors.notInstalled(file, name, version)) };
  if (versionChanges(assembly.input, session.assembly.input).length === 0)
    return { diagnostics: [errors.noOtherVersions(file)] };
  return { assembly, diagnostics: [] };
}

function reproduction(
  session: Session,
  { input = "", kept }: BisectReport,
  output: string | undefined,
  args: Arguments,
  { cwd }: Terminal,
): string {
  const needed = new Set(kept.flatMap(({ kind, text }) => (kind === "plugin" ? [text] : [])));
  const others = output === undefined ? session.plugins.filter(({ name }) => !needed.has(name)) : [];
  const without = others.flatMap(({ name }) => ["--without", name]);
  const config = output ?? displayPath(session.config.path, cwd);
  const file = /^-./.test(input) ? `./${input}` : input;
  const unregistered = args.flags.has("allow-unregistered-dialect") ? ["--allow-unregistered-dialect"] : [];
  return shellWords(["passwright", "run", "-c", config, ...without, ...unregistered, file]);
}

function bisectText(report: BisectReport, config: object, command: string): string {
  const { input, versions, contributions, steps, operations, rewrites, differences, before, after } = report;
  const causes = contributions.filter(({ isNeededOnly }) => isNeededOnly !== true);
  const needed = contributions.filter(({ isNeededOnly }) => isNeededOnly === true);
  const lines = [
    `${input}: ${counted(report.runs, "run")} among ${counted(report.candidates, "candidate")}`,
    ...versions.map(({ name, from, to }) => `version: ${name} ${from} is good, ${to} is bad`),
    ...causes.map(({ kind, text, at }) => `cause: ${kind} ${text}${placeText(at)}`),
    ...needed.map(({ kind, text, at }) => `needs: ${kind} ${text}${placeText(at)}`),
    ...steps.map(({ address, origin, because }) => `step: ${address}: ${because} (${originText(origin)})`),
    ...operations.map(
      ({ path, hash, occurrence, at }) => `operation: ${path} (${hash}), run ${occurrence}${placeText(at)}`,
    ),
    ...rewrites.map(
      ({ name, dialect, plugin, path, hash, occurrence, at }) =>
        `rewrite: ${name}${dialect === undefined ? "" : ` of dialect ${dialect}`}${plugin === undefined ? "" : ` (plugin ${plugin})`}, on ${path} (${hash}), application ${occurrence}${placeText(at)}`,
    ),
    ...differences.map((one) => `difference: ${one}`),
    ...(report.found === "nothing" && report.endedEarly !== true ? ["no contribution and no step is the cause"] : []),
    ...(before === undefined ? [] : ["before:", indented(excerptOf(before, after ?? before))]),
    ...(after === undefined ? [] : ["after:", indented(excerptOf(after, before ?? after))]),
    ...report.errors.map(({ code, message }) => `error[${code}]: ${message}`),
    `smallest pipeline: ${report.pipeline}`,
    "smallest config:",
    indented(jsonText(config, undefined, 2)),
    `reproduce: ${command}`,
  ];
  return lines.join("\n");
}

const MARGIN = 3;

const MOST_LINES = 40;

/** Returns the lines of a text from the first to the last difference from another text, and the lines around them. */
function excerptOf(text: string, other: string): string {
  const [lines, others] = [text, other].map((one) => one.trimEnd().split("\n")) as [string[], string[]];
  let [start, end] = [0, 0];
  if (text !== other) {
    const most = Math.min(lines.length, others.length);
    while (start < most && lines[start] === others[start]) start++;
    while (end < most - start && lines.at(-1 - end) === others.at(-1 - end)) end++;
  }
  const first = Math.max(0, start - MARGIN);
  const shown = lines.slice(first, Math.min(lines.length - end + MARGIN, first + MOST_LINES));
  const rest = (count: number): string[] => (count === 0 ? [] : [`… ${counted(count, "line")}`]);
  return [...rest(first), ...shown, ...rest(lines.length - first - shown.length)].join("\n");
}

function placeText(at: SourceLocation | undefined): string {
  return at === undefined ? "" : `, ${at.file}${at.line === 0 ? "" : `:${at.line}`}`;
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
