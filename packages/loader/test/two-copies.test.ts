import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { printPlan } from "@passwright/builder";
import { loadSession } from "@passwright/loader";
import { makeProject } from "./project.ts";

const packages = fileURLToPath(new URL("../../../node_modules/@passwright/", import.meta.url));

/**
 * Copies packages and the packages of Passwright that they import. Does not create links, so that the copies have
 * separate modules.
 */
function copyPackages(names: readonly string[], to: string, seen: Set<string> = new Set<string>()): void {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    const from = realpathSync(join(packages, name));
    const target = join(to, "node_modules/@passwright", name);
    mkdirSync(target, { recursive: true });
    cpSync(from, target, {
      recursive: true,
      filter: (path) => !/[\\/](?:src|test|dist-test|node_modules)$/.test(path),
    });
    const { dependencies = {} } = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as {
      dependencies?: { readonly [name: string]: string };
    };
    const ours = Object.keys(dependencies).filter((one) => one.startsWith("@passwright/"));
    copyPackages(
      ours.map((one) => one.slice("@passwright/".length)),
      to,
      seen,
    );
  }
}

const code = `import { UsageError } from "@passwright/core";
import * as core from "@passwright/core";
import { defineAnalysis, definePass, definePlugin, int, ofType, string } from "@passwright/sdk";
globalThis.otherCore = core;
const stir = definePass({
  name: "stir", anchor: "tea", types: ["Infusion"],
  options: { times: int(1, "how often"), way: string("left", "round") },
  statistics: { turns: "turns of the spoon" },
  runOnOperation(op, pass) { pass.statistics.turns.add(pass.options.times); },
});
const spill = definePass({ name: "spill", anchor: "tea", runOnOperation() {
  throw new UsageError({ code: "XX0001", severity: "error", message: "it is spilt" });
} });
export default definePlugin({
  passes: [stir, spill],
  options: { times: int(2, "how often", { min: 1, max: 9 }), spills: int(0, "1: it does") },
  setup(b, { hooks, options }) {
    const placed = b.addAt("tea.end", stir, { options: { times: options.times } });
    if (!placed.ok) throw new Error("no place");
    if (options.spills) b.addAfter("stir", spill);
    b.rule(stir).strong.after(ofType("Lowering"), { reason: "hot water first" });
    hooks.word.tap("louder", (word) => word.toUpperCase());
  },
});
`;

describe("two copies of Passwright in one process", () => {
  /** Loads and runs the framework kettle with a plugin that imports a different copy of Passwright. */
  async function run(options: string): Promise<{ plan: string; text: string; same: boolean }> {
    const project = makeProject({ "passwright.config.yaml": `framework: kettle\nplugins: [[./spoon, ${options}]]\n` }, [
      "kettle",
    ]);
    const folder = join(project.folder, "spoon");
    mkdirSync(folder);
    copyPackages(["sdk"], folder);
    const manifest = {
      name: "spoon",
      version: "1.0.0",
      type: "module",
      exports: "./index.js",
      passwright: { kind: "plugin", api: "^1.0.0" },
    };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "index.js"), code);
    const { session, diagnostics } = await loadSession({ cwd: project.folder });
    if (session?.plan === undefined) throw new Error(project.show(diagnostics));
    const made = await session.makeManager();
    if (!made.ok) throw new Error(project.show(made.diagnostics));
    const parsed = session.framework.ir.parse?.("tea\n", { file: "menu.txt" });
    if (parsed?.ok !== true) throw new Error("no parse");
    const result = await session.run(made.manager, parsed.op);
    const text = result.succeeded
      ? (session.framework.ir.print?.(parsed.op, {}) ?? "")
      : result.diagnostics.map(({ code: number, message }) => `${number} ${message}`).join("\n");
    const here: unknown = await import("@passwright/core");
    return { plan: printPlan(session.plan), text, same: (globalThis as { otherCore?: unknown }).otherCore === here };
  }

  it("understand each other: passes, options, rules, taps, statistics, types", async () => {
    const { plan, text, same } = await run("{ times: 3 }");
    expect(same, "it is the same copy").to.equal(false);
    expect(plan).to.equal("menu(tea(boil,pour,stir{times=3}),tidy)");
    expect(text).to.equal("tea\n  WATER\n  poured\n");
  });

  it("understand each other's errors", async () => {
    const { plan, text } = await run("{ spills: 1 }");
    expect(plan).to.equal("menu(tea(boil,pour,stir{times=2},spill),tidy)");
    expect(text).to.contain("it is spilt");
  });
});
