import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Maximum number of files to find. `MOST_BYTES` limits the size of each file. */
const MOST_FILES = 100;
const MOST_BYTES = 200_000;

const SKIPPED = new Set(["node_modules", "dist", "build", "coverage"]);

/** Result of {@link findInputs}. */
export interface FoundInputs {
  /** Paths of the inputs, without duplicates. */
  readonly paths: readonly string[];
  /** Notes about files that were omitted. */
  readonly notes: readonly string[];
}

/**
 * Returns, in alphabetical order, the files in a folder with one of the extensions in `endings`. Omits installed and
 * generated files.
 */
export function findInputs(folder: string, endings: readonly string[]): FoundInputs {
  const all: string[] = [];
  const visit = (at: string): void => {
    const entries = readdirSync(at, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(at, entry.name);
      if (entry.name.startsWith(".") || /\.config\.[cm]?[jt]s$/.test(entry.name)) continue;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) visit(path);
      else if (entry.isFile() && endings.some((ending) => entry.name.endsWith(ending))) all.push(path);
    }
  };
  visit(folder);
  const small = all.filter((path) => statSync(path).size <= MOST_BYTES);
  const paths = small.slice(0, MOST_FILES);
  const notes = [
    ...(small.length < all.length ? [`${all.length - small.length} files of more than ${MOST_BYTES} bytes`] : []),
    ...(paths.length < small.length ? [`${small.length - paths.length} of ${small.length} files`] : []),
  ];
  return { paths, notes };
}
