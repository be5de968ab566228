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
    expect(await planned(MODULE + outer)).to.equal("code\nbuiltin.module(symbol-dce,inline,func.func(sccp))");
    const inner = "insert: [{ pass: cse, end: true, anchor: func.func }]\n";
    expect(await planned(MODULE + inner)).to.equal("code\nbuiltin.module(symbol-dce,func.func(sccp,cse))");
    const deep = 'insert: [{ pass: cse, end: true, anchor: "**func.func" }]\n';
    expect(await planned(MODULE + deep)).to.equal("code\nbuiltin.module(symbol-dce,func.func(sccp),**func.func(cse))");
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

  it("are refused if the passes of the framework run on another IR, without loading code", async () => {
    const declare = (name: string, ir: string): object => ({
      kind: "plugin",
      api: "^1.0.0",
      setup: false,
      passes: [{ name, ir }],
    });
    const files = {
      "p/package.json": JSON.stringify({ name: "p", passwright: declare("fold", "boxes") }),
      "q/package.json": JSON.stringify({ name: "q", passwright: declare("round", "svg") }),
    };
    const config = "anchor: any\nplugins: [./p, ./q]\npipeline: [fold]\ninsert: [{ pass: round, end: true }]\n";
    expect(await planned(config, files)).to.equal(
      [
        "error[PWB0409]: `round` is for IR `svg`, but the pipeline runs on IR `boxes` at this position",
        "  --> passwright.config.yaml:4:18, step passwright.config.yaml::round",
        "   | insert: [{ pass: round, end: true }]",
        "   |                  ^",
        "   = position of `round`: at the end, in `any(round)` (config passwright.config.yaml:4)",
        "help: add a conversion to IR `svg`, or remove `round`",
      ].join("\n"),
    );
  });

  it("are refused if they need MLIR, but the passes of the framework run on another IR", async () => {
    const declared = { kind: "plugin", api: "^1.0.0", setup: false, passes: [{ name: "fold", ir: "boxes" }] };
    const files = { "p/package.json": JSON.stringify({ name: "p", passwright: declared }) };
    const plugins = 'plugins: [./p, "@passwright/plugin-transforms"]\n';
    const config = `anchor: any\n${plugins}pipeline: [fold]\ninsert: [{ pass: cse, end: true }]\n`;
    expect(await planned(config, files)).to.match(
      /^error\[PWB0409\]: `cse` is for IR `mlir`, but the pipeline runs on IR `boxes` at this position\n/,
    );
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
      "code\nbuiltin.module(symbol-dce,func.func(sccp,cse),symbol-dce)",
    );
    const whole = "bundles: { tidy: [cse, canonicalize] }\ninsert: [{ bundle: tidy, end: true, anchor: func.func }]\n";
    expect(await planned(MODULE + whole)).to.equal("code\nbuiltin.module(symbol-dce,func.func(sccp,cse,canonicalize))");
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
    expect(await planned(graph + TRANSFORMS + insert)).to.equal("main: builtin.module(func.func(cse),sccp)");
    const wrong = "insert: [{ pass: inline, pipeline: main, end: true, anchor: func.func }]\n";
    expect(await planned(graph + TRANSFORMS + wrong)).to.match(
      /^code\nerror\[PWB0405\]: `inline` cannot run on 'func\.func'[^]*= in pipeline `main`/,
    );
  });
});

describe("the pipeline of a config", () => {
  /** Returns the lines of a plan up to the position of its first error. */
  const refused = async (config: string): Promise<string> =>
    (await planned(config + TRANSFORMS)).split("\n").slice(0, 3).join("\n");

  it("is refused on an operation that the IR does not have", async () => {
    expect(await refused("pipeline: builtin.module(func.fnuc(cse))\n")).to.equal(
      [
        "code",
        "error[PWB0406]: `cse` would run on 'func.fnuc', which IR `mlir` does not have",
        "  --> framework passwright.config.yaml, passwright.config.yaml:1:26, step cse",
      ].join("\n"),
    );
    expect(await refused("anchor: builtin.modules\npipeline: [cse]\n")).to.contain(
      "error[PWB0406]: `cse` would run on 'builtin.modules', which IR `mlir` does not have",
    );
  });

  it("is refused if a pass needs a trait that its operation does not have", async () => {
    expect(await refused("pipeline: builtin.module(func.func(symbol-dce))\n")).to.contain(
      "error[PWB0405]: `symbol-dce` cannot run on 'func.func': the pass requires trait `SymbolTable`",
    );
  });

  it("has warnings about dialects that the IR does not know", async () => {
    const config = `pipeline: builtin.module(gpu.module(cse),func.func(sccp))\n${TRANSFORMS}`;
    expect(await planned(config)).to.contain(
      "warning[PWB0406]: `cse` would run on 'gpu.module', which IR `mlir` does not know\n  --> framework passwright.config.yaml, passwright.config.yaml:1:",
    );
  });
});

describe("planning without code", () => {
  it("needs no IR where the framework itself runs a pass that needs the same of that operation", async () => {
    const framework = `framework: ${import.meta.dirname}/../../../../examples/first\n`;
    const config = `${framework}insert: [{ pass: symbol-dce, end: true }]\n`;
    expect(await planned(config)).to.equal(
      "builtin.module(func.func(specialize-dimensions,cse,arith-expand,cse),symbol-dce,symbol-dce)",
    );
  });

  it("needs no IR for passes that run on any operation, on a function of the default IR", async () => {
    expect(await planned(FUNCTIONS)).to.equal("builtin.module(func.func(sccp))");
  });

  it("leaves checks that need the IR to the run if code must not be loaded", async () => {
    const config = `${FUNCTIONS}insert: [{ pass: inline, before: sccp }]\n`;
    expect(await planned(config, {}, { dataOnly: true })).to.equal("builtin.module(func.func(inline,sccp))");
  });
});

describe("an error of a framework about one of its options", () => {
  it("has the position of the option in the config", async () => {
    const framework = `import { defineFramework, UsageError } from "@passwright/sdk";
import { mlir } from "@passwright/ir";
export default defineFramework({ name: "mill", ir: mlir, anchor: "builtin.module", pipeline(_builder, { choice }) {
  const option = "speed";
  if (choice.option?.speed !== 3)
    throw new UsageError({ code: "PWV0101", severity: "error", message: "option speed must be 3", option });
} });
`;
    expect(await planned("framework: ./mill.js\noption: { speed: 4 }\n", { "mill.js": framework })).to.equal(
      [
        "code",
        "error[PWV0101]: option speed must be 3",
        "  --> framework ./mill.js, passwright.config.yaml:2:11",
        "   | option: { speed: 4 }",
        "   |           ^",
      ].join("\n"),
    );
  });
});
