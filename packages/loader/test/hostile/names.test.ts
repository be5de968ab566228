import { readFileSync } from "node:fs";
import { expect } from "chai";
import { Ajv } from "ajv";
import { hasControlCharacters } from "@passwright/core";
import { configJsonSchema, loadSession, manifestJsonSchema } from "@passwright/loader";
import { makeProject } from "../project.ts";
import { full, manifestWith, pathsIn, valueAt, withValue } from "./cases.ts";
import type { Json } from "./cases.ts";

const manifest = JSON.parse(readFileSync(new URL("../../test/hostile/manifest.json", import.meta.url), "utf8")) as {
  readonly [key: string]: Json;
};

const ajv = new Ajv({ strict: false });

/** Keys whose values are texts for people. Such texts can have several lines. */
const PROSE = ["reason", "doc", "summary", "description", "deprecated"];
/**
 * Returns whether the string at a path is data that can have several lines, such as the value of an option or a textual
 * pipeline.
 */
const isData = (path: readonly (string | number)[]): boolean =>
  path.some((key) => ["options", "option", "default", "pipeline", "text"].includes(String(key))) ||
  path[0] === "plugins";

type Path = readonly (string | number)[];

interface Change {
  readonly path: Path;
  readonly value: Json;
}

/** Returns copies of a value in which one string or key contains `bad`. */
function changes(whole: Json, bad: string): Change[] {
  return pathsIn(whole).flatMap((path): Change[] => {
    const value = valueAt(whole, path);
    if (typeof value === "string") return [{ path, value: withValue(whole, path, `${value}${bad}`) }];
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    return Object.entries(value).map(([key, inner]) => ({
      path: [...path, key, "(key)"],
      value: withValue(whole, path, { ...value, [`${key}${bad}`]: inner as Json }),
    }));
  });
}

const lastKey = (path: Path): string => String(path.findLast((key) => typeof key === "string"));

function isProse(path: Path): boolean {
  return PROSE.includes(lastKey(path)) || (path.at(-2) === "passTypes" && typeof path.at(-1) === "string");
}

async function refusals(files: { readonly [path: string]: string }): Promise<string[]> {
  const project = makeProject({ "stays/package.json": manifestOf("stays"), ...files });
  const { session, diagnostics } = await loadSession({ cwd: project.folder });
  expect(session?.plan).to.equal(undefined);
  return diagnostics.flatMap(({ code, message }) => (code === "PWL0013" || code === "PWL0014" ? [message] : []));
}

function manifestOf(name: string): string {
  return JSON.stringify({ name, passwright: { kind: "plugin", api: "^1.0.0", setup: false, passes: [{ name }] } });
}

describe("control characters in every text of a file", () => {
  const isConfig = ajv.compile(configJsonSchema());
  const isManifest = ajv.compile(manifestJsonSchema());

  it("are refused in a config, by the loader and by the JSON Schema", async () => {
    // Uses one of the two characters for each text, because the check is the same for both.
    const [escapes, marks] = [changes(full, "\u001b[31m"), changes(full, "\u202e")];
    for (const [index, change] of escapes.entries()) {
      const { path, value } = index % 2 === 0 ? change : marks[index]!;
      if (isData(path) && path.at(-1) !== "(key)") continue;
      const found = await refusals({ "passwright.config.json": JSON.stringify(value) });
      expect(found.length, path.join(".")).to.be.greaterThan(0);
      expect(isConfig(value), path.join(".")).to.equal(false);
    }
  });

  it("are refused in a manifest, by the loader and by the JSON Schema", async () => {
    const config = "anchor: any\nplugins: [./odd]\npipeline: [stays]\n";
    for (const { path, value } of changes(manifest, "\u009b2J")) {
      if (path.includes("default") || (path.at(-1) === "kind" && path.length === 1)) continue;
      const found = await refusals({ "passwright.config.yaml": config, ...manifestWith(value as typeof manifest) });
      expect(found.length, path.join(".")).to.be.greaterThan(0);
      expect(isManifest(value), path.join(".")).to.equal(false);
    }
  });

  it("may be line breaks and tabs in texts for people, and nowhere else", () => {
    for (const [whole, isValid] of [
      [full, isConfig],
      [manifest, isManifest],
    ] as const) {
      for (const { path, value } of changes(whole, "\n\tmore")) {
        if (path.at(-1) === "(key)" || (isData(path) && !isProse(path)) || path.includes("default")) continue;
        expect(isValid(value), path.join(".")).to.equal(isProse(path));
      }
    }
  });

  it("are escaped in errors", async () => {
    const found = await refusals({
      "passwright.config.json": JSON.stringify({ framework: "a", levle: 1, "x\u001b": 2 }),
    });
    expect(found.some((message) => hasControlCharacters(message))).to.equal(true);
  });
});
