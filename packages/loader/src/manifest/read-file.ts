import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { invariant, locate } from "@passwright/core";
import type { Result, SourceLocation } from "@passwright/core";
import { tooLarge, DataTooLarge, nodeOfValue, placeIn } from "@passwright/sdk/loading";
import type { DataDocument, DataEntry, DataNode } from "@passwright/sdk/loading";
import { readText } from "../config/files.ts";
import { displayPath, isInside } from "../config/paths.ts";
import * as errors from "../errors/index.ts";
import { refused } from "../errors/index.ts";
import type { Who } from "../errors/index.ts";
import { checkData, EMPTY_MANIFEST, MANIFEST_NAME } from "./schema.ts";
import type { CheckedManifest, CheckResult } from "./schema.ts";

const NAMES = { title: "the manifest", name: MANIFEST_NAME };

type Flaw = { readonly why: string; readonly at: SourceLocation };

/** Text of a JSON file. Positions require a second, slower parser, which runs only if positions are needed. */
export class JsonFile {
  readonly #file: string;
  readonly #text: string;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  /** Checks a key or the whole file. Errors have positions. With `keepsLines`, the result has positions as well. */
  async check<T>(
    value: unknown,
    key: string | undefined,
    check: (document: DataDocument, node: DataNode) => CheckResult<T>,
    keepsLines: boolean,
  ): Promise<CheckResult<T>> {
    try {
      if (!keepsLines) {
        const root = nodeOfValue(value);
        const plain = check({ ...NAMES, file: this.#file, root }, root);
        if (plain.found !== undefined) return plain;
      }
      const { document, node } = await this.#placed(key);
      return check(document, node);
    } catch (thrown) {
      if (!(thrown instanceof DataTooLarge)) throw thrown;
      const document = { file: this.#file, text: this.#text, root: nodeOfValue({}) };
      return { diagnostics: [tooLarge(placeIn(document, thrown.offset), thrown.what)] };
    }
  }

  locate(offset: number): SourceLocation {
    return locate(this.#file, this.#text, offset);
  }

  /** Parses the text, or returns the first reason why it is not JSON. `name` is the name of the file in the reason. */
  async parse(name: string): Promise<Result<{ readonly value: unknown }, Flaw>> {
    try {
      return { ok: true, value: JSON.parse(this.#text) };
    } catch {
      const { why, offset } = (await import("../config/json.ts")).findJsonFlaw(this.#text, name);
      return { ok: false, why, at: this.locate(offset) };
    }
  }

  async placeOf(key: string, name: string): Promise<SourceLocation> {
    const { document, node } = await this.#placed(key);
    return placeIn(document, entryOf(node, name)?.keyOffset);
  }

  async #placed(key: string | undefined): Promise<{ readonly document: DataDocument; readonly node: DataNode }> {
    const { readJson } = await import("../config/json.ts");
    const read = readJson(this.#text);
    invariant(read.ok, "a file that JSON.parse accepts has positions");
    const node = key === undefined ? read.root : entryOf(read.root, key)?.value;
    invariant(node !== undefined, "JSON.parse has already found the key");
    return { document: { ...NAMES, file: this.#file, text: this.#text, root: read.root }, node };
  }
}

/** Returns the last entry with a key in a map. `JSON.parse` also uses the last of several entries with the same key. */
function entryOf(node: DataNode, key: string): DataEntry | undefined {
  return node.kind === "map" ? node.entries.findLast((entry) => entry.key === key) : undefined;
}

type ManifestResult = Result<{ readonly manifest: CheckedManifest; readonly at: SourceLocation | undefined }>;

/**
 * Reads the manifest file of a package. If it does not exist yet, the manifest is empty, so that the code is used. With
 * `isWritten`, `passwright manifest` writes the file next, so only its path is checked.
 */
export async function readManifestFile(
  folder: string,
  named: string,
  { cwd, isWritten }: { readonly cwd: string; readonly isWritten: boolean },
  who: Who,
): Promise<ManifestResult> {
  const path = resolve(folder, named);
  const real = existsSync(path) ? realpathSync(path) : path;
  if (!isInside(folder, path) || !isInside(folder, real)) return refused(errors.fileOutside(who, "manifest", named));
  if (isWritten || !existsSync(path)) return { ok: true, manifest: EMPTY_MANIFEST, at: undefined };
  const file = displayPath(path, cwd);
  const at = { file, line: 1, column: 1 };
  const read = readText(real);
  if (!read.ok) return refused(errors.brokenManifest({ ...who, at }, read.reason));
  const document = new JsonFile(file, read.text);
  const parsed = await document.parse("a manifest");
  if (!parsed.ok) return refused(errors.brokenManifest({ ...who, at: parsed.at }, parsed.why));
  const { found, diagnostics } = await document.check(parsed.value, undefined, checkData, false);
  return found === undefined ? refused(...diagnostics) : { ok: true, manifest: found, at };
}
