import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import { loadSession, readConfig } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { assemble, assembleWith, lockOf } from "@passwright/sdk";
import type { Assembly, DefinedPlugin } from "@passwright/sdk";

const examples = fileURLToPath(new URL("../../../../examples/", import.meta.url));

/** Returns a lock without source positions and without versions of packages. */
function comparable(lock: unknown): unknown {
  return JSON.parse(
    JSON.stringify(lock, (key, value: unknown) => {
      if (["file", "line", "version"].includes(key)) return undefined;
      return typeof value === "string"
        ? value.replaceAll(/(?:, | )?\S+\.\w+:\d+/g, "").replaceAll("config x", "config")
        : value;
    }),
  );
}

/** Assembles the framework and plugins of an example's config in memory. */
async function inMemory(session: Session): Promise<Assembly> {
  const { config } = session;
  const modules = await Promise.all(
    session.plugins.map(async (found) => {
      const { default: code } = (await import(entryOf(found.folder))) as { default: DefinedPlugin };
      const options = config.plugins.find(
        ({ text, from }) => text === found.named.text && from === found.named.from,
      )?.options;
      return [{ ...code, name: found.name }, options ?? {}] as const;
    }),
  );
  const folder = dirname(config.path);
  const { default: framework } = (await import(
    config.framework?.text === "." ? entryOf(folder) : import.meta.resolve(config.framework?.text ?? "")
  )) as { default: unknown };
  const { target, level, option } = config;
  return assemble(
    framework as never,
    {
      name: config.name,
      plugins: modules.toReversed(),
      insert: config.insert.map(({ data }) => data),
      rules: config.rules.map(({ data }) => data),
      ...(target === undefined ? {} : { target: target.text }),
      ...(level === undefined ? {} : { level: level.text }),
      ...(Object.keys(option).length === 0 ? {} : { option }),
    } as never,
  ) as unknown as Assembly;
}

interface PackageJson {
  readonly exports?: string | { readonly ".": string | { readonly default: string } };
}

const packageOf = (folder: string): PackageJson =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageJson;

function entryOf(folder: string): string {
  const { exports } = packageOf(folder);
  const main = typeof exports === "object" ? exports["."] : exports;
  const entry = typeof main === "object" ? main.default : main;
  return pathToFileURL(join(folder, entry ?? "index.js")).href;
}

describe("a program that assembles the packages of a config file", () => {
  // Uses only these examples. Other examples have plugins with only a manifest, or a pipeline in the config.
  for (const name of ["binaryen", "first", "mlir-lowering", "numba-graph", "tileiras"]) {
    it(`plans the same: ${name}`, async () => {
      const { session, diagnostics } = await loadSession({ config: join(examples, name) });
      if (session === undefined) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
      const assembly = await inMemory(session);
      const errors = assembly.diagnostics.filter(({ severity }) => severity === "error");
      expect(errors.map((one) => assembly.render(one)).join("\n")).to.equal("");
      expect(assembly.text()).to.equal(session.assembly.text()).and.not.equal("");
      expect(comparable(lockOf(assembly))).to.deep.equal(comparable(lockOf(session.assembly)));
    });
  }

  it("is refused with the same errors", async () => {
    const config = join(examples, "first");
    const read = await readConfig(config, examples);
    expect(read.ok).to.equal(true);
    const { session } = await loadSession({ config });
    const rules = [{ pass: "arith-expand", strong: true, before: "specialize-dimensions", reason: "no" }] as const;
    const insert = [{ pass: "cse", before: "csee" }] as const;
    const change = { rules, insert } as never;
    const shown = (assembly: Assembly | undefined): unknown =>
      assembly && assembleWith(assembly, change).diagnostics.map(({ code, message }) => `${code} ${message}`);
    expect(shown(await inMemory(session as Session))).to.deep.equal(shown(session?.assembly));
    expect(JSON.stringify(shown(session?.assembly))).to.contain("PWB0101");
  });
});
