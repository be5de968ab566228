import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { isPassDefinition, parsePipeline, PassManager, PassRegistry } from "@passwright/core";
import type { Diagnostic, IrAdapter, PassDefinition } from "@passwright/core";
import { mlir } from "@passwright/ir";
import { isPlugin } from "@passwright/sdk";
import type { Plugin } from "@passwright/sdk";
import { checkArgument, mustBeFileOptions, mustBePath, readNamed } from "../settings.ts";
import * as errors from "./errors.ts";
import { fileCheck } from "./file-check.ts";
import type { CheckResult } from "./file-check.ts";

/** Options of {@link checkFile}. */
export interface CheckFileOptions {
  /**
   * What to run: a textual pipeline, one pass, or a function that transforms the text. Default: the pipeline in the
   * file's `PIPELINE:` line, which can be in any kind of comment.
   */
  readonly run?: string | PassDefinition<never> | ((text: string) => string);
  /** Plugins and passes that the pipeline can use. The IR can read the dialects of the plugins. */
  readonly passes?: readonly (Plugin | PassDefinition<never>)[];
  /** IR of the file. Default: the embedded IR. */
  readonly ir?: IrAdapter<object>;
  /** Whether to print the result in MLIR's generic form. Default: the adapter's custom form. */
  readonly generic?: boolean;
  /** Prefixes of the check directives, as in FileCheck's `--check-prefix`. Default: `CHECK`. */
  readonly prefixes?: readonly string[];
}

/**
 * Runs a pass or a pipeline on a file, and compares the result with the CHECK lines in the file.
 *
 * @throws UsageError PWT0605 if an argument is invalid, if the file cannot be read, or if an option is unknown.
 */
export function checkFile(path: string | URL, options: CheckFileOptions = {}): CheckResult {
  checkArgument("checkFile", "path", path, mustBePath);
  checkArgument("checkFile", "options", options, mustBeFileOptions);
  const named = typeof path === "string" ? path : fileURLToPath(path);
  const text = readNamed("checkFile", "file", named, (one) => readFileSync(one, "utf8"));
  const file = basename(named);
  const { run = PIPELINE.exec(text)?.[1], prefixes, ir = mlir as unknown as IrAdapter<object> } = options;
  const unusable = ir.addDialects?.(pluginsIn(options).flatMap(({ dialects = [] }) => dialects));
  if (unusable !== undefined) return refused(unusable);
  if (run === undefined) return refused(errors.noPipeline(file, rootOf(ir, file, text)));
  const output = typeof run === "function" ? { text: run(text) } : runPipeline(file, text, run, { ...options, ir });
  if ("diagnostic" in output) return refused(output.diagnostic);
  return fileCheck({
    checks: text,
    checksFile: file,
    input: output.text,
    inputFile: `output for ${file}`,
    ...(prefixes === undefined ? {} : { prefixes }),
  });
}

/** Line with a pipeline, after any text that does not end in a word, and without the end of a comment. */
const PIPELINE = /^(?:.*[^\w\n-])?PIPELINE:[ \t]*(\S.*?)[ \t]*(?:\*\/|-->)?[ \t]*\r?$/m;

/** Returns the name of the root operation of a file. Returns `undefined` if the file cannot be parsed. */
function rootOf(ir: IrAdapter<object>, file: string, text: string): string | undefined {
  const parsed = ir.parse?.(text, { file });
  return parsed?.ok === true ? ir.nameOf(parsed.op).text : undefined;
}

function refused(diagnostic: Diagnostic): CheckResult {
  return { ok: false, diagnostics: [diagnostic] };
}

type Output = { readonly text: string } | { readonly diagnostic: Diagnostic };

function runPipeline(
  file: string,
  text: string,
  run: string | PassDefinition<never>,
  options: CheckFileOptions & { readonly ir: IrAdapter<object> },
): Output {
  const { ir } = options;
  const shown = typeof run === "string" ? run : run.declaration.name;
  const failed = (diagnostics: readonly Diagnostic[]): Output => ({
    diagnostic: errors.runFailed(file, shown, diagnostics),
  });
  const parsed = ir.parse?.(text, { file });
  if (parsed === undefined) return { diagnostic: errors.cannotParse(file, shown, ir.name) };
  if (!parsed.ok) return failed(parsed.diagnostics);
  const { op } = parsed;
  const anchor = ir.nameOf(op).text;
  const manager = new PassManager(ir, { anchor, nesting: "implicit" });
  if (typeof run === "string") {
    const registry = new PassRegistry<object>();
    for (const pass of passesOf(options.passes ?? [])) registry.registerPass(pass, { name: "passes" });
    const result = parsePipeline(run, registry);
    if (!result.ok) return failed([result.diagnostic]);
    const { manager: found } = result;
    if (found.anchor === anchor || found.anchor === undefined) {
      manager.append(found);
    } else manager.addNested(found);
  } else manager.addPass(run as unknown as PassDefinition<object>);
  const result = manager.run(op);
  return result.succeeded
    ? { text: ir.print?.(op, { generic: options.generic ?? false }) ?? "" }
    : failed(result.diagnostics);
}

function pluginsIn({ passes = [] }: CheckFileOptions): readonly Plugin[] {
  return passes.filter((source): source is Plugin => !isPassDefinition(source) && isPlugin(source));
}

function passesOf(sources: readonly (Plugin | PassDefinition<never>)[]): PassDefinition<object>[] {
  return sources.flatMap((source) => {
    if (isPassDefinition(source)) return [source as PassDefinition<object>];
    return isPlugin(source) ? (source.passes as unknown as PassDefinition<object>[]) : [];
  });
}
