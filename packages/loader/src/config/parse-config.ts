import { extname } from "node:path";
import { locate } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { syntaxError, tooLarge, DataTooLarge } from "@passwright/sdk/loading";
import type { DataNode } from "@passwright/sdk/loading";
import * as errors from "../errors/index.ts";
import type { TextResult } from "./json.ts";

/** Maximum number of syntax errors to report. The first errors usually cause the later ones. */
const SYNTAX_ERRORS = 5;

const ENDINGS = [".yaml", ".yml", ".json", ".js", ".mjs", ".cjs", ".ts"];

/** Parses the text of a config as YAML or JSON. The extension of the path determines the format. */
export async function parseConfig(
  path: string,
  text: string,
  file: string,
): Promise<{ readonly root: DataNode } | { readonly diagnostics: readonly Diagnostic[] }> {
  const ending = extname(path);
  const isJson = ending === ".json" || ending === ".jsonc";
  const refuse = (offset: number, what: string): { readonly diagnostics: readonly Diagnostic[] } => ({
    diagnostics: [tooLarge(locate(file, text, offset), what)],
  });
  let result: TextResult;
  try {
    if (isJson) result = (await import("./json.ts")).readJson(text);
    else if ([".yaml", ".yml", ""].includes(ending)) result = (await import("./yaml.ts")).readYaml(text);
    else return { diagnostics: [errors.unknownConfigKind(file, ENDINGS)] };
  } catch (thrown) {
    if (thrown instanceof DataTooLarge) return refuse(thrown.offset ?? 0, thrown.what);
    // Deep nesting overflows the stack, because the parsers are recursive.
    if (thrown instanceof RangeError) return refuse(0, "nested too deeply");
    throw thrown;
  }
  if (result.ok) return result;
  return {
    diagnostics: result.errors
      .filter(
        ({ message, offset }, index, all) =>
          index === all.findIndex((one) => one.message === message && one.offset === offset),
      )
      .slice(0, SYNTAX_ERRORS)
      .map(({ message, offset, help }) =>
        syntaxError(locate(file, text, offset), isJson ? "JSON" : "YAML", message, help),
      ),
  };
}
