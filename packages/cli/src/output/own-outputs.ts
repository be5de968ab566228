import { readText } from "@passwright/loader";

/** Kind of a file that only one command writes, and that can be recognized by its content. */
export type OutputKind = "lock" | "documentation" | "page" | "recording" | "config" | "manifest";

interface Recognized {
  /** Description of the kind. */
  readonly what: string;
  readonly isOwn: (text: string) => boolean;
}

const KINDS: { readonly [K in OutputKind]: Recognized } = {
  lock: { what: "a lock file", isOwn: (text) => /^\{\s*"lockVersion"/.test(text) },
  documentation: {
    what: "documentation of passes",
    isOwn: (text) => text.startsWith("# Passes of ") || "passes" in objectIn(text),
  },
  page: {
    what: "a page of `passwright view`",
    isOwn: (text) => text.startsWith("<!doctype html>") && text.includes('id="passwright-view"'),
  },
  recording: { what: "a recording", isOwn: (text) => text.startsWith('{"version":') },
  // Accepts an invalid manifest, but not a package.json.
  manifest: { what: "a manifest", isOwn: (text) => text.startsWith("{") && !("name" in objectIn(text)) },
  config: {
    what: "a config in JSON",
    isOwn: (text) => ["framework", "pipeline", "graph", "extends"].some((key) => key in objectIn(text)),
  },
};

/** Maximum size in bytes of a file that is read to recognize its kind. */
const LARGEST = 2 ** 28;

/**
 * Returns a description of the kind if a file does not have this kind, and otherwise `undefined`. An empty file has
 * every kind.
 */
export function missingKind(path: string, kind: OutputKind): string | undefined {
  const { what, isOwn } = KINDS[kind];
  const read = readText(path, LARGEST);
  return read.ok && (read.text.trim() === "" || isOwn(read.text)) ? undefined : what;
}

function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
