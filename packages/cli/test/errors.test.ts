import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { checkGolden } from "@passwright/development";
import { makeWorkplace, pluginText } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

const kettle = (files: { readonly [path: string]: string } = {}): Workplace =>
  makeWorkplace({ "passwright.config.yaml": "framework: kettle\n", "tea.txt": "tea\n", ...files }, ["kettle"]);

const press = (setup: string): Workplace =>
  makeWorkplace(
    {
      "passwright.config.yaml": "framework: press\nplugins: [./again.js]\ninputs: [tea.txt]\n",
      "again.js": pluginText(setup),
      "tea.txt": "tea\n",
    },
    ["press"],
  );

function mute(): Workplace {
  const framework = `import { defineFramework } from "@passwright/sdk";
export default defineFramework({ name: "mute", anchor: "any", ir: { name: "signs", intern() {}, nameOf() {}, parentOf() {}, collectNested() {} }, pipeline() {} });
`;
  return makeWorkplace({
    "mute.js": framework,
    "passwright.config.yaml": "framework: ./mute.js\n",
    "tea.txt": "tea\n",
  });
}

/** Makes a project with a framework whose adapter is complete except for the member in `part`. */
function withAdapter(part: string): Workplace {
  const framework = `import { defineFramework } from "@passwright/sdk";
const name = { text: "sign", isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
const ir = {
  name: "signs", intern: () => name, nameOf: () => name, parentOf() {}, collectNested() {},
  parse: () => ({ ok: true, op: {} }), print: () => "sign", verify: () => true, ${part} };
export default defineFramework({ name: "signer", anchor: "any", ir, pipeline() {} });
`;
  return makeWorkplace({
    "signer.js": framework,
    "passwright.config.yaml": "framework: ./signer.js\n",
    "tea.txt": "tea\n",
  });
}

const mapped = (): Workplace => withAdapter('printWithMap: () => ({ text: "sign", map: { version: 3 } })');

async function lockedThenChanged(): Promise<string> {
  const { passwright, folder } = press('b.addAfter("wipe", "rinse");');
  await passwright("lock");
  writeFileSync(join(folder, "passwright.config.yaml"), "framework: press\n");
  return passwright("lock", "--check");
}

/** Maps each error code to a function that causes the error and returns the output. */
const CASES: { readonly [code: string]: () => Promise<string> } = {
  PWR0002: () => kettle().passwright("paln"),
  "PWR0002 with nothing like it": () => kettle().passwright("help", "brew"),
  "PWR0002 with its beginning": () => kettle().passwright("expl"),
  "PWR0002 with a flag first": () => kettle().passwright("-c", "kettle.config.yaml", "plan"),
  PWR0003: () => kettle().passwright("check", "--permut"),
  "PWR0003 with nothing like it": () => kettle().passwright("lock", "--quickly"),
  "PWR0006 without a value": () => kettle().passwright("explain", "--where"),
  "PWR0006 of a flag without values": () => kettle().passwright("check", "--permute=all"),
  "PWR0006 with two values": () => kettle().passwright("run", "tea.txt", "--jobs", "1", "--jobs", "2"),
  PWR0006: () => kettle().passwright("plan", "--format", "dot"),
  PWR0007: () => kettle().passwright("plan", "missing-folder"),
  "PWR0007 with backslashes": () => kettle().passwright("plan", "missing\\folder"),
  "PWR0007 without a config": () =>
    makeWorkplace({ "tea.txt": "tea\n" }).passwright("run", "tea.txt", "missing-folder"),
  PWR0008: () => kettle().passwright("check", "--dedup"),
  "PWR0009 of an empty operand": () => kettle().passwright("plan", ""),
  PWR0009: () => kettle().passwright("diff", "one", "two", "three"),
  PWR0010: () => kettle().passwright("explain", "--where", "garnsh"),
  "PWR0010 with nothing like it": () => kettle().passwright("explain", "--where", "vectorize"),
  "PWR0010 of a flag": () => kettle().passwright("run", "tea.txt", "--mlir-print-ir-after=boul,boil"),
  "PWR0010 of a flag with an address": () =>
    kettle().passwright("run", "tea.txt", "--mlir-print-ir-before=kettle::boil", "--mlir-print-ir-after=boil#2"),
  PWR0011: () => kettle().passwright("explain", ".", "boul"),
  "PWR0011 with nothing like it": () => kettle().passwright("explain", "vectorize"),
  "PWR0011 with a config": () => kettle().passwright("explain", "other.yaml"),
  PWR0012: () => kettle().passwright("new"),
  "PWR0012 with another kind": () => kettle().passwright("new", "plugn", "mint"),
  "PWR0012 for a framework": () => kettle().passwright("new", "framework", "mint", "--for", "svgo"),
  "PWR0012 for a plugin": () => kettle().passwright("new", "plugin", "mint", "--for", "tree"),
  "PWR0012 without a name": () => kettle().passwright("new", "plugin"),
  PWR0013: () => kettle().passwright("run", "*.mlir", "**/*.coffee"),
  "PWR0006 of a time limit": () => kettle().passwright("run", "tea.txt", "--time-limit", "soon"),
  PWR0015: () => kettle().passwright("list", "passses"),
  "PWR0015 with nothing like it": () => kettle().passwright("list", "cups"),
  "PWR0006 of a number of threads": () => kettle().passwright("run", "tea.txt", "--threads", "many"),
  PWR0802: () => kettle().passwright("graph"),
  "PWR0802 of a trace": () => kettle().passwright("run", "--trace", "tea.txt"),
  PWR0020: () => kettle().passwright("run", "tea.txt", "--from", "boil", "--trace"),
  PWR0021: () => kettle().passwright("run", "tea.txt", "--mlir-timing-display", "list"),
  PWR0018: () => kettle().passwright("plan", "tea.txt"),
  "PWR0013 with backslashes": () => kettle().passwright("run", "cu*\\*.txt"),
  "PWR0101 with backslashes": () => kettle().passwright("run", "cups\\a.txt"),
  "PWR0101 with an escaped pattern": () => kettle().passwright("run", "cups/\\*.txt"),
  PWR0101: () => kettle().passwright("check", "--dedup", "missing.txt"),
  "PWR0101 of a folder": () => kettle({ "cups/a.txt": "" }).passwright("run", "tea.txt", "cups"),
  PWR0102: () => {
    const form = '{ extension: ".sign", parse: () => ({ ok: true, op: {} }), print: () => new Uint8Array() }';
    const { passwright, folder } = withAdapter(`binary: ${form}`);
    writeFileSync(join(folder, "empty.sign"), "");
    return passwright("run", "empty.sign");
  },
  PWR0103: () => kettle().passwright("lock", "-o", "missing/plan.lock.json"),
  PWR0104: () => mute().passwright("check", "--properties", "tea.txt"),
  "PWR0104 of a printer": () => mute().passwright("run", "tea.txt"),
  PWR0106: () => kettle().passwright("run", "tea.txt", "-o", "."),
  "PWR0106 of a file": () => kettle().passwright("run", "tea.txt", "-o", "./tea.txt"),
  "PWR0106 of two inputs": () => kettle().passwright("run", "tea.txt", "tea.txt", "-o", "out/"),
  "PWR0106 of names that differ in case": () =>
    kettle({ "Tea.txt": "tea\n" }).passwright("run", "tea.txt", "Tea.txt", "-o", "out/"),
  PWR0108: () => withAdapter("parse: (text) => text").passwright("run", "tea.txt"),
  "PWR0108 of what throws": () => withAdapter("verify() { throw null; }").passwright("run", "tea.txt"),
  "PWR0108 of dependencies": () => withAdapter('dependenciesOf: () => "a.txt"').passwright("run", "tea.txt"),
  "PWR0108 of what throws in a run": () => withAdapter("nameOf() { throw null; }").passwright("run", "tea.txt"),
  "PWR0018 of a second config": () =>
    kettle({ "other/passwright.config.yaml": "framework: kettle\n" }).passwright("plan", "other", "-c", "."),
  PWR0111: () => mapped().passwright("run", "tea.txt"),
  PWR0201: () => kettle().passwright("diff"),
  "PWR0201 of a folder": async () => {
    const { passwright, folder } = kettle();
    mkdirSync(join(folder, "passwright.lock.json"));
    return passwright("lock", "--check");
  },
  "PWR0201 of an invalid lock": () =>
    kettle({ "passwright.lock.json": '{ "lockVersion": 9 }' }).passwright("lock", "--check"),
  PWR0203: lockedThenChanged,
  PWR0301: () =>
    makeWorkplace({ "passwright.config.yaml": "framework: kettle\nplugins: [plugin-queue, plugin-tally]\n" }, [
      "kettle",
      "plugin-queue",
      "plugin-tally",
    ]).passwright("check", "--permute"),
  PWR0302: () => press('b.addAfter("rinse", "rinse");').passwright("check", "--dedup"),
  PWR0303: () => kettle().passwright("check", "--properties", "tea.txt"),
  PWR0304: async () => {
    const shop = press('b.addAfter("press", "rinse", { reason: String(process.hrtime.bigint()) });');
    let times = 0;
    return (await shop.passwright("check", "--permute")).replaceAll(/\d{9,}/g, () => `<time ${++times}>`);
  },
  PWR0601: () => kettle().passwright("new", "plugin", "../My Plugin"),
  PWR0602: () => kettle({ "mint/package.json": "{}", "mint/src/index.ts": "" }).passwright("new", "plugin", "mint"),
  PWR0603: () => kettle().passwright("new", "framework", "mint", "tea.txt/mint"),
  PWR0604: () => kettle().passwright("new", "pass", "fold"),
  PWR0605: () => kettle().passwright("new", "plugin", "mint", "--for", "kettle"),
};

describe("adapters that are wrong", () => {
  it("are reported, regardless of their effect", async () => {
    const errorOf = async (part: string, ...more: string[]): Promise<string> =>
      (await withAdapter(part).passwright("run", "tea.txt", ...more)).replace(/\n {2}--> [^]*---/, "\n---");
    const wrong = (what: string): string => `--- err\nerror[PWR0108]: ${what}\n--- exit 1\n`;
    const neither = "returned neither { ok: true, op } nor { ok: false, diagnostics }";
    for (const answer of ["null", "{}", "{ ok: true }", "{ ok: true, op: null }", "{ ok: false }", "undefined ?? 3"]) {
      expect(await errorOf(`parse: () => (${answer})`), answer).to.equal(wrong(`\`parse\` of IR \`signs\` ${neither}`));
    }
    expect(await errorOf("parse: () => Promise.resolve({})")).to.equal(
      wrong("`parse` of IR `signs` returned a promise"),
    );
    const late = "parse: () => Promise.reject(new Error('late'))";
    expect(await errorOf(late)).to.equal(wrong("`parse` of IR `signs` returned a promise"));
    expect(await errorOf("parse() { throw new Error('no') }")).to.equal(wrong("`parse` of IR `signs` threw Error: no"));
    expect(await errorOf("verify: () => undefined")).to.equal(
      wrong("`verify` of IR `signs` returned neither true nor false"),
    );
    expect(await errorOf("verify() { throw null }")).to.equal(wrong("`verify` of IR `signs` threw null"));
    expect(await errorOf("print: () => undefined")).to.equal(wrong("`print` of IR `signs` did not return text"));
    expect(await errorOf("print: () => 3")).to.equal(wrong("`print` of IR `signs` did not return text"));
    expect(await errorOf("print: () => '\\ud83d'")).to.equal(
      wrong("`print` of IR `signs` returned text with half of a surrogate pair, which UTF-8 cannot represent"),
    );
    expect(await errorOf("print: () => '\\ud83d\\ude00'")).to.equal("--- out\n😀--- exit 0\n");
    expect(await errorOf("print: () => Promise.resolve('x')")).to.equal(
      wrong("`print` of IR `signs` returned a promise"),
    );
    expect(await withAdapter("print() { throw new Error('no') }").passwright("run", "tea.txt", "--debug")).to.contain(
      "\n    at ",
    );
    expect(await errorOf("")).to.equal("--- out\nsign--- exit 0\n");
  });
});

describe("errors", () => {
  for (const [name, bringAbout] of Object.entries(CASES)) {
    it(`have the full text: ${name}`, async () => {
      const shown = await bringAbout();
      checkGolden(shown, `errors/${name.replaceAll(" ", "-")}.txt`, import.meta.url);
      expect(shown).to.contain(`[${name.slice(0, 7)}]: `);
    });
  }
});
