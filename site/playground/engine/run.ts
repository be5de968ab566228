import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { thrownText } from "@passwright/sdk/loading";
import { recordRun } from "@passwright/viewer";
import inspect from "object-inspect";
import { isConfig, isModule } from "../messages.ts";
import type { RunResult } from "../messages.ts";
import type { PlaygroundState } from "../state.ts";
import { assembleConfig } from "./assemble-config.ts";
import { UserModules } from "./user-modules.ts";

/** Runs the config of the playground on the inputs of the playground. Without a config, runs the last module. */
export async function run({ files }: PlaygroundState): Promise<RunResult> {
  const texts = new Map(files);
  const config = files.find(([name]) => isConfig(name));
  return config === undefined ? runProgram(texts) : runConfig(config[0], texts);
}

async function runConfig(name: string, files: ReadonlyMap<string, string>): Promise<RunResult> {
  const result = await assembleConfig(name, files);
  if (!result.ok) return refused(result.diagnostics);
  const { assembly, config } = result;
  const inputs =
    config.inputs.length > 0 ? config.inputs.map(({ text }) => text.replace(/^\.\//, "")) : inputsIn(files);
  const missing = inputs.filter((file) => !files.has(file));
  if (missing.length > 0)
    return { ok: false, diagnostics: [], output: `no file has the name of the input ${missing[0]}` };
  const recording = await recordRun(
    assembly as never,
    inputs.map((file) => ({ file, text: files.get(file) ?? "" })),
  );
  if ((recording.plan ?? recording.graph) === undefined) return refused(recording.diagnostics);
  const diagnostics = [...recording.diagnostics, ...recording.runs.flatMap((one) => one.diagnostics)];
  return { recording, diagnostics, ok: recording.runs.every(({ ok }) => ok) };
}

/** Returns the files that are neither configs nor modules. */
function inputsIn(files: ReadonlyMap<string, string>): string[] {
  return [...files.keys()].filter((file) => !isModule(file) && !/\.(?:ya?ml|json)$/.test(file));
}

function refused(diagnostics: readonly Diagnostic[]): RunResult {
  return { output: diagnostics.map((one) => renderDiagnostic(one)).join("\n\n"), diagnostics, ok: false };
}

/** Runs the last module, and returns its output. */
async function runProgram(files: ReadonlyMap<string, string>): Promise<RunResult> {
  const main = [...files.keys()].findLast(isModule);
  if (main === undefined) return { ok: false, diagnostics: [], output: "add a config or a module" };
  const lines: string[] = [];
  const print = (...values: unknown[]): void =>
    void lines.push(values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" "));
  for (const level of ["log", "info", "warn", "error", "debug"] as const) console[level] = print;
  try {
    await new UserModules(files).import(main);
  } catch (thrown) {
    return { ok: false, diagnostics: [], output: [...lines, `error: ${thrownText(thrown)}`].join("\n") };
  }
  return { ok: true, diagnostics: [], output: lines.join("\n") };
}
