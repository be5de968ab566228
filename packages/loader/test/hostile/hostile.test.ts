import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Ajv } from "ajv";
import type { Diagnostic } from "@passwright/core";
import { checkGolden, itLong, itSlow } from "@passwright/development";
import { configJsonSchema, loadSession, manifestJsonSchema } from "@passwright/loader";
import { makeProject } from "../project.ts";
import type { Project } from "../project.ts";
import { bytes, casesIn, full, largeCases, variations } from "./cases.ts";
import type { Case, Json } from "./cases.ts";

const ran = globalThis as { hostileCodeRan?: boolean };
const ajv = new Ajv({ strict: false });
const isConfig = ajv.compile(configJsonSchema());

/** Files of every project: code that records that it ran, and a valid plugin. */
const surroundings = {
  "bomb.js": "globalThis.hostileCodeRan = true;\nexport default {};\n",
  "base.yaml": "level: O1\n",
  "stays/package.json": JSON.stringify({
    name: "stays",
    passwright: { kind: "plugin", api: "^1.0.0", setup: false, passes: [{ name: "stays" }] },
  }),
};

/** Loads the project's config and returns its errors as text. Expects at least one error with a code and a position. */
async function refusal(project: Project): Promise<{ text: string; diagnostics: readonly Diagnostic[] }> {
  const before = Reflect.ownKeys(Object.prototype);
  const { session, diagnostics } = await loadSession({ cwd: project.folder });
  expect(session?.plan?.steps.length).to.equal(undefined);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors).to.not.deep.equal([]);
  for (const { code, message, at, help } of errors) {
    expect(code).to.match(/^PW[LCB]\d{4}$/);
    expect(message.length, message).to.be.lessThan(1000);
    expect(help ?? [], code).to.satisfy((lines: readonly string[]) => lines.length > 0 || code === "PWC0202");
    // These codes are about a whole file, or about two packages.
    const isWholeFile = ["PWL0002", "PWL0003", "PWB0001"].includes(code);
    if (!isWholeFile)
      expect([at?.file, at?.line, at?.column], message).to.satisfy(
        ([file, line]: unknown[]) => file !== undefined && Number(line) > 0,
      );
  }
  expect(Reflect.ownKeys(Object.prototype)).to.deep.equal(before);
  expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
  const shown = project.show(errors);
  // eslint-disable-next-line no-control-regex -- a terminal would interpret these characters
  expect(shown).to.not.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  return { text: shown, diagnostics: errors };
}

const clipped = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !line.includes("= tried /"))
    .map((line) => line.replace(/(allowed keys): .*/, "$1 …"))
    .map((line) => (line.length > 170 ? `${line.slice(0, 170)}…` : line))
    .join("\n");

async function table(cases: readonly Case[], extra: { readonly [path: string]: string } = {}): Promise<string> {
  const told: string[] = [];
  for (const { title, files } of cases) {
    const project = makeProject({ ...surroundings, ...extra, ...files });
    let text = "";
    try {
      ({ text } = await refusal(project));
    } catch (error) {
      throw new Error(title, { cause: error });
    }
    told.push(`### ${title}\n${clipped(text)}\n`);
  }
  return told.join("\n");
}

/** Files of a case with a manifest. */
const aroundManifest = { "passwright.config.yaml": "anchor: any\nplugins: [./stays, ./odd]\npipeline: [stays]\n" };

describe("hostile files", () => {
  beforeEach(() => delete ran.hostileCodeRan);
  afterEach(() => expect(ran.hostileCodeRan, "code ran").to.equal(undefined));

  const configs = casesIn("configs.txt");
  const manifests = casesIn("manifests.txt");

  it("configs, each with its errors", async () => {
    checkGolden(await table(configs), "hostile/configs.txt", import.meta.url);
  });

  it("manifests, each with its errors", async () => {
    checkGolden(await table(manifests, aroundManifest), "hostile/manifests.txt", import.meta.url);
  });

  itLong("long, deep or numerous values, in time", async () => {
    checkGolden(await table(largeCases(), aroundManifest), "hostile/large.txt", import.meta.url);
  });

  it("bytes that are not text", async () => {
    const told: string[] = [];
    for (const [title, content] of bytes) {
      const project = makeProject(surroundings);
      writeFileSync(join(project.folder, "passwright.config.yaml"), content);
      told.push(`### ${title}\n${(await refusal(project)).text}\n`);
    }
    checkGolden(told.join("\n"), "hostile/bytes.txt", import.meta.url);
  });

  itSlow("a config with every key, one thing wrong at a time, as its JSON Schema has it", async () => {
    expect(Object.keys(full).concat("framework").sort()).to.deep.equal(
      Object.keys(configJsonSchema()["properties"] as object).sort(),
    );
    expect(isConfig(full), JSON.stringify(isConfig.errors)).to.equal(true);
    const told: string[] = [];
    for (const { title, value } of variations()) {
      const project = makeProject({ ...surroundings, "passwright.config.json": JSON.stringify(value, undefined, 2) });
      const { diagnostics } = await loadSession({ cwd: project.folder });
      const found = diagnostics.filter(({ code }) => isShapeError(code));
      expect(found.length > 0, `${title}\n${project.show(diagnostics)}`).to.equal(!isConfig(value));
      if (found.length === 0) continue;
      const lines = found.map(({ code, message, at }) => `${code} ${at?.line}:${at?.column} ${message}`);
      told.push(`### ${title}\n${clipped(lines.join("\n"))}\n`);
    }
    expect(configs.length + manifests.length + told.length).to.be.greaterThan(200);
    checkGolden(told.join("\n"), "hostile/variations.txt", import.meta.url);
  });

  it("tables that the JSON Schemas refuse as the loader does", () => {
    const isManifest = ajv.compile(manifestJsonSchema());
    let count = 0;
    for (const { title, files } of [...configs, ...manifests]) {
      for (const [path, text] of Object.entries(files)) {
        const value = parsed(text);
        if (!path.endsWith(".json") || value === undefined) continue;
        const field = (value as { readonly passwright?: Json } | null)?.passwright;
        if (path === "odd/package.json" && field !== undefined && isOnlyShape(title)) {
          expect(isManifest(field), title).to.equal(false);
          count++;
        }
      }
    }
    expect(count).to.be.greaterThan(15);
  });
});

/** Returns whether a JSON Schema can also detect an error with this code. */
function isShapeError(code: string): boolean {
  return ["PWL0011", "PWL0012", "PWL0013", "PWL0014", "PWL0017"].includes(code);
}

/** Returns whether a case with this title has a manifest that is invalid on its own. */
function isOnlyShape(title: string): boolean {
  return /kind|prototype key(?! in a default)|option of|needs in|list|nothing|bundle|no place|missed|everything|is a text|is empty/.test(
    title,
  );
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
