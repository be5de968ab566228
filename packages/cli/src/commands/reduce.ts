import { basename, dirname, extname, join, resolve } from "node:path";
import { readText } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { assembleRecipe, reduce, runTrial, showsFault } from "@passwright/runner";
import type { ReduceCandidate, TrialInput } from "@passwright/runner";
import * as errors from "../errors/index.ts";
import { configMaker, writeConfig } from "../experiments/config-file.ts";
import { faultNotFound, testOf, testWith } from "../experiments/fault-flags.ts";
import type { NamedTest } from "../experiments/fault-flags.ts";
import { prepare } from "../experiments/prepare.ts";
import type { NamedOutput } from "../output/output-check.ts";
import { checkDestination, writeOrReport } from "../output/output.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { CommandBody } from "./command.ts";
import { loadOptionsOf, targetOf } from "./load.ts";
import type { Arguments } from "./flags.ts";
import type { CommandOutcome } from "./outcome.ts";

/** `passwright reduce`: makes an input and, if possible, the pipeline smaller while the fault still occurs. */
export const reduceCommand: CommandBody = async (args, terminal) => {
  const target = targetOf(args, terminal);
  const test = testOf("reduce", args);
  const [jobs, budget] = [args.number("jobs"), args.number("budget")];
  if (target.inputs.length > 1) return { diagnostics: [errors.tooManyOperands("reduce", 1, "input")] };
  const outputs = (file: string): readonly NamedOutput[] => {
    const { output, config } = outputsFor(file, args);
    return [output, config].map((one) => ({ file: one, by: "-o" }));
  };
  const files = [args.value("differs-from")];
  const { prepared, diagnostics } = await prepare(target, args, terminal, outputs, files);
  const [input, second] = prepared?.inputs ?? [];
  if (prepared === undefined || input === undefined || second !== undefined)
    return { diagnostics: second === undefined ? diagnostics : [errors.tooManyOperands("reduce", 1, "input")] };
  const { session } = prepared;
  const { output, config: configPath } = outputsFor(input.file, args);
  const unwritable = checkDestination({ kind: "file", file: output }, terminal.cwd);
  if (unwritable !== undefined) return { diagnostics: [unwritable] };
  const candidateTest = await testFor(test, session, input, args, terminal);
  if ("diagnostics" in candidateTest) return candidateTest;
  const { hasPipeline, stillFails, dataOf } = candidateTest;
  const before = args.flags.has("continue") ? readText(resolve(terminal.cwd, output)) : undefined;
  const start = before?.ok === true ? { ...input, content: before.text } : input;
  const { result: report, isStopped } = await interruptible(terminal, (signal) =>
    reduce(session.assembly, start, stillFails, {
      hasPipeline,
      signal,
      ...(jobs !== undefined && { jobs }),
      ...(budget !== undefined && { budget }),
      onSmaller: ({ text }, tries) => terminal.progress?.(`${text.length} characters after ${tries} tries`),
    }),
  );
  if (!report.isFaulty)
    return { diagnostics: [...diagnostics, ...(await faultNotFound("reduce", args, session.assembly, [input]))] };
  const isSmallerPipeline = report.assembly !== session.assembly;
  const config = dataOf(report, resolve(terminal.cwd, configPath));
  const unwritten = [
    ...writeOrReport(output, report.text, terminal),
    ...(isSmallerPipeline ? writeConfig(configPath, config, terminal) : []),
  ];
  const lines = [
    `${output}: ${report.text.length} of ${report.sizeBefore} characters, after ${report.tries} tries`,
    ...(isSmallerPipeline ? [`${configPath}: ${report.assembly.text()}`] : []),
    ...(isStopped ? ["stopped; continue with --continue"] : []),
  ];
  return {
    diagnostics: [...diagnostics, ...unwritten],
    json: () => ({
      output,
      text: report.text,
      tries: report.tries,
      sizeBefore: report.sizeBefore,
      size: report.text.length,
      ...(isSmallerPipeline && { config, pipeline: report.assembly.text() }),
    }),
    text: () => lines.join("\n"),
    ...(isStopped && { exitCode: 130 as const }),
  };
};

function outputsFor(file: string, args: Arguments): { readonly output: string; readonly config: string } {
  const ending = extname(file);
  const name = file === "-" ? "stdin" : basename(file, ending);
  const output = args.value("output") ?? join(dirname(file), `${name}.reduced${ending}`);
  return { output, config: `${output.slice(0, output.length - extname(output).length)}.config.json` };
}

interface CandidateTest {
  readonly hasPipeline: boolean;
  readonly stillFails: (candidate: ReduceCandidate) => Promise<boolean>;
  readonly dataOf: Awaited<ReturnType<typeof configMaker>>;
}

/** Returns the test that determines whether a candidate still has the fault, or an outcome with errors. */
async function testFor(
  test: NamedTest,
  session: Session,
  input: TrialInput,
  args: Arguments,
  terminal: Terminal,
): Promise<CandidateTest | CommandOutcome> {
  const dataOf = await configMaker(session);
  if (test.kind === "fault") return { hasPipeline: true, stillFails: showsFault(test.isBad, input), dataOf };
  if (test.kind === "command") {
    const passes = testWith(test.command, terminal.cwd);
    const hasPipeline = test.command.includes("{config}");
    const configOf = (candidate: ReduceCandidate) => ({
      beside: session.config.path,
      dataFor: (path: string) => dataOf(candidate, path),
    });
    const stillFails = (candidate: ReduceCandidate): Promise<boolean> =>
      passes(candidate.text, input.file, hasPipeline ? configOf(candidate) : undefined);
    return { hasPipeline, stillFails, dataOf };
  }
  const options = loadOptionsOf({ config: test.from, inputs: [] }, args, terminal);
  const reference = await assembleRecipe({ kind: "config", options });
  if (!reference.ok) return reference;
  await reference.assembly.ready();
  const differs = async ({ assembly, text }: ReduceCandidate): Promise<boolean> => {
    const reduced = { ...input, content: text };
    return (await runTrial(assembly, reduced)).output !== (await runTrial(reference.assembly, reduced)).output;
  };
  // Does not reduce the pipeline, because almost every smaller pipeline has an output that differs from the reference.
  return { hasPipeline: false, stillFails: differs, dataOf };
}
