import { basename, extname, resolve } from "node:path";
import type { Diagnostic } from "@passwright/core";
import { causeOf, CONFIG_ENDINGS, loadSession, SEARCH_PLACES, statsOf } from "@passwright/loader";
import type { LoadOptions, LoadResult } from "@passwright/loader";
import type { Arguments } from "../commands/flags.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";

/** Codes that say that the command was used wrongly, rather than that something is broken. */
const MISUSE = new Set([
  "PWL0001",
  "PWL0002",
  "PWL0004",
  "PWL0008",
  "PWL0401",
  "PWR0008",
  "PWR0009",
  "PWR0010",
  "PWR0011",
  "PWR0012",
  "PWR0013",
  "PWR0014",
  "PWR0015",
  "PWR0017",
  "PWR0018",
  "PWR0601",
  "PWR0802",
  "PWR0604",
  "PWC0101",
]);

/** The config that the arguments name, and the operands that are left. */
export interface Target {
  readonly config: string | undefined;
  readonly inputs: readonly string[];
}

/**
 * `-c CONFIG`, or a folder or a file that is called as configs are, in the place of the first operand: `all.config.yaml`,
 * too, and every file that ends as configs do where operands are no inputs.
 */
export function targetOf(
  args: Arguments,
  terminal: Terminal,
  { hasInputs = false }: { readonly hasInputs?: boolean } = {},
): Target {
  const named = args.values.get("config")?.at(-1);
  const [first, ...rest] = args.operands;
  if (named !== undefined || first === undefined) return { config: named, inputs: args.operands };
  const stats = first === "-" ? undefined : statsOf(resolve(terminal.cwd, first));
  const isConfig = stats?.isDirectory() === true || (stats !== undefined && isCalledAsConfigs(first, hasInputs));
  return isConfig ? { config: first, inputs: rest } : { config: undefined, inputs: args.operands };
}

function isCalledAsConfigs(path: string, hasInputs: boolean): boolean {
  const [name, ending] = [basename(path), extname(path)];
  if (SEARCH_PLACES.includes(name)) return true;
  return CONFIG_ENDINGS.includes(ending) && (!hasInputs || name.endsWith(`.config${ending}`));
}

/** What the loader is asked for by the arguments; `without` for explanations that load once with and once without. */
export function loadOptionsOf(
  { config }: Target,
  args: Arguments,
  { cwd, beforeCode, moduleOf }: Terminal,
  without: readonly string[] = args.values.get("without") ?? [],
): LoadOptions {
  const [target, level] = [args.values.get("target")?.at(-1), args.values.get("level")?.at(-1)];
  return {
    cwd,
    without,
    keepDuplicates: args.flags.has("no-dedup"),
    dataOnly: args.flags.has("data-only"),
    ...(beforeCode === undefined ? {} : { beforeCode }),
    ...(moduleOf === undefined ? {} : { moduleOf }),
    ...(config === undefined ? {} : { config }),
    ...(target === undefined ? {} : { target }),
    ...(level === undefined ? {} : { level }),
  };
}

/** Loads what the arguments name, be it one pipeline or a graph of them. */
export async function load(
  target: Target,
  args: Arguments,
  terminal: Terminal,
  without?: readonly string[],
): Promise<LoadResult> {
  return loadSession(await toldTo(terminal, loadOptionsOf(target, args, terminal, without)));
}

/** The same, and who watches is told what there is to watch. */
export async function toldTo({ dependsOn }: Pick<Terminal, "dependsOn">, options: LoadOptions): Promise<LoadOptions> {
  if (dependsOn === undefined) return options;
  const { dependencyObserver } = await import("../watch/dependencies.ts");
  return { ...options, observer: dependencyObserver(dependsOn) };
}

/** Prints what there is to say: errors and warnings. Remarks tell of attempts that failed and were made good. */
export function report(diagnostics: readonly Diagnostic[], args: Arguments, terminal: Terminal): void {
  const told = diagnostics.filter(({ severity }) => severity !== "remark");
  printDiagnostics(told, terminal, args.flags.has("debug") ? { causeOf } : {});
}

/** The exit code for diagnostics. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): ExitCode {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return 0;
  return errors.every(({ code }) => MISUSE.has(code)) ? 2 : 1;
}
