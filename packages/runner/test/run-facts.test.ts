import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "chai";
import type { Pass } from "@passwright/core";
import { factsOfRun, ModuleRecorder } from "@passwright/runner/reuse";
import type { ModuleRequest } from "@passwright/runner/reuse";

/** Collects the facts about a run in which an option has a value. */
function factsWith(value: unknown): { readonly facts: string; readonly refusals: string } {
  const pass = { declaration: { name: "look" }, options: { values: { table: value } } } as unknown as Pass<object>;
  const run = factsOfRun({ cwd: ".", settings: {}, passes: [pass], modules: [], hosts: [], begun: 0 });
  return { facts: JSON.stringify(run.facts), refusals: run.refusals.join("\n") };
}

class Table {
  readonly #rows: number;
  constructor(rows: number) {
    this.#rows = rows;
  }
  get isEmpty(): boolean {
    return this.#rows === 0;
  }
}

const circle: { self?: object } = {};
circle.self = circle;

describe("values of options in the key of the cache", () => {
  it("differ if the values differ", () => {
    const numbers = [undefined, null, 0, -0, 1, "1", 1n, Number.NaN, true];
    const lists = [[], {}, [undefined], [null], [[]], { a: undefined }, circle];
    const objects = [/a/, /a/g, "/a/", { regexp: "/a/" }, new Date(0), new Date(0).toJSON(), new Date(1)];
    const maps = [new Map(), new Map([["a", 1]]), new Map([["a", 2]]), new Set(), new Set([1]), new Set(["1"])];
    const getters = [1, 2].map((value) => Object.defineProperty({}, "a", { get: () => value, enumerable: true }));
    const long = ["a".repeat(100_000), `${"a".repeat(99_999)}b`, Array(1000).fill(0), [...Array(999).fill(0), 1]];
    const values = [numbers, lists, objects, maps, getters, long].flat();
    const run = values.map(factsWith);
    expect(run.flatMap(({ refusals }) => refusals).join("")).to.equal("");
    expect(new Set(run.map(({ facts }) => facts)).size).to.equal(values.length);
  });

  it("refuse what depends on more than its text", () => {
    const deep = new Map([["a", [new Set([() => 1])]]]);
    const hidden = Object.defineProperty(() => 1, "fingerprint", { value: "1" });
    const values = [() => 1, deep, hidden, [new Table(0)], new URL("file:///a"), Object.create(Object.create(null))];
    expect(values.map((value) => factsWith(value).refusals)).to.deep.equal([
      "option `table` of pass `look` contains a function",
      "option `table` of pass `look` contains a function",
      "option `table` of pass `look` contains a function",
      "option `table` of pass `look` contains an object of class `Table`",
      "option `table` of pass `look` contains an object of class `URL`",
      "option `table` of pass `look` contains an object of class `unknown`",
    ]);
    const fingerprinted = (fingerprint: string): object => Object.assign(() => 1, { fingerprint });
    expect(factsWith(fingerprinted("1"))).to.deep.equal(factsWith(fingerprinted("1")));
    expect(factsWith(fingerprinted("1")).facts).to.not.equal(factsWith(fingerprinted("2")).facts);
  });
});

describe("modules in the key of the cache", () => {
  const { resolve, cache } = createRequire(import.meta.url);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "passwright-")));
  after(() => rmSync(folder, { recursive: true }));
  const loader = pathToFileURL(resolve("@passwright/loader/package.json")).href;
  const file = (path: string): string => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
    return pathToFileURL(join(folder, path)).href;
  };
  const request = (parent: string, url: string, name = url): ModuleRequest => ({ kind: "import", name, parent, url });
  const [jiti, babel] = [file("node_modules/jiti/lib/jiti.mjs"), file("node_modules/jiti/dist/babel.cjs")];
  const [plugin, imported, required] = [file("plugin.ts"), file("imported.js"), file("required.cjs")];
  const ofLoader = [request(loader, jiti, "jiti"), request(jiti, babel)];
  const transpiled: ModuleRequest = { kind: "require", name: plugin, parent: undefined, url: plugin };
  const factsOf = (...modules: readonly ModuleRequest[]): readonly string[] => {
    const run = factsOfRun({ cwd: ".", settings: {}, passes: [], modules, hosts: [], begun: 0 });
    return [...run.refusals, ...run.known];
  };

  it("contain the modules that `jiti` adds to `require.cache`, and the modules that these modules load", () => {
    const recorder = ModuleRecorder.start();
    const [path, other] = [fileURLToPath(plugin), fileURLToPath(required)];
    cache[path] = Object.assign(new Module(path), { require: () => {} });
    cache[other] = new Module(other);
    const recorded = [...recorder.take(), ...recorder.take()];
    delete cache[path];
    delete cache[other];
    expect(recorded).to.deep.equal([transpiled]);
    const all = [...ofLoader, ...recorded, request(jiti, imported), request(plugin, required)];
    expect([...factsOf(...all)].sort()).to.deep.equal([imported, plugin, required].sort());
  });

  it("refuse `jiti` if its modules are not recorded, or if a plugin imports it", () => {
    const refusal = "`jiti` loads modules that cannot be recorded (Node 22.18 or later runs TypeScript without `jiti`)";
    expect(factsOf(...ofLoader)).to.deep.equal([refusal]);
    expect(factsOf(...ofLoader, transpiled, request(plugin, jiti))).to.include(refusal);
  });
});
