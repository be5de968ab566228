import { readFile } from "node:fs/promises";
import type { Assembly, Diagnostic } from "@passwright/sdk";
import { checkBundled, checkFiles, formOf, isError, pathOf, takes, transform } from "./transform.ts";
import type { BundledPipeline } from "./transform.ts";

/** Members that this plugin uses in the plugin context of Rollup and Vite. */
interface Context {
  error(log: Log): never;
  warn(log: Log): void;
  addWatchFile(id: string): void;
}

/** Rollup message with its position. */
interface Log {
  readonly message: string;
  readonly pluginCode: string;
  readonly id?: string;
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
}

/** Code of a module with its source map. */
interface Module {
  readonly code: string;
  readonly map: object | null;
}

/** Plugin for Rollup and Vite. */
export interface RollupPlugin {
  /** Name of the plugin in messages of the bundler. */
  readonly name: string;
  /** Value that makes the plugin run before Vite processes CSS and JavaScript. */
  readonly enforce: "pre";
  /**
   * Loads files whose result is a string, such as SVG images. Without this function, Vite would load these files as
   * assets.
   */
  load(this: Context, id: string): Promise<Module | null>;
  /** Runs the pipeline on a module. Returns `null` for modules that are not inputs. */
  transform(this: Context, text: string, id: string): Promise<Module | null>;
}

/** Converts diagnostics to a Rollup message at the position of the first. Rollup counts columns from 0. */
function logOf(pipeline: Assembly<never>, diagnostics: readonly [Diagnostic, ...Diagnostic[]], id: string): Log {
  const [{ at, code }] = diagnostics;
  const loc =
    at === undefined || at.line === 0 ? {} : { loc: { file: id, line: at.line, column: Math.max(0, at.column - 1) } };
  return { message: diagnostics.map((one) => pipeline.render(one)).join("\n"), pluginCode: code, id, ...loc };
}

/**
 * Makes a plugin for Rollup or Vite that runs a pipeline on files. Reports errors and warnings with their positions in
 * the format of the bundler. Forwards source maps to the bundler.
 *
 * @throws UsageError PWL0606 for an unknown or invalid setting.
 */
export function passwright(settings: BundledPipeline): RollupPlugin {
  const what = "the settings of `passwright`";
  checkBundled(what, settings);
  checkFiles(what, settings);
  const { pipeline } = settings;
  const run = async (context: Context, text: string, id: string): Promise<Module> => {
    const { code, map, diagnostics, dependencies } = await transform(settings, text, pathOf(id));
    for (const file of dependencies) context.addWatchFile(file);
    for (const one of diagnostics) if (one.severity === "warning") context.warn(logOf(pipeline, [one], id));
    const [first, ...others] = diagnostics.filter(isError);
    if (first !== undefined) context.error(logOf(pipeline, [first, ...others], id));
    return { code, map };
  };
  return {
    name: "passwright",
    enforce: "pre",
    async load(id) {
      if (!takes(settings, id) || formOf(settings, id) === "code") return null;
      this.addWatchFile(pathOf(id));
      return run(this, await readFile(pathOf(id), "utf8"), id);
    },
    async transform(text, id) {
      return takes(settings, id) && formOf(settings, id) === "code" ? run(this, text, id) : null;
    },
  };
}

export { passwright as default, type BundledPipeline };
