import { checkSettings, diagnosticOf, mustBe, refuse } from "@passwright/sdk";
import type { Assembly, Diagnostic } from "@passwright/sdk";

/** Pipeline for files of a bundler. */
export interface BundledPipeline {
  /** Pipeline that `assemble` returned. A pipeline with errors does not run on any file. */
  readonly pipeline: Assembly<never>;
  /** Paths of the files to run the pipeline on. Default: files with an extension of the IR. */
  readonly include?: RegExp;
  /**
   * Whether the result is the module (`"code"`), or a string that the module exports (`"text"`). Default: `"code"` for
   * JavaScript and CSS, and `"text"` for other files.
   */
  readonly as?: "code" | "text";
  /** Returns the files on which the result for the tree `root` depends, so that the bundler watches these files. */
  readonly dependenciesOf?: (root: never) => readonly string[] | Promise<readonly string[]>;
}

/** Result for one file. If `diagnostics` contains an error, callers must not use `code`. */
export interface Transformed {
  readonly code: string;
  readonly map: object | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly dependencies: readonly string[];
}

/** Returns whether a value has all functions that this package calls on an assembly. */
function isPipeline(value: unknown): boolean {
  const { parse, runAsync } = Object(value) as Partial<Assembly<never>>;
  return typeof parse === "function" && typeof runAsync === "function";
}

/**
 * Checks the settings of a bundler's plugin, because configurations of bundlers are usually written in JavaScript.
 *
 * @throws UsageError PWL0606 for an unknown or invalid setting.
 */
export function checkBundled(what: string, settings: BundledPipeline): void {
  checkSettings(
    "PWL0606",
    what,
    { ...settings, pipeline: Object(settings).pipeline ?? null },
    {
      pipeline: mustBe("the result of `assemble`", isPipeline),
      include: mustBe("a regular expression", (value) => value instanceof RegExp),
      as: mustBe('"code" or "text"', (value) => value === "code" || value === "text"),
      dependenciesOf: mustBe("a function", (value) => typeof value === "function"),
    },
  );
}

const CODE = /\.(?:[cm]?[jt]sx?|css)$/;

/** Returns the path of a module without the query that bundlers can add. */
export function pathOf(id: string): string {
  return id.replace(/[?#].*$/, "");
}

/** Returns the form of the result for a file: code, or a module that exports a text. */
export function formOf({ as }: BundledPipeline, id: string): "code" | "text" {
  return as ?? (CODE.test(pathOf(id)) ? "code" : "text");
}

/**
 * Checks that the plugin can recognize its files.
 *
 * @throws UsageError PWL0606 if neither the settings nor the IR specify files.
 */
export function checkFiles(what: string, { pipeline, include }: BundledPipeline): void {
  if (include !== undefined || pipeline.extensions.length > 0) return;
  const message = `${what} must contain \`include\`, because the IR of \`pipeline\` has no extensions`;
  refuse("PWL0606", message, "set `include` to a pattern of paths, or add `extensions` to the IR");
}

/** Matches import queries for which Vite returns the address or the unchanged text of a file. */
const UNCHANGED = /[?&](?:raw|url)(?:[=&]|$)/;

/** Returns whether the pipeline runs on a file. */
export function takes({ pipeline, include }: BundledPipeline, id: string): boolean {
  if (UNCHANGED.test(id)) return false;
  const path = pathOf(id);
  // Uses `search`, because the result of `test` depends on earlier calls if the pattern has the flag `g`.
  if (include !== undefined) return path.search(include) >= 0;
  return pipeline.extensions.some((extension) => path.endsWith(extension));
}

/** Returns whether a diagnostic is an error. A run with errors can succeed, but the build must fail. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** Runs the pipeline on the text of a file. */
export async function transform(settings: BundledPipeline, text: string, file: string): Promise<Transformed> {
  const failure = (diagnostics: readonly Diagnostic[]): Transformed => {
    return { code: "", map: null, diagnostics, dependencies: [] };
  };
  const { pipeline } = settings;
  const planned = pipeline.diagnostics.filter(isError);
  if (planned.length > 0) return failure(planned);
  try {
    const parsed = pipeline.parse(text, { file });
    if (!parsed.ok) return failure(parsed.diagnostics);
    const { ok, root, diagnostics } = await pipeline.runAsync(parsed.root);
    if (!ok || diagnostics.some(isError)) return failure(diagnostics);
    return { ...moduleOf(settings, root, file), diagnostics, dependencies: await dependenciesOf(settings, root) };
  } catch (thrown) {
    const diagnostic = diagnosticOf(thrown);
    if (diagnostic === undefined) throw thrown;
    return failure([diagnostic]);
  }
}

function moduleOf(settings: BundledPipeline, root: never, file: string): Pick<Transformed, "code" | "map"> {
  const { text, map } = { ...settings.pipeline.printWithMap(root) };
  if (typeof text !== "string")
    return refuse("PWL0606", "the IR of `pipeline` did not print text", "return a string from `print` of the IR");
  return formOf(settings, file) === "code"
    ? { code: text, map: map ?? null }
    : { code: `export default ${JSON.stringify(text)};\n`, map: null };
}

async function dependenciesOf(settings: BundledPipeline, root: never): Promise<readonly string[]> {
  const files: unknown = (await settings.dependenciesOf?.(root)) ?? [];
  if (Array.isArray(files) && files.every((file) => typeof file === "string")) return files;
  return refuse("PWL0606", "`dependenciesOf` did not return a list of strings", "return a list of paths");
}
