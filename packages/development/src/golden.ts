import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Compares `actual` with the file `test/golden/NAME` of the package that contains the calling test. `testUrl` is the
 * `import.meta.url` of the test, which runs from `dist-test/`, beside `test/`. With UPDATE_GOLDEN=1 (`npm run golden`),
 * writes the file instead. Review the changes of the file afterwards.
 */
export function checkGolden(actual: string, name: string, testUrl: string): void {
  const path = goldenPath(name, testUrl);
  if (process.env["UPDATE_GOLDEN"] === "1") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
    return;
  }
  const expected = readGolden(path);
  if (expected === actual) return;
  throw Object.assign(
    new Error(`differs from ${relative(process.cwd(), path)}; if that is right, run npm run golden`),
    {
      expected,
      actual,
      showDiff: true,
    },
  );
}

function readGolden(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const message = `there is no ${relative(process.cwd(), path)}; npm run golden writes it`;
    throw new Error(message, { cause: error });
  }
}

function goldenPath(name: string, testUrl: string): string {
  const path = fileURLToPath(testUrl);
  const marker = /[\\/]dist-test[\\/]/.exec(path);
  if (marker === null) throw new Error(`${path} is not under dist-test/`);
  return `${path.slice(0, marker.index)}/test/golden/${name}`;
}
