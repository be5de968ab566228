import { parsePipeline, printPipelinePretty } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { describeWithMlirOpt, Random, runMlirOptAsync, samples } from "@passwright/development";
import { expect } from "chai";
import { makeMlirRegistry } from "./mlir-passes.ts";
import { randomPipelineText } from "./random-pipeline.ts";

const SEED = 20_230_817;
/** Number of texts to compare. Each start of mlir-opt takes 30 ms, so the comparison takes about three seconds. */
const TEXTS = Number(process.env["PASSWRIGHT_PIPELINE_TEXTS"] ?? samples(150));
const AT_A_TIME = 2;

/** Expands tabs to the next multiple of eight, as LLVM does for the caret. */
function expandTabs(text: string): string {
  let out = "";
  for (const char of text) out += char === "\t" ? " ".repeat(8 - (out.length % 8)) : char;
  return out;
}

/** Formats a diagnostic as mlir-opt prints it. */
function asMlirOpt({ code, message, at, notes = [] }: Diagnostic): string {
  const trail = notes.map((note) => `${note.message}\n`).join("");
  if (code === "PWC0202" || code === "PWC0203") {
    const { file, line, column, lineText = "" } = at as Required<NonNullable<typeof at>>;
    const indent = expandTabs(lineText.slice(0, column - 1)).length;
    const caret = `${" ".repeat(indent)}^`;
    return `<unknown>:0: error: ${file}:${line}:${column}: error: ${message}\n${expandTabs(lineText)}\n${caret}\n`;
  }
  if (code === "PWC0205" && message.startsWith("for the "))
    return `mlir-opt: ${message}\n<unknown>:0: error: \n${trail}`;
  const end = code === "PWC0205" ? "\n\n" : "\n";
  return `<unknown>:0: error: ${message}${end}${trail}`;
}

/** Returns the text that mlir-opt would write to standard error for this pipeline. */
function answer(text: string): string {
  const parsed = parsePipeline(text, makeMlirRegistry());
  if (!parsed.ok) return asMlirOpt(parsed.diagnostic);
  return `Pass Manager with ${parsed.manager.elements.length} passes:\n${printPipelinePretty(parsed.manager, { asMlir: true })}\n`;
}

/** Returns the output of mlir-opt, without the messages of the run itself. */
async function ask(text: string): Promise<string> {
  const args = ["/dev/null", `--pass-pipeline=${text}`, "--dump-pass-pipeline", "-o", "/dev/null"];
  const { stderr } = await runMlirOptAsync(args, "");
  const dumped = stderr.startsWith("Pass Manager with ");
  const about = dumped ? stderr.replace(/^\/dev\/null:0:0: error: [^]*$/m, "") : stderr;
  return about.replace(/^\S*mlir-opt\S*: for the/, "mlir-opt: for the");
}

async function askAll(texts: readonly string[]): Promise<string[]> {
  const answers: string[] = [];
  const work = texts.entries();
  const worker = async (): Promise<void> => {
    for (const [index, text] of work) answers[index] = await ask(text);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return answers;
}

/** Removes the additional empty line at the end of some outputs of mlir-opt. */
function tidy(text: string): string {
  return text.trimEnd();
}

interface Comparison {
  readonly text: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Returns the pipeline in a dump, as an argument for mlir-opt. */
function dumpedPipeline(dump: string): string {
  return dump.slice(dump.indexOf("\n") + 1);
}

/**
 * Returns whether two dumps differ because MLIR cannot parse its own text, whereas MLIR parses Passwright's text to the
 * intended pipeline.
 */
async function isBetter({ ours, theirs }: Comparison): Promise<boolean> {
  if (!ours.startsWith("Pass Manager") || !theirs.startsWith("Pass Manager")) return false;
  const [fromOurs, fromTheirs] = await askAll([ours, theirs].map(dumpedPipeline));
  return fromOurs === theirs && fromTheirs !== theirs;
}

function show(comparisons: readonly Comparison[], side: "ours" | "theirs"): string {
  return comparisons.map((one) => `${one.text}\n=>\n${tidy(one[side])}`).join("\n\n");
}

describeWithMlirOpt("pipeline texts and mlir-opt", () => {
  it("agree on verdict, message, position and dump, on random texts", async () => {
    const random = new Random(SEED);
    // Skips anchors that Passwright refuses. MLIR accepts any text before the first parenthesis as an anchor
    // (DESIGN.md).
    const texts = Array.from({ length: TEXTS }, () => randomPipelineText(random)).filter(
      (text) => !/^[^(]*[,{)]/.test(text),
    );
    const theirs = await askAll(texts);
    const differing = texts
      .map((text, index) => ({ text, ours: answer(text), theirs: theirs[index] ?? "" }))
      .filter((one) => tidy(one.ours) !== tidy(one.theirs));
    const wrong: Comparison[] = [];
    for (const one of differing) if (!(await isBetter(one))) wrong.push(one);
    expect(show(wrong, "ours")).to.equal(show(wrong, "theirs"));
  });
});
