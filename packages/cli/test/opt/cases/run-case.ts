import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mainOpt } from "@passwright/cli";
import type { Program } from "@passwright/cli";
import { runProgram } from "../../fake-terminal.ts";
import { makeProject } from "../../project.ts";
import { inputs } from "./case.ts";
import type { Case } from "./case.ts";
import { normalize } from "./normalize.ts";

const plugin = fileURLToPath(new URL("../../../../../plugins/mlir-test-passes", import.meta.url));
const PLUGINS = [`--load-dialect-plugin=${plugin}`, `--load-pass-plugin=${plugin}`];

/** Formats the result of a run as one text for comparison. */
export function outcomeOf({ stdout, stderr, rc, files }: Omit<Case, "section" | "args" | "stdin">): string {
  const written = Object.entries(files).map(([name, text]) => `--- ${name}\n${text ?? "(not there)\n"}`);
  return normalize([`--- out\n${stdout}`, `--- err\n${stderr}`, `--- exit ${rc}\n`, ...written].join(""));
}

/** Runs a case with passwright-opt, in a folder with the inputs. */
export async function runCase(
  { args, stdin, files }: Case,
  program: Program = mainOpt,
  plugins: readonly string[] = PLUGINS,
): Promise<string> {
  const cwd = makeProject(inputs);
  const { out, err, code } = await runProgram(program, [...plugins, ...args], { cwd, input: stdin ?? "" });
  const found = Object.keys(files).map((name): [string, string | null] => {
    const path = join(cwd, name);
    return [name, existsSync(path) ? readFileSync(path, "utf8") : null];
  });
  return outcomeOf({ stdout: out, stderr: err, rc: code, files: Object.fromEntries(found) });
}
