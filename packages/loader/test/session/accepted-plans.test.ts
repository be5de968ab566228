import { pathToFileURL } from "node:url";
import type { Plan } from "@passwright/builder";
import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic, IrAdapter } from "@passwright/core";
import { loadSession } from "@passwright/loader";
import { samples } from "@passwright/development";
import { expect } from "chai";
import * as fc from "fast-check";
import { makeProject } from "../project.ts";
import { worlds } from "../random-world.ts";
import type { World } from "../random-world.ts";
import { assemblyOf, idleSteps, inputFor, irOf } from "../world.ts";
import type { RunLog } from "../world.ts";

const errorsIn = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.filter(({ severity }) => severity === "error");

const codesOf = (diagnostics: readonly Diagnostic[]): readonly string[] => diagnostics.map(({ code }) => code);

const shown = (diagnostics: readonly Diagnostic[]): string => diagnostics.map(renderDiagnostic).join("\n");

/** Counts how often each error code occurred, and how often a plan ran. */
class Tally {
  readonly counts = new Map<string, number>();

  add(codes: readonly string[]): void {
    for (const code of new Set(codes)) this.counts.set(code, (this.counts.get(code) ?? 0) + 1);
  }

  of(code: string): number {
    return this.counts.get(code) ?? 0;
  }
}

/**
 * Parses an input that contains an operation for each step. Returns `undefined` if a warning of the plan shows that no
 * input can contain these operations.
 */
function inputOf(world: World, ir: IrAdapter<object>, plan: Plan, warned: readonly string[]): object | undefined {
  const text = inputFor(world, plan);
  const parsed = ir.parse?.(text, { file: "input" });
  if (parsed?.ok === true) return parsed.op;
  expect(warned, `${text}\n${shown(parsed?.diagnostics ?? [])}`).to.include("PWB0406");
  return undefined;
}

/** Plans a world. Runs the plan or, without a plan, returns the codes of the errors. */
function tryOut(world: World): readonly string[] {
  const log: RunLog = [];
  const ir = irOf(world);
  const assembly = assemblyOf(world, ir, log);
  const { plan, diagnostics } = assembly;
  if (plan === undefined) {
    expect(errorsIn(diagnostics)).not.to.deep.equal([]);
    return codesOf(errorsIn(diagnostics));
  }
  const root = inputOf(world, ir, plan, codesOf(diagnostics));
  if (root === undefined) return ["unknown operation"];
  const ran = assembly.run(root as never);
  expect(shown(errorsIn(ran.diagnostics)), assembly.text()).to.equal("");
  expect(ran.ok).to.equal(true);
  const idle = idleSteps(world, ir, plan, log).map(({ address }) => address);
  expect(idle, assembly.text()).to.deep.equal([]);
  return ["ran"];
}

const helpers = pathToFileURL(`${import.meta.dirname}/../world.js`).href;

/** Plans a world like `tryOut`, but with a config file. Plugins and the IR are modules in the same folder. */
async function tryOutFiles(world: World): Promise<readonly string[]> {
  const { insert, rules, overrides, bundles, cleanups, steps: pipeline, anchor } = world;
  const frame = { name: "frame", passes: world.passes, calls: [], insert: [], rules: [] };
  const plugins = [frame, ...world.plugins];
  const config = {
    name: "frame",
    pipeline,
    anchor,
    ir: "./ir.js",
    plugins: plugins.map(({ name }) => `./${name}.js`),
    properties: { tidy: { kind: "fragile" } },
    insert,
    rules,
    overrides,
    bundles,
    cleanups,
  };
  const project = makeProject({
    "passwright.config.json": JSON.stringify(config, undefined, 1),
    "ir.js": `import { irOf } from "${helpers}";\nexport const log = [];\nexport default irOf(${JSON.stringify(world)});\n`,
    ...Object.fromEntries(
      plugins.map((plugin) => [
        `${plugin.name}.js`,
        `import { pluginOf } from "${helpers}";\nimport ir, { log } from "./ir.js";\nexport default pluginOf(${JSON.stringify(plugin)}, ir, log);\n`,
      ]),
    ),
  });
  const { session, diagnostics } = await loadSession({ cwd: project.folder });
  // Anchors in the pipeline of the config are checked only when the code of the IR is loaded.
  const { plan } = session ?? {};
  const bad = plan === undefined ? errorsIn(diagnostics) : ((await session?.findBadSteps()) ?? []);
  if (session === undefined || plan === undefined || bad.length > 0) {
    expect(bad).not.to.deep.equal([]);
    return codesOf(bad);
  }
  const made = await session.makeManager();
  expect(made.ok ? "" : project.show(made.diagnostics), session.assembly.text()).to.equal("");
  if (!made.ok) return [];
  const ir = session.framework.ir;
  const root = inputOf(world, ir, plan, codesOf([...diagnostics, ...session.lateWarnings]));
  if (root === undefined) return ["unknown operation"];
  const ran = await session.run(made.manager, root);
  expect(shown(errorsIn(ran.diagnostics)), session.assembly.text()).to.equal("");
  const { log } = (await import(pathToFileURL(`${project.folder}/ir.js`).href)) as { log: RunLog };
  expect(idleSteps(world, ir, plan, log).map(({ address }) => address)).to.deep.equal([]);
  return ["ran"];
}

describe("plans that are accepted", () => {
  for (const ir of ["tree", "mlir"] as const) {
    it(`run: random frameworks, plugins and insertions, on IR ${ir}`, () => {
      const tally = new Tally();
      const runs = samples(2000);
      fc.assert(
        fc.property(worlds(ir), (world) => tally.add(tryOut(world))),
        { numRuns: runs },
      );
      expect(tally.of("ran")).to.be.at.least(0.1 * runs - 4);
    });

    it(`run: the same as config files, on IR ${ir}`, async () => {
      const tally = new Tally();
      const runs = samples(300);
      await fc.assert(
        fc.asyncProperty(worlds(ir, { isData: true }), async (world) => tally.add(await tryOutFiles(world))),
        { numRuns: runs },
      );
      expect(tally.of("ran")).to.be.at.least(0.1 * runs - 4);
    });
  }
});
