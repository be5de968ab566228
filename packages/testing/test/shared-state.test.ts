import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { childEnvironment, itLong, makeTemporaryFolder } from "@passwright/development";
import type { Diagnostic } from "@passwright/core";
import { skeletons, testPlugin } from "@passwright/testing";
import type { TestPluginOptions } from "@passwright/testing";

/** Code that a plugin runs when its module is loaded, in its setup, and in its pass. */
interface PluginCode {
  readonly load?: string;
  readonly setup?: string;
  readonly run?: string;
}

const SDK = JSON.stringify(import.meta.resolve("@passwright/sdk"));
const MANIFEST = { name: "probe", version: "1.0.0", type: "module", main: "./index.js" };

function writePackage(name: string, files: { readonly [path: string]: string }): string {
  const folder = join(makeTemporaryFolder(), name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function writePlugin({ load = "", setup = "", run = "" }: PluginCode): string {
  return writePackage("probe", {
    "package.json": JSON.stringify({ ...MANIFEST, passwright: { kind: "plugin", api: "^1.0.0" } }),
    "index.js": `import { definePass, definePlugin } from ${SDK};
${load}
const probe = definePass({ name: "probe", anchor: "func.func", runOnOperation() { ${run} } });
export default definePlugin({ passes: [probe], setup(builder) { ${setup}; builder.addPass(probe); } });
`,
  });
}

const tiny = skeletons.filter(({ name }) => name === "tiny");

function notesOf(findings: readonly Diagnostic[]): readonly (readonly [code: string, ...notes: readonly string[]])[] {
  return findings.map(({ code, notes = [] }) => [code, ...notes.map(({ message }) => message)]);
}

async function findingsOf(
  code: PluginCode,
  more: Partial<TestPluginOptions> = {},
): Promise<ReturnType<typeof notesOf>> {
  const where = more.framework === undefined ? { skeletons: tiny } : {};
  const plugin = writePlugin(code);
  return notesOf((await testPlugin({ plugin, timeLimitMs: 60_000, ...where, ...more })).findings);
}

/** Code that reads all globals, and uses globals that Node creates on demand. */
const READS_ALL = `
for (const key of Reflect.ownKeys(globalThis)) try { void globalThis[key]; } catch {}
for (const use of [
  () => new Headers({ a: "b" }), () => new Response("x").text(), () => new Request("data:,x"), () => fetch("data:,x"),
  () => new FormData(), () => crypto.randomUUID(), () => crypto.subtle.digest("SHA-256", new Uint8Array(3)),
  () => navigator.hardwareConcurrency, () => localStorage.length, () => sessionStorage.getItem("x"), () => Storage.prototype,
  () => EventSource.CLOSED, () => WebSocket.CLOSED, () => performance.mark("probe"), () => structuredClone(new Map()),
  () => new ReadableStream().getReader(), () => new CompressionStream("gzip"), () => new TextDecoderStream(),
  () => new BroadcastChannel("probe").close(), () => new Blob(["x"]).stream(), () => URL.createObjectURL(new Blob([])),
  () => AbortSignal.timeout(1), () => new EventTarget().dispatchEvent(new Event("probe")), () => btoa(atob("YQ==")),
  () => WebAssembly.validate(new Uint8Array(3)), () => console.debug("probe"), () => process.stdout.columns, () => Buffer.from("x"),
  () => new Intl.NumberFormat("de").format(1), () => /(a)/.exec("a"), () => new Error("x").stack, () => process.emitWarning("probe"),
]) try { const used = use(); if (used instanceof Promise) used.catch(() => undefined); } catch {}
`;

describe("shared objects of plugins", () => {
  it("may be read and used: objects that Node creates then do not belong to the plugin", async () => {
    const load = `${READS_ALL} await import("node:inspector"); await import("node:domain"); await fetch("data:,x");`;
    expect(await findingsOf({ load, setup: READS_ALL, run: READS_ALL })).to.deep.equal([]);
  });

  itLong("may be read where flags of Node add globals", () => {
    const flags = [
      "--experimental-webstorage",
      "--experimental-eventsource",
      "--experimental-websocket",
      "--expose-gc",
    ];
    const known = flags.filter((flag) => process.allowedNodeEnvironmentFlags.has(flag));
    const script = writePackage("script", {
      "main.mjs": `import { testPlugin, skeletons } from ${JSON.stringify(import.meta.resolve("@passwright/testing"))};
const tiny = skeletons.filter(({ name }) => name === "tiny");
const { findings } = await testPlugin({ plugin: ${JSON.stringify(writePlugin({ load: READS_ALL }))}, skeletons: tiny });
process.stdout.write(JSON.stringify(findings));`,
    });
    const args = [...known, join(script, "main.mjs")];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: childEnvironment() });
    expect(stdout, stderr).to.equal("[]");
  });

  it("must not be changed", async () => {
    const changes: readonly (readonly [code: string, note: string])[] = [
      ["globalThis.mine = 1", "globalThis.mine was added"],
      ["globalThis[Symbol.for('mine')] = 1", "globalThis[Symbol(mine)] was added"],
      ["globalThis.gc = () => undefined", "globalThis.gc was added"],
      ["delete globalThis.structuredClone", "globalThis.structuredClone was removed"],
      ["globalThis.fetch = () => undefined", "globalThis.fetch was changed"],
      ["Object.defineProperty(globalThis, 'crypto', { value: {} })", "globalThis.crypto was changed"],
      [
        "globalThis[Symbol.for('undici.globalDispatcher.1')] = { dispatch() {} }",
        "globalThis[Symbol(undici.globalDispatcher.1)] was changed",
      ],
      ["Object.defineProperty(Set, 'name', { writable: true })", "Set.name was changed"],
      ["Object.freeze(Atomics)", "Atomics was sealed, frozen or made non-extensible"],
      ["Intl.mine = 1", "Intl.mine was added"],
      ["console.log = () => undefined", "console.log was changed"],
      ["Buffer.prototype.mine = 1", "Buffer.prototype.mine was added"],
      ["delete URL.prototype.toJSON", "URL.prototype.toJSON was removed"],
      ["Headers.prototype.first = 1", "Headers.prototype.first was added"],
      ["Object.setPrototypeOf(WeakRef.prototype, null)", "the prototype of WeakRef.prototype was changed"],
      ["Object.getPrototypeOf(Uint8Array.prototype).last = 1", "the prototype of Uint8Array.prototype.last was added"],
    ];
    const load = changes.map(([code]) => `${code};\n`).join("");
    const [[code, ...notes] = []] = await findingsOf({ load });
    expect(code).to.equal("PWT0107");
    expect(notes.slice(0, -1)).to.have.members(changes.map(([, note]) => note));
    expect(notes.at(-1)).to.equal("found after the import of the plugin");
  });

  itLong("must not be changed in a setup or by a pass", async () => {
    expect(await findingsOf({ setup: "globalThis.mine = 1" })).to.deep.equal([
      ["PWT0107", "globalThis.mine was added", "found after `setup`"],
    ]);
    expect(await findingsOf({ run: "Buffer.prototype.mine = 1; delete globalThis.fetch" })).to.deep.equal([
      ["PWT0107", "globalThis.fetch was removed", "Buffer.prototype.mine was added", "found after pass `probe`"],
    ]);
  });

  it("must not be frozen", async () => {
    expect(await findingsOf({ load: "Object.freeze(Object.prototype)" })).to.deep.equal([
      ["PWT0107", "Object.prototype was sealed, frozen or made non-extensible", "found after the import of the plugin"],
    ]);
  });

  itLong("may be changed by the framework: that is not the plugin's", async () => {
    const framework = writePackage("frame", {
      "package.json": JSON.stringify({ ...MANIFEST, name: "frame", passwright: { kind: "framework", api: "^1.0.0" } }),
      "index.js": `import { defineFramework } from ${SDK};
import { mlir } from ${JSON.stringify(import.meta.resolve("@passwright/ir"))};
globalThis.ofTheFramework = 1;
export default defineFramework({ name: "frame", ir: mlir, anchor: "builtin.module", pipeline() { globalThis.ofItsPipeline = 1; } });
`,
    });
    expect(await findingsOf({}, { framework })).to.deep.equal([]);
  });

  itLong("may be changed by the support module of the tests", async () => {
    const folder = writePackage("support", { "support.mjs": "globalThis.ofTheTests = 1; export const analyses = [];" });
    expect(await findingsOf({}, { support: join(folder, "support.mjs") })).to.deep.equal([]);
  });
});
