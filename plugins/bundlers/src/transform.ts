import type { Assembly, Diagnostic } from "@passwright/sdk";

/** A pipeline for files of a bundler. */
export interface BundledPipeline {
  /** What `assemble` returned. Its plan must have no errors. */
  readonly pipeline: Assembly<never>;
  /** Files that go through the pipeline, by their paths. Default: those with an extension of the IR. */
  readonly include?: RegExp;
  /**
   * Whether the result is the module itself (`"code"`), or a text that the module exports (`"text"`). Default: a text, except for
   * JavaScript and CSS.
   */
  readonly as?: "code" | "text";
  /** Returns the files that a result depends on, so that the bundler watches them. */
  readonly dependenciesOf?: (root: never) => readonly string[];
}

/** What a bundler gets for one file. */
export interface Transformed {
  readonly code: string;
  readonly map: object | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly dependencies: readonly string[];
  /** Whether there are errors, and the code is of no use. */
  readonly failed: boolean;
}

const CODE = /\.(?:[cm]?[jt]sx?|css)$/;

/** Returns the path of a module: bundlers may add a query. */
export function pathOf(id: string): string {
  return id.replace(/[?#].*$/, "");
}

/** Returns what the result for a file is. */
export function formOf({ as }: BundledPipeline, id: string): "code" | "text" {
  return as ?? (CODE.test(pathOf(id)) ? "code" : "text");
}

/** Returns whether a file goes through the pipeline. */
export function takes({ pipeline, include }: BundledPipeline, id: string): boolean {
  const path = pathOf(id);
  return include === undefined ? pipeline.extensions.some((extension) => path.endsWith(extension)) : include.test(path);
}

/** Runs the pipeline on the text of a file. */
export async function transform(settings: BundledPipeline, text: string, file: string): Promise<Transformed> {
  const { pipeline, dependenciesOf } = settings;
  const as = formOf(settings, file);
  const failure = (diagnostics: readonly Diagnostic[]): Transformed => {
    return { code: "", map: null, diagnostics, dependencies: [], failed: true };
  };
  const planned = pipeline.diagnostics.filter(({ severity }) => severity === "error");
  if (planned.length > 0) return failure(planned);
  const parsed = pipeline.parse(text, { file });
  if (!parsed.ok) return failure(parsed.diagnostics);
  const { ok, root, diagnostics } = await pipeline.runAsync(parsed.root);
  if (!ok) return failure(diagnostics);
  const printed = pipeline.printWithMap(root);
  const code = as === "code" ? printed.text : `export default ${JSON.stringify(printed.text)};\n`;
  const map = as === "code" ? (printed.map ?? null) : null;
  return { code, map, diagnostics, dependencies: dependenciesOf?.(root) ?? [], failed: false };
}
