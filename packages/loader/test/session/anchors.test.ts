import { printPlan } from "@passwright/builder";
import { allPipelines } from "@passwright/graph";
import { loadSession } from "@passwright/loader";
import type { LoadOptions } from "@passwright/loader";
import { expect } from "chai";
import { makeProject } from "../project.ts";

const TRANSFORMS = 'plugins: ["@passwright/plugin-transforms"]\n';

/** Returns the plan of a config as text, and the diagnostics. The result contains `code` if code was loaded. */
async function planned(
  config: string,
  files: { readonly [path: string]: string } = {},
  options: LoadOptions = {},
): Promise<string> {
  let isLoaded = false;
  const project = makeProject({ ...files, "passwright.config.yaml": config });
  const beforeCode = (): void => void (isLoaded = true);
  const { session, diagnostics } = await loadSession({ cwd: project.folder, beforeCode, ...options });
  const graph = session?.graph;
  const plans =
    session?.plan !== undefined
      ? [printPlan(session.plan)]
      : graph === undefined
        ? []
        : allPipelines(graph.plan).flatMap(({ path, plan }) => (plan ? [`${path}: ${printPlan(plan)}`] : []));
  return [...(isLoaded ? ["code"] : []), ...plans, project.show(diagnostics)].filter((line) => line !== "").join("\n");
}

const FUNCTIONS = `pipeline: builtin.module(func.func(sccp))\n${TRANSFORMS}`;
const MODULE = `pipeline: builtin.module(symbol-dce,func.func(sccp))\n${TRANSFORMS}`;

describe("insertions that are data", () => {
  it("are refused where their pass cannot run, with the `anchor` to write", async () => {
    expect(await planned(`${FUNCTIONS}insert: [{ pass: inline, before: sccp }]\n`)).to.equal(
      [
        "code",
        "error[PWB0405]: `inline` cannot run on 'func.func': the pass requires trait `SymbolTable`",
        "  --> passwright.config.yaml:3:18, step passwright.config.yaml::inline",
        "   | insert: [{ pass: inline, before: sccp }]",
        "   |                  ^",
        "   = position of `inline`: before `sccp`, in `builtin.module(func.func(inline))` (config passwright.config.yaml:3)",
        'help: add `anchor: "builtin.module"` to the insertion',
        "help: place the pass at the end of the pipeline",
      ].join("\n"),
    );
  });

  it("run on the operation that `anchor` names: a level around the position, or a new one", async () => {
    const outer = "insert: [{ pass: inline, before: sccp, anchor: builtin.module }]\n";
    expect(await planned(MODULE + outer)).to.equal("builtin.module(symbol-dce,inline,func.func(sccp))");
    const inner = "insert: [{ pass: cse, end: true, anchor: func.func }]\n";
    expect(await planned(MODULE + inner)).to.equal("builtin.module(symbol-dce,func.func(sccp,cse))");
    const deep = 'insert: [{ pass: cse, end: true, anchor: "**func.func" }]\n';
    expect(await planned(MODULE + deep)).to.equal("builtin.module(symbol-dce,func.func(sccp),**func.func(cse))");
  });

  it("are refused on an operation that the IR does not have, which only the IR knows", async () => {
    const other = "insert: [{ pass: arith-expand, after: sccp, anchor: func.fnc }]\n";
    const refused = await planned(MODULE + other);
    expect(refused).to.contain(
      [
        "error[PWB0406]: `arith-expand` would run on 'func.fnc', which IR `mlir` does not have",
        "  --> passwright.config.yaml:3:53, step passwright.config.yaml::arith-expand",
      ].join("\n"),
    );
    expect(refused)
      .to.contain("help: did you mean `func.func`?")
      .and.match(/^code\n/);
    expect(await planned(MODULE + other, {}, { dataOnly: true })).to.contain("func.fnc(arith-expand)");
  });

  it("are refused with an `anchor` that would split a manager, or that the pass does not declare", async () => {
    const config = `pipeline: builtin.module(func.func(cse,sccp))\n${TRANSFORMS}`;
    const split = "insert: [{ pass: inline, before: sccp, anchor: builtin.module }]\n";
    expect(await planned(config + split)).to.contain(
      "error[PWB0107]: `inline` would split a nested pipeline on 'func.func'",
    );
    expect(await planned(`${config}insert: [{ pass: cse, before: sccp, anchor: 7 }]\n`)).to.contain("error[PWL0013]");
  });

  it("may name the operation of a bundle, and of each of its passes", async () => {
    const bundles = "bundles: { tidy: [cse, { pass: symbol-dce, anchor: builtin.module }] }\n";
    const insert = "insert: [{ bundle: tidy, after: sccp }]\n";
    expect(await planned(MODULE + bundles + insert)).to.equal(
      "builtin.module(symbol-dce,func.func(sccp,cse),symbol-dce)",
    );
    const whole = "bundles: { tidy: [cse, canonicalize] }\ninsert: [{ bundle: tidy, end: true, anchor: func.func }]\n";
    expect(await planned(MODULE + whole)).to.equal("builtin.module(symbol-dce,func.func(sccp,cse,canonicalize))");
  });

  it("may name it in manifests, and in pipelines of a graph", async () => {
    const manifest = {
      name: "early",
      type: "module",
      exports: "./index.js",
      passwright: {
        kind: "plugin",
        api: "^1.0.0",
        setup: false,
        passes: [{ name: "count" }],
        insert: [{ pass: "count", before: "sccp", anchor: "builtin.module" }],
      },
    };
    const files = { "early/package.json": JSON.stringify(manifest) };
    const plugins = 'plugins: ["@passwright/plugin-transforms", ./early]\n';
    expect(await planned(`pipeline: builtin.module(func.func(sccp))\n${plugins}`, files)).to.equal(
      "builtin.module(count,func.func(sccp))",
    );
    const graph = "anchor: builtin.module\ngraph: { pipelines: { main: { pipeline: [sccp] } } }\n";
    const insert = "insert: [{ pass: cse, pipeline: main, before: sccp, anchor: func.func }]\n";
    expect(await planned(graph + TRANSFORMS + insert)).to.equal("code\nmain: builtin.module(func.func(cse),sccp)");
    const wrong = "insert: [{ pass: inline, pipeline: main, end: true, anchor: func.func }]\n";
    expect(await planned(graph + TRANSFORMS + wrong)).to.match(
      /^code\nerror\[PWB0405\]: `inline` cannot run on 'func\.func'[^]*= in pipeline `main`/,
    );
  });
});

describe("planning without code", () => {
  it("leaves warnings that only the IR knows to when the code is loaded", async () => {
    const config = `pipeline: builtin.module(gpu.module(cse),func.func(sccp))\n${TRANSFORMS}`;
    const project = makeProject({ "passwright.config.yaml": config });
    const { session, diagnostics } = await loadSession({ cwd: project.folder });
    expect(diagnostics).to.deep.equal([]);
    expect(await session?.findBadSteps()).to.deep.equal([]);
    expect(project.show(session?.lateWarnings ?? [])).to.contain(
      "warning[PWB0406]: `cse` would run on 'gpu.module', which IR `mlir` does not know\n  --> framework passwright.config.yaml, passwright.config.yaml:1:",
    );
  });

  it("needs no IR where the framework itself runs a pass that needs the same of that operation", async () => {
    expect(await planned(`${MODULE}insert: [{ pass: inline, end: true }]\n`)).to.equal(
      "builtin.module(symbol-dce,func.func(sccp),inline)",
    );
  });

  it("leaves checks that need the IR to the run if code must not be loaded", async () => {
    const config = `${FUNCTIONS}insert: [{ pass: inline, before: sccp }]\n`;
    expect(await planned(config, {}, { dataOnly: true })).to.equal("builtin.module(func.func(inline,sccp))");
  });
});
