import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import { generateManifest, loadSession } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { samples } from "@passwright/development";
import { expect } from "chai";
import * as fc from "fast-check";
import { makeProject } from "../project.ts";
import { worlds } from "../random-world.ts";
import type { World } from "../random-world.ts";
import { assemblyOf, inputFor, irOf } from "../world.ts";
import type { RunLog } from "../world.ts";

const helpers = pathToFileURL(`${import.meta.dirname}/../world.js`).href;

const CONFIG = "passwright.config.json";

/** Writes the framework and the plugins of a world as packages, and the rest as a config. Returns the folder. */
function writeWorld(world: World): string {
  const { insert, rules, overrides, bundles, plugins } = world;
  const code = (what: string, data: object): string =>
    `import { ${what} } from "${helpers}";\nimport ir, { log } from "../ir.js";\nexport default ${what}(${JSON.stringify(data)}, ir, log);\n`;
  const packageOf = (name: string, kind: string): string =>
    JSON.stringify({
      name,
      type: "module",
      exports: "./index.js",
      passwright: { kind, api: "^1.0.0", manifest: "./passwright.manifest.json" },
    });
  const files = plugins.flatMap((plugin) => [
    [`${plugin.name}/package.json`, packageOf(plugin.name, "plugin")],
    [`${plugin.name}/index.js`, code("pluginOf", plugin)],
  ]);
  const config = {
    framework: "./frame",
    plugins: plugins.map(({ name }) => `./${name}`).reverse(),
    insert,
    rules,
    overrides,
    bundles,
  };
  return makeProject({
    [CONFIG]: JSON.stringify(config),
    "ir.js": `import { irOf } from "${helpers}";\nexport const log = [];\nexport default irOf(${JSON.stringify(world)});\n`,
    "frame/package.json": packageOf("frame", "framework"),
    "frame/index.js": code("frameworkOf", world),
    ...Object.fromEntries(files),
  }).folder;
}

/**
 * Returns codes and messages of diagnostics. Leaves out positions, because contributions in memory do not have
 * positions.
 */
const essenceOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`);

/** Returns the operations on which passes ran, or the diagnostics of the run. */
async function runOf(ir: IrAdapter<object>, text: string, run: (op: object) => unknown, log: RunLog): Promise<unknown> {
  const parsed = ir.parse?.(text, { file: "input" });
  if (parsed?.ok !== true) return "invalid input";
  const { diagnostics } = (await run(parsed.op)) as { readonly diagnostics: readonly Diagnostic[] };
  return [essenceOf(diagnostics), log];
}

async function logOf(folder: string): Promise<{ readonly default: IrAdapter<object>; readonly log: RunLog }> {
  return (await import(pathToFileURL(join(folder, "ir.js")).href)) as never;
}

/**
 * Compares a world in memory with its config. The config is planned from code, or from generated manifests. Returns
 * whether the plan ran.
 */
async function compare(world: World, withManifests: boolean): Promise<boolean> {
  const memory: RunLog = [];
  const ir = irOf(world);
  const assembly = assemblyOf(world, ir, memory, { name: CONFIG });
  const folder = writeWorld(world);
  if (withManifests) {
    for (const name of ["frame", ...world.plugins.map((plugin) => plugin.name)]) {
      const generated = await generateManifest(join(folder, name), folder);
      // A framework with an invalid pipeline does not have a manifest, so its code reports the errors.

      if (generated.ok) writeFileSync(generated.manifest.path, generated.manifest.text);
    }
  }
  const { session, diagnostics } = await loadSession({ cwd: folder });
  const found = [...diagnostics, ...((await session?.findBadSteps()) ?? []), ...(session?.lateWarnings ?? [])];
  expect([...new Set(essenceOf(found))].sort()).to.deep.equal([...new Set(essenceOf(assembly.diagnostics))].sort());
  if (assembly.plan === undefined) return false;
  const { plan } = session as Session;
  expect(session?.assembly.text()).to.equal(assembly.text());
  const made = await (session as Session).makeManager();
  if (!made.ok || plan === undefined) throw new Error("an accepted plan has no manager");
  const text = inputFor(world, plan);
  const files = await logOf(folder);
  expect(existsSync(join(folder, "frame/passwright.manifest.json"))).to.equal(withManifests);
  const ofConfig = await runOf(files.default, text, (op) => (session as Session).run(made.manager, op), files.log);
  expect(ofConfig).to.deep.equal(await runOf(ir, text, (op) => assembly.run(op as never), memory));
  return true;
}

describe("a program and a config with the same content", () => {
  for (const ir of ["tree", "mlir"] as const) {
    for (const withManifests of [false, true]) {
      const from = withManifests ? "generated manifests" : "code";
      it(`give equal plans, diagnostics and runs: random frameworks on IR ${ir}, planned from ${from}`, async () => {
        let count = 0;
        const runs = samples(60);
        const isData = withManifests;
        await fc.assert(
          fc.asyncProperty(worlds(ir, { isData }), async (world) => {
            if (await compare(world, withManifests)) count++;
          }),
          { numRuns: runs },
        );
        expect(count).to.be.at.least(0.1 * runs - 4);
      });
    }
  }
});
