import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { mainOpt } from "@passwright/cli";
import { findMlirOpt, runMlirOptAsync } from "@passwright/development";
import { runProgram } from "../../fake-terminal.ts";
import { inputs } from "../cases/case.ts";
import { normalize } from "../cases/normalize.ts";
import { moreInputs } from "./more-inputs.ts";

/**
 * Command line for both programs, or several command lines. Several command lines run one after the other in the same
 * folder, so that a command line can read the outputs of earlier command lines. Standard input is `input`.
 */
export type LiveCase =
  | readonly string[]
  | {
      readonly run: readonly (readonly string[])[];
      readonly input?: string;
      readonly masked?: (text: string) => string;
    };

const plugin = fileURLToPath(new URL("../../../../../plugins/mlir-test-passes", import.meta.url));
const LOAD = [`--load-dialect-plugin=${plugin}`, `--load-pass-plugin=${plugin}`];
const FILES = { ...inputs, ...moreInputs };

/** Returns the name of a case. */
export function liveName(one: LiveCase): string {
  const lines = "run" in one ? one.run : [one];
  return lines.map((args) => args.join(" ")).join(" && ");
}

/** Returns the results of both programs for a case: their output, exit codes, and new files. */
export async function runBoth(one: LiveCase): Promise<{ readonly ours: string; readonly theirs: string }> {
  const { run, input = "", masked = (text: string): string => text } = "run" in one ? one : { run: [one] };
  const ours = inFolder(async (cwd) => {
    const printed: string[] = [];
    for (const args of run) {
      // oxlint-disable-next-line no-await-in-loop -- each command reads the output of the previous command
      const { out, err, code } = await runProgram(mainOpt, [...LOAD, ...args], { cwd, input });
      printed.push(`--- out\n${out}--- err\n${err}--- exit ${code}\n`);
    }
    return printed.join("");
  });
  const theirs = inFolder(async (cwd) => {
    const printed: string[] = [];
    for (const args of run) {
      // oxlint-disable-next-line no-await-in-loop -- each command reads the output of the previous command
      const { stdout, stderr, code } = await runMlirOptAsync(args, input, { cwd });
      printed.push(`--- out\n${stdout}--- err\n${stderr}--- exit ${code}\n`);
    }
    return withoutProgram(printed.join(""));
  });
  return { ours: masked(normalize(await ours)), theirs: masked(normalize(await theirs)) };
}

async function inFolder(work: (cwd: string) => Promise<string>): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), "passwright-live-"));
  try {
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    return (await work(cwd)) + newFiles(cwd).replaceAll(cwd, "DIR");
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function newFiles(cwd: string, inside = ""): string {
  const found = readdirSync(join(cwd, inside))
    .sort()
    .map((name) => {
      const path = join(inside, name);
      if (statSync(join(cwd, path)).isDirectory()) return newFiles(cwd, path);
      const text = readFileSync(join(cwd, path), "utf8");
      return FILES[path] === text ? "" : `--- ${path}\n${text}`;
    });
  return found.join("");
}

/** Removes the name of the program, because mlir-opt prints its path or its name. */
function withoutProgram(text: string): string {
  const program = findMlirOpt() ?? "";
  const base = program.slice(program.lastIndexOf("/") + 1);
  return text.replaceAll(program, "mlir-opt").replaceAll(base, "mlir-opt");
}
