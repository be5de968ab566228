import { once } from "node:events";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import type { Pass } from "@passwright/core";
import { makeTemporaryFolder } from "@passwright/development";
import type { Executor, InputJob, InputResult } from "@passwright/runner/inputs";
import { Cached, factsOfRun, readDeclared } from "@passwright/runner/reuse";
import type { CacheCounts, CachedResult, ResultStore } from "@passwright/runner/reuse";

function passThatReads(files: readonly string[], table?: string | readonly string[]): Pass<object> {
  return { declaration: { name: "look", reads: { files } }, options: { values: { table } } } as unknown as Pass<object>;
}

describe("declared files in the key of the cache", () => {
  let folder: string;
  beforeEach(() => {
    folder = makeTemporaryFolder();
    write("data/a.json", "one");
    write("data/deep/b.json", "one");
    write("data/other.txt", "one");
  });

  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const remove = (name: string): void => rmSync(join(folder, name), { recursive: true });
  const factsOf = (...files: readonly string[]): string =>
    JSON.stringify(readDeclared([passThatReads(files)], folder).facts);

  /** Changes the folder, and returns whether the facts about an entry change and are restored with the folder. */
  const differs = (entry: string, change: () => void, restore: () => void): boolean => {
    const before = factsOf(entry);
    change();
    const after = factsOf(entry);
    restore();
    expect(factsOf(entry), entry).to.equal(before);
    return before !== after;
  };

  it("contain a file, a folder, a pattern, and files that do not exist yet", () => {
    const rows: readonly (readonly [entry: string, name: string, isRead: boolean])[] = [
      ["data/a.json", "data/a.json", true],
      ["data", "data/deep/b.json", true],
      ["data/", "data/new.json", true],
      ["data/*.json", "data/a.json", true],
      ["./data/*.json", "data/new.json", true],
      ["data/*.json", "data/deep/b.json", false],
      ["data/*.json", "data/other.txt", false],
      ["**/*.json", "data/deep/b.json", true],
      ["**/*.json", "new/new.json", true],
      ["data/[ab].json", "data/b.json", true],
      ["data/?.json", "data/c.json", true],
      ["none/*.json", "none/new.json", true],
      ["none.json", "none.json", true],
      ["none[1].json", "none[1].json", true],
      ["none", "none/new.json", true],
    ];
    const texts: { readonly [name: string]: string | undefined } = {
      "data/a.json": "one",
      "data/deep/b.json": "one",
      "data/other.txt": "one",
    };
    for (const [entry, name, isRead] of rows) {
      const text = texts[name];
      const topmost = /^(?:new|none)\//.test(name) ? dirname(name) : name;
      const restore = (): void => (text === undefined ? remove(topmost) : write(name, text));
      expect(
        differs(entry, () => write(name, "two"), restore),
        `${entry} ${name}`,
      ).to.equal(isRead);
    }
  });

  it("contain a file whose name has special characters", () => {
    write("[a].json", "one");
    const change = (): void => write("[a].json", "two");
    const restore = (): void => write("[a].json", "one");
    expect(differs("[a].json", change, restore)).to.equal(true);
    expect(readDeclared([passThatReads(["[a].json"])], folder).paths).to.deep.equal([join(folder, "[a].json")]);
  });

  it("contain the other entries of a folder with an unreadable entry", async () => {
    const server = createServer().listen(join(folder, "data/socket"));
    await once(server, "listening");
    const change = (): void => write("data/a.json", "two");
    const isDifferent = differs("data", change, () => write("data/a.json", "one"));
    server.close();
    expect(isDifferent).to.equal(true);
  });

  it("contain the files of a linked folder, but do not follow a link to an outer folder", () => {
    write("shared/c.json", "one");
    symlinkSync("../shared", join(folder, "data/shared"));
    symlinkSync("../../data", join(folder, "data/deep/outer"));
    const change = (): void => write("shared/c.json", "two");
    expect(differs("data", change, () => write("shared/c.json", "one"))).to.equal(true);
  });

  it("replace options in patterns", () => {
    const { facts, paths, patterns } = readDeclared([passThatReads(["{table}/*.json"], ["data", "none"])], folder);
    expect(facts.map(([name]) => name)).to.deep.equal(["file data/*.json", "file none/*.json"]);
    expect(paths).to.deep.equal([join(folder, "data/a.json")]);
    expect(patterns).to.deep.equal([
      { name: "data/*.json", folder, files: ["data/a.json"] },
      { name: "none/*.json", folder, files: [] },
    ]);
  });

  it("make results invalid if a file appears while inputs run", async () => {
    await wait(20);
    const passes = [passThatReads(["data/*.json"])];
    const code = factsOfRun({ cwd: folder, settings: {}, passes, modules: [], hosts: [], begun: Date.now() });
    const stored: string[] = [];
    const store: ResultStore = {
      get: async () => undefined,
      put: async (_, { result }) => void stored.push(String(result.output)),
    };
    const inner: Executor = {
      width: 1,
      run: async ({ name }) => {
        if (name === "second") write("data/new.json", "new");
        return { ok: true, output: name } as unknown as InputResult;
      },
      close: async () => undefined,
    };
    const cached = new Cached(inner, { code, cwd: folder, store });
    for (const name of ["first", "second"]) await cached.run({ name, content: name } as unknown as InputJob);
    expect(stored).to.deep.equal(["first"]);
  });

  it("make results invalid if a module that was loaded while inputs ran gets another dependency", async () => {
    const url = (name: string): string => pathToFileURL(join(folder, name)).href;
    for (const name of ["main.cjs", "late/late.cjs", "node_modules/dep/index.js"]) write(name, "");
    const dep = { kind: "require", name: "dep", url: url("node_modules/dep/index.js") } as const;
    const modules = [
      { kind: "import", name: url("main.cjs"), parent: undefined, url: url("main.cjs") },
      { ...dep, parent: url("main.cjs") },
    ] as const;
    const late = [
      { kind: "require", name: "./late/late.cjs", parent: url("main.cjs"), url: url("late/late.cjs") },
      { ...dep, parent: url("late/late.cjs") },
    ];
    const inner: Executor = {
      width: 1,
      run: async () => ({ ok: true, modules: late }) as unknown as InputResult,
      close: async () => undefined,
    };
    let entry: CachedResult | undefined;
    const store: ResultStore = { get: async () => entry, put: async (_, one) => void (entry = one) };
    const run = async (): Promise<CacheCounts> => {
      const code = factsOfRun({ cwd: folder, settings: {}, passes: [], modules, hosts: [], begun: Date.now() });
      const cached = new Cached(inner, { code, cwd: folder, store });
      await cached.run({ name: "a", content: "a" } as unknown as InputJob);
      return cached.counts;
    };
    await wait(20);
    await run();
    write("late/node_modules/dep/index.js", "");
    expect(await run()).to.deep.equal({ cached: 0, run: 1 });
  });

  it("make results invalid, with a warning, if `jiti` loads a module while inputs run", async () => {
    const code = factsOfRun({ cwd: folder, settings: {}, passes: [], modules: [], hosts: [], begun: Date.now() });
    const jiti = pathToFileURL(join(folder, "node_modules/jiti/lib/jiti.mjs")).href;
    const url = pathToFileURL(join(folder, "data/a.json")).href;
    const stored: string[] = [];
    const store: ResultStore = { get: async () => undefined, put: async (key) => void stored.push(key) };
    const inner: Executor = {
      width: 1,
      run: async () =>
        ({ ok: true, modules: [{ kind: "import", name: url, parent: jiti, url }] }) as unknown as InputResult,
      close: async () => undefined,
    };
    const cached = new Cached(inner, { code, cwd: folder, store });
    await cached.run({ name: "a", content: "a" } as unknown as InputJob);
    expect(stored).to.deep.equal([]);
    expect(cached.problem && renderDiagnostic(cached.problem)).to.equal(
      `warning[PWH0301]: the results are not cached, because equal inputs might have different results in the next run
   = \`jiti\` loaded \`data/a.json\` while a pass ran (Node 22.18 or later runs TypeScript without \`jiti\`)
help: change the code and settings that the notes list, or use \`passwright run\` without \`--cache\``,
    );
  });
});
