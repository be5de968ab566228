import { expect } from "chai";
import { diagnosticOf, renderDiagnostic } from "@passwright/core";
import type { PassManagerBuilder } from "@passwright/builder";
import type { Diagnostic } from "@passwright/core";
import {
  assemble,
  bool,
  defineFramework,
  defineGraphFramework,
  definePass,
  definePlugin,
  assembleWith,
  diff,
  explain,
  int,
  lockOf,
  oneOf,
  ordersByName,
  positionsFor,
  sessionHooks,
  sliceOf,
} from "@passwright/sdk";
import type { Assembly, AssembleOptions } from "@passwright/sdk";
import { append, citrus, lemon, menu, pour, samovar, sugar, sweeten, tidy } from "../tea.ts";
import type { Line } from "../tea.ts";

const errorsOf = (assembly: Assembly<typeof samovar>): readonly Diagnostic[] =>
  assembly.diagnostics.filter(({ severity }) => severity === "error");

/** Returns the text of the plan or of the errors. */
function textOf(options: AssembleOptions<typeof samovar>): string {
  const assembly = assemble(samovar, options);
  const errors = errorsOf(assembly);
  return errors.length > 0 ? errors.map((one) => assembly.render(one)).join("\n\n") : assembly.text();
}

function thrownBy(run: () => unknown): string {
  try {
    run();
  } catch (thrown) {
    const diagnostic = diagnosticOf(thrown);
    if (diagnostic !== undefined) return renderDiagnostic(diagnostic);
    throw thrown;
  }
  return "nothing";
}

/** Parses a text and runs the plan. Returns the printed result, or the errors. */
function drink(assembly: Assembly<typeof samovar>, text = "tea\n"): string {
  const parsed = assembly.parse(text, { file: "menu.txt" });
  if (!parsed.ok) return parsed.diagnostics.map(({ message }) => message).join();
  const { ok, root, diagnostics } = assembly.run(parsed.root);
  return ok ? assembly.print(root) : diagnostics.map((one) => assembly.render(one)).join("\n");
}

describe("assemble", () => {
  it("accepts a definition of a pass as the position of a pass or bundle", () => {
    const plain = textOf({ insert: [{ pass: lemon, before: "pour" }] });
    expect(textOf({ insert: [{ pass: lemon, before: pour }] })).to.equal(plain);
    const plugin = definePlugin({ name: "sour", passes: [lemon], insert: [{ pass: lemon, before: pour }] });
    expect(textOf({ plugins: [plugin] })).to.equal(plain);
    const bundles = { mix: [lemon] };
    expect(textOf({ bundles, insert: [{ bundle: "mix", before: pour }] })).to.equal(plain);
  });

  it("plans a framework alone, for its first target", () => {
    const assembly = assemble(samovar);
    expect(assembly.diagnostics).to.deep.equal([]);
    expect(assembly.text()).to.equal("menu(tea(boil,pour),tidy)");
    expect(assembly.plan?.choice).to.deep.equal({ target: "cup", level: "weak" });
    expect(textOf({ target: "pot" })).to.equal("menu(tea(boil),tidy)");
  });

  it("accepts plugins with options, insertions, rules, overrides, bundles and taps", () => {
    expect(textOf({ plugins: [sugar] })).to.equal("menu(tea(boil,sweeten{spoons=2},pour),tidy)");
    expect(textOf({ plugins: [[sugar, { spoons: 5 }], citrus] })).to.equal(
      "menu(tea(boil,lemon,sweeten{spoons=5},pour),tidy)",
    );
    expect(textOf({ insert: [{ pass: "pour", end: true }] })).to.equal("menu(tea(boil,pour),tidy,tea(pour))");
    expect(textOf({ insert: [{ pass: sweeten, at: "tea.end", options: { spoons: 3 } }] })).to.equal(
      "menu(tea(boil,sweeten{spoons=3},pour),tidy)",
    );
    const both = { plugins: [sugar, citrus], insert: [{ pass: "lemon", before: "pour" }] } as const;
    const rules = [{ pass: "sweeten", before: "lemon", strong: true, reason: "sugar first" }] as const;
    expect(textOf({ plugins: [sugar], insert: [{ pass: lemon, before: "pour" }], rules })).to.equal(
      "menu(tea(boil,sweeten{spoons=2},lemon,pour),tidy)",
    );
    expect(textOf({ ...both, overrides: [{ ban: "lemon", reason: "sour" }] })).to.equal(
      "menu(tea(boil,sweeten{spoons=2},pour),tidy)",
    );
    expect(
      textOf({
        plugins: [sugar, citrus],
        bundles: { mix: ["sweeten", "lemon"] },
        insert: [{ bundle: "mix", after: "boil" }],
      }),
    ).to.contain("boil,sweeten,lemon,");
    const options = { sweeten: { spoons: 4 } };
    expect(
      textOf({ bundles: { mix: [sweeten, { pass: lemon }] }, insert: [{ bundle: "mix", at: "tea.end", options }] }),
    ).to.contain("boil,sweeten{spoons=4},lemon,");
    const mixer = definePlugin({ name: "mixer", bundles: { mix: { kind: "contiguous", passes: [lemon, sweeten] } } });
    expect(textOf({ plugins: [mixer], insert: [{ bundle: "mix", after: "boil" }] })).to.contain("boil,lemon,sweeten,");
    expect(textOf({ bundles: { mix: lemon as never } })).to.contain(
      "error[PWL0013]: `bundles.mix` must be a list of passes, or { passes, kind, without }, not a string",
    );
    expect(
      drink(assemble(samovar, { taps: { word: (word) => word.toUpperCase().toLowerCase().concat("fall") } })),
    ).to.equal("tea\n  waterfall\n  poured\n");
  });

  it("refuses keys of plugins, frameworks and extension points that do not exist", () => {
    const errors = (framework: object, plugin: object = {}): string =>
      assemble(defineFramework({ ...samovar, ...framework }), {
        plugins: [definePlugin({ name: "milk", ...plugin })],
      })
        .diagnostics.map(({ code, message }) => `${code} ${message}`)
        .join();
    expect(errors({ nesting: "direct" }, { bundles: {} })).to.equal("");
    expect(errors({}, { guards: [] })).to.equal("PWL0606 `assemble`: `plugins[0]`: unknown key `guards`");
    expect(errors({ guards: [] })).to.equal("PWL0606 `assemble`: framework `samovar`: unknown key `guards`");
    const setup = (): undefined => undefined;
    const ofOption = (option: object): string => errors({}, { options: { o: option }, setup });
    expect(
      [int("x" as never, ""), bool("x" as never, ""), oneOf(["a"], "b" as never, ""), int(1, "")].map(ofOption),
    ).to.deep.equal([
      'PWL0606 `assemble`: `plugins[0]`: the default of option `o` must be a whole number from -2147483648 to 2147483647, not "x"',
      'PWL0606 `assemble`: `plugins[0]`: the default of option `o` must be true or false, not "x"',
      'PWL0606 `assemble`: `plugins[0]`: the default of option `o` must be one of a, not "b"',
      "",
    ]);
    const hooks = { poured: { kind: "SyncHook", args: [] } };
    expect(errors({ hooks })).to.equal(
      "PWL0606 `assemble`: framework `samovar`: `hooks.poured` must be the result of `syncHook`, `asyncSeriesHook` or a similar function, not { kind, args }",
    );
    expect(errors({ extensionPoints: { "tea.end": { since: "1.0", doc: "", formely: [] } } })).to.equal(
      "PWL0606 `assemble`: framework `samovar`: unknown key `extensionPoints.tea.end.formely`; did you mean `extensionPoints.tea.end.formerly`?",
    );
  });

  it("reports a framework without an IR when it parses and prints", () => {
    const assembly = assemble({ ...samovar, ir: undefined } as never) as unknown as Assembly;
    const error =
      "error[PWL0606]: `assemble`: framework `samovar`: `ir` must be an adapter, such as `mlir` of @passwright/ir\nhelp: correct the argument";
    const parsed = assembly.parse("tea\n", { file: "menu.txt" });
    expect(parsed.ok ? [] : parsed.diagnostics.map((one) => assembly.render(one))).to.deep.equal([error]);
    expect(thrownBy(() => assembly.print({} as never))).to.equal(error);
  });

  it("refuses inputs without a name, and roots that are not", () => {
    const assembly = assemble(samovar);
    const parsed = assembly.parse("tea\n", { file: "menu.txt" });
    expect(thrownBy(() => assembly.parse("tea\n", undefined as never))).to.equal(
      'error[PWL0606]: `parse`: the input has no name\nhelp: pass a name: `{ file: "…" }`',
    );
    for (const content of [undefined, 7]) {
      expect(thrownBy(() => assembly.parse(content as never, { file: "menu.txt" }))).to.equal(
        `error[PWL0606]: \`parse\`: the content must be a string or bytes, not ${content}\nhelp: pass the content of the input`,
      );
    }
    for (const diagnostic of [undefined, {}]) {
      const what = diagnostic === undefined ? "undefined" : "an object";
      expect(thrownBy(() => assembly.render(diagnostic as never))).to.equal(
        `error[PWL0606]: \`render\`: the argument must be a diagnostic, not ${what}\nhelp: pass an element of \`diagnostics\``,
      );
    }
    for (const root of [undefined, null, "tea\n"]) {
      const kind = JSON.stringify(root);
      for (const call of ["run", "print"] as const) {
        expect(thrownBy(() => assembly[call](root as never))).to.equal(
          `error[PWL0606]: \`${call}\`: the root must be an object, not ${kind}\nhelp: pass a root`,
        );
      }
    }
    for (const call of ["run", "print"] as const) {
      expect(thrownBy(() => assembly[call](parsed as never))).to.equal(
        `error[PWL0606]: \`${call}\`: the argument must be a root, not the result of \`parse\`\nhelp: pass \`root\` of the result if \`ok\` is true`,
      );
    }
  });

  it("refuses an assembly with errors in functions that need its plan", () => {
    const assembly = assemble(samovar);
    const failed = assemble(samovar, { insert: [{ pass: "unknown", end: true }] });
    const attempts: { readonly [argument: string]: () => unknown } = {
      "`diff`: `after`": () => diff(assembly, failed),
      "`explain`: `assembly`": () => explain(failed),
      "`ordersByName`: `assembly`": () => ordersByName(failed),
    };
    for (const [argument, run] of Object.entries(attempts))
      expect(thrownBy(run)).to.equal(
        `error[PWL0606]: ${argument} does not have a plan, because its \`diagnostics\` contain errors\nhelp: correct the argument`,
      );
    expect(lockOf(failed)).to.equal(undefined);
  });

  it("refuses values that are not an assembly in functions about an assembly", () => {
    const assembly = assemble(samovar);
    const calls: { readonly [argument: string]: (value: never) => unknown } = {
      "`assembleWith`: `assembly`": (value) => assembleWith(value, {}),
      "`diff`: `after`": (value) => diff(assembly, value),
      "`explain`: `assembly`": (value) => explain(value),
      "`lockOf`: `assembly`": (value) => lockOf(value),
      "`ordersByName`: `assembly`": (value) => ordersByName(value),
      "`positionsFor`: `assembly`": (value) => positionsFor(value, "pour"),
      "`sliceOf`: `assembly`": (value) => sliceOf(value, {}),
    };
    const values = [undefined, null, 5, samovar, Promise.resolve(assembly), { ok: true, diagnostics: [] }];
    for (const [argument, call] of Object.entries(calls))
      for (const value of values)
        expect(thrownBy(() => call(value as never))).to.equal(
          `error[PWL0606]: ${argument} must be an assembly\nhelp: pass the result of \`assemble\``,
        );
  });

  it("refuses slices and settings that are not tables with their keys", () => {
    const assembly = assemble(samovar);
    const slices: { readonly [problem: string]: unknown } = {
      "`slice` must be a plain object, not undefined": undefined,
      "`slice` must be a plain object, not 5": 5,
      "unknown key `slice.form`; did you mean `slice.from`?": { form: "pour" },
      "`slice.until` must be a string, not 5": { until: 5 },
    };
    for (const [problem, slice] of Object.entries(slices))
      expect(thrownBy(() => sliceOf(assembly, slice as never))).to.equal(
        `error[PWL0606]: \`sliceOf\`: ${problem}\nhelp: write \`sliceOf(assembly, { from: "…", until: "…" })\``,
      );
    expect(thrownBy(() => assembly.run({} as never, null as never))).to.equal(
      "error[PWL0606]: `run`: `settings` must be a plain object, not null\nhelp: correct the settings",
    );
  });

  it("refuses extension points without a version or a description, which lists of these points would show", () => {
    const framework = { ...samovar, extensionPoints: { "tea.end": {} } };
    expect(
      assemble(Object.freeze(framework) as never)
        .diagnostics.map(renderDiagnostic)
        .join("\n"),
    ).to.equal(
      ["since", "doc"]
        .map(
          (key) =>
            `error[PWL0606]: \`assemble\`: framework \`samovar\`: \`extensionPoints.tea.end.${key}\` must be a string, not undefined\nhelp: correct the argument`,
        )
        .join("\n"),
    );
  });

  it("warns about extension points that no pipeline contains, in frameworks with one pipeline or with a graph", () => {
    const declared = {
      name: "plain",
      ir: menu,
      anchor: "menu",
      extensionPoints: { first: { since: "1.0", doc: "" }, last: { since: "1.0", doc: "" } },
    } as const;
    const frameworks: readonly unknown[] = [
      defineFramework({ ...declared, pipeline: (b) => void b.addExtensionPoint("first") }),
      defineGraphFramework({
        ...declared,
        graph(graph) {
          const builder = graph.makeBuilder();
          builder.addExtensionPoint("first");
          graph.registerPipeline("main", {}, builder);
        },
      }),
    ];
    for (const framework of frameworks)
      expect(
        assemble(framework as typeof samovar)
          .diagnostics.map(renderDiagnostic)
          .join("\n"),
      ).to
        .equal(`warning[PWL0417]: framework \`plain\` declares extension point \`last\`, but does not add it to a pipeline
  --> framework plain
help: call \`addExtensionPoint("last")\` in the framework's pipeline, or remove the declaration`);
  });

  it("accepts definitions of passes and addresses of steps in rules", () => {
    const textWith = (rules: NonNullable<AssembleOptions<typeof samovar>["rules"]>): string =>
      textOf({ plugins: [sugar], rules });
    const before = textWith([]);
    for (const [pass, target] of [
      [sweeten, pour],
      ["sugar::sweeten", "pour"],
      [sweeten, "pour"],
    ] as const)
      for (const rule of [
        { pass, strong: true, before: target, reason: "r" },
        { pass: target, strong: true, after: pass, reason: "r" },
      ])
        expect(textWith([rule])).to.equal(before);
    const wrong = { pass: sweeten, strong: true, after: pour, reason: "r" };
    expect(textWith([wrong])).to.contain("strong rule does not hold: `sweeten` must be after `pour`");
    const plugin = definePlugin({ name: "rules", rules: [wrong] });
    expect(textOf({ plugins: [sugar, plugin] })).to.contain(
      "strong rule does not hold: `sweeten` must be after `pour`",
    );
  });

  it("reports unknown cleanups of the options without a position", () => {
    const assembly = assemble(samovar, { cleanups: ["tidi"] });
    expect(
      assembly.diagnostics
        .map((one) => assembly.render(one))
        .join("\n")
        .split("\n", 2),
    ).to.deep.equal(["error[PWL0402]: no framework or plugin provides a pass named `tidi`", "   = searched: samovar"]);
  });

  it("refuses repeated levels, checks of undeclared properties, and cleanups that no contributor declares", () => {
    const textOfFramework = (more: object): string =>
      errorsOf(assemble(Object.freeze({ ...samovar, ...more }) as never))
        .map(renderDiagnostic)
        .join("\n");
    expect(textOfFramework({ levels: ["O1", "O0", "O1"] })).to.equal(
      "error[PWL0606]: `assemble`: framework `samovar`: `levels` contains `O1` twice\nhelp: correct the argument",
    );
    const properties = { brewed: { kind: "structural" } };
    expect(textOfFramework({ properties, checks: { brewd: () => undefined } })).to.equal(
      "error[PWL0606]: `assemble`: framework `samovar`: unknown key `checks.brewd`; did you mean `checks.brewed`?\nhelp: correct the argument",
    );
    expect(textOfFramework({ checks: { brewed: () => undefined } })).to.equal(
      "error[PWL0606]: `assemble`: framework `samovar`: unknown key `checks.brewed`\nhelp: correct the argument",
    );
    expect(textOfFramework({ cleanups: ["tidi"] })).to.equal(
      `error[PWL0402]: no framework or plugin provides a pass named \`tidi\`
  --> framework samovar
   = searched: samovar
help: did you mean \`tidy\`?`,
    );
    const framework = Object.freeze({ ...samovar, cleanups: ["polish"] });
    const polish = definePass({ name: "polish", idempotent: true, provides: ["clean"], runOnOperation() {} });
    const assembly = assemble(framework, { plugins: [definePlugin({ name: "shiny", passes: [polish] })] });
    expect(assembly.diagnostics).to.deep.equal([]);
    // A plugin that is left out can provide the cleanup.
    expect(assembleWith(assembly, { without: ["shiny"] }).diagnostics).to.deep.equal([]);
  });

  it("explains positions next to a pass that the pipeline contains only for another choice", () => {
    expect(textOf({ target: "pot", insert: [{ pass: lemon, before: "pour" }] })).to.equal(
      `error[PWB0101]: no pass named \`pour\` in the pipeline
   = requested: \`lemon\` before \`pour\`
   = passes of the framework: \`boil\`, \`tidy\`
   = \`pour\` is in the pipeline only for other targets, levels or options
help: use a pass type or an extension point, which stays valid if the framework changes its passes`,
    );
  });

  it("refuses conditions with an empty list, which would never hold", () => {
    expect(textOf({ insert: [{ pass: tidy, before: "tidy", when: { level: [] } }] })).to.equal(
      "error[PWL0013]: `insert[0].when.level` must be a list with at least one element, not an empty list\nhelp: write a list with at least one element",
    );
  });

  it("does not depend on the order of the plugins", () => {
    const [one, other] = [
      [sugar, citrus],
      [citrus, sugar],
    ].map((plugins) => assemble(samovar, { plugins }));
    expect(one?.plan).to.deep.equal(other?.plan);
    expect(one && diff(one, other as Assembly<typeof samovar>)).to.deep.equal([]);
  });

  it("names every contributor and reason", () => {
    const { plan } = assemble(samovar, {
      plugins: [sugar, citrus],
      insert: [{ pass: tidy, end: true, reason: "twice" }],
      keepDuplicates: true,
    });
    expect(
      plan?.steps.map(({ address, origin, because }) => `${address} (${origin.kind} ${origin.name}): ${because}`),
    ).to.deep.equal([
      "boil (framework samovar): base pipeline",
      "tea.end (framework samovar): base pipeline",
      "citrus::lemon (plugin citrus): at extension point `tea.end`",
      "sugar::sweeten (plugin sugar): before `pour`: it melts",
      "pour (framework samovar): base pipeline",
      "tidy (framework samovar): base pipeline",
      "program::tidy (config program): at the end: twice",
    ]);
  });

  it("explains steps, including omitted ones, and finds legal positions", () => {
    const assembly = assemble(samovar, { plugins: [sugar], overrides: [{ ban: "tidy", reason: "no time" }] });
    expect(explain(assembly, "sweeten").map(({ address, isPlanned }) => `${address} ${isPlanned}`)).to.deep.equal([
      "sugar::sweeten true",
    ]);
    expect(explain(assembly, "tidy").map(({ isPlanned, because }) => `${isPlanned} ${because}`)).to.deep.equal([
      "false banned by config program: no time",
    ]);
    expect(explain(assembly).length).to.be.greaterThan(3);
    const [positions] = positionsFor(assembly, "sugar::sweeten");
    expect(positions?.pass).to.equal("sweeten");
    expect(positions?.ranges.length).to.be.greaterThan(0);
    expect(thrownBy(() => positionsFor(assembly, "sweten"))).to.equal(
      `error[PWL0605]: no framework or plugin provides a pass named \`sweten\`
help: did you mean \`sweeten\`?`,
    );
    const wrong = (call: string): string =>
      `error[PWL0606]: \`${call}\`: the name of a pass must be a string
help: pass the \`name\` of the pass, or the address of a step`;
    expect(thrownBy(() => positionsFor(assembly, sweeten as never))).to.equal(wrong("positionsFor"));
    expect(thrownBy(() => explain(assembly, sweeten as never))).to.equal(wrong("explain"));
  });

  it("locks, changes and compares", () => {
    const assembly = assemble(samovar, { plugins: [[sugar, { spoons: 4 }], citrus] });
    expect(lockOf(assembly)).to.deep.include({
      lockVersion: 1,
      plugins: [{ name: "citrus" }, { name: "sugar", options: { spoons: 4 } }],
      taps: [{ hook: "word", tap: "citrus", plugin: "citrus" }],
    });
    const without = assembleWith(assembly, {
      without: ["citrus"],
      target: "pot",
      insert: [{ pass: sweeten, after: "boil" }],
    });
    expect(without.text()).to.equal("menu(tea(boil,sweeten),tidy)");
    expect(assembly.text()).to.equal("menu(tea(boil,lemon,sweeten{spoons=4},pour),tidy)");
    expect(diff(assembly, assembleWith(assembly, { without: ["citrus"] }))).to.deep.equal([
      "`citrus::lemon` was removed",
    ]);
    expect(errorsOf(assembleWith(assembly, { without: ["citrs"] })).map((one) => assembly.render(one))).to.deep.equal([
      "error[PWL0401]: cannot exclude plugin `citrs`, which is not in the config\n   = plugins of the config: `citrus`, `sugar`\nhelp: did you mean `citrus`?",
    ]);
  });

  it("adds plugins to an assembly, or replaces plugins with the same name", () => {
    const assembly = assemble(samovar, { plugins: [sugar] });
    const sour = definePlugin({ name: "sugar", passes: [lemon], insert: [{ pass: lemon, before: "pour" }] });
    expect(assembleWith(assembly, { without: ["sugar"], plugins: [sour] }).text()).to.equal(
      "menu(tea(boil,lemon,pour),tidy)",
    );
    expect(errorsOf(assembleWith(assembly, { plugins: [sour] })).map((one) => assembly.render(one))).to.deep.equal([
      "error[PWL0604]: two plugins are named `sugar`\n  --> plugin sugar\nhelp: remove or rename one of the plugins",
    ]);
  });

  it("returns an ordinary pass manager, and runs", async () => {
    const assembly = assemble(samovar, { plugins: [citrus] });
    expect(drink(assembly)).to.equal("tea\n  hotwater\n  lemon\n  poured\n");
    expect(drink(assembly), "a second run").to.equal("tea\n  hotwater\n  lemon\n  poured\n");
    expect(drink(assembly, "?")).to.equal("bad word `?`");
    const parsed = assembly.parse("tea\n", { file: "menu.txt" });
    if (!parsed.ok) throw new Error("cannot parse");
    const manager = assembly.passManager();
    expect(manager.run(parsed.root).succeeded).to.equal(true);
    const result = await assembly.runAsync(parsed.root);
    expect(result.ok && assembly.print(result.root).match(/hotwater/g)?.length).to.equal(2);
  });

  it("refuses a signal that is not an AbortSignal before it runs a pass", async () => {
    const assembly = assemble(samovar);
    const parsed = assembly.parse("tea\n", { file: "menu.txt" });
    if (!parsed.ok) throw new Error("cannot parse");
    const settings = { signal: new AbortController().signal };
    expect(() => assembly.run(parsed.root, settings as never)).to.throw("`settings.signal` works only with `runAsync`");
    const run = assembly.runAsync(parsed.root, { signal: new AbortController() as never });
    expect(await run.catch((thrown: Error) => thrown.message)).to.equal(
      "`run`: `settings.signal` must be an AbortSignal, not an object",
    );
  });

  it("refuses a slice that is not the result of `sliceOf`", () => {
    const assembly = assemble(samovar);
    const parsed = assembly.parse("tea\n", { file: "menu.txt" });
    if (!parsed.ok) throw new Error("cannot parse");
    expect(thrownBy(() => assembly.run(parsed.root, { slice: { from: "pour" } as never }))).to.contain(
      "`run`: `settings.slice` must be the result of `sliceOf`, not { from }",
    );
  });

  it("ends a run that is aborted", async () => {
    const controller = new AbortController();
    const waits = definePass({
      name: "waits",
      runOnOperation: () =>
        new Promise<void>((resolve) => {
          controller.abort("the user canceled the run");
          setTimeout(resolve, 60_000).unref();
        }),
    });
    const assembly = assemble(samovar, { insert: [{ pass: waits, before: "tidy" }] });
    const run = async (): Promise<string> => {
      const parsed = assembly.parse("tea\n", { file: "menu.txt" });
      if (!parsed.ok) throw new Error("cannot parse");
      const { ok, diagnostics } = await assembly.runAsync(parsed.root, { signal: controller.signal });
      return `${ok}\n${diagnostics.map((one) => assembly.render(one)).join("\n")}`;
    };
    const aborted = (step: string): string => `false
error[PWC0420]: the run was aborted
  --> menu.txt${step}
   = reason: the user canceled the run
help: discard the root operation, because it might be partly changed`;
    expect(await run()).to.equal(aborted(", step waits"));
    expect(await run(), "before it starts").to.equal(aborted(""));
  });

  it("calls session hooks, and names the plugin of a tap that fails", () => {
    const seen: string[] = [];
    const watcher = definePlugin({
      name: "watcher",
      setup(_b, environment) {
        const session = sessionHooks(environment);
        session.configRead.tap("w", ({ name, plugins }) => void seen.push(`${name} ${plugins.map((one) => one.name)}`));
        session.manifestsChecked.tap("w", (all) => void seen.push(all.map((one) => `${one.kind} ${one.name}`).join()));
        session.planned.tap("w", ({ steps }) => void seen.push(`${steps.length} steps`));
        session.afterRun.tap("w", (_root, { succeeded }) => void seen.push(`ran ${succeeded}`));
      },
    });
    expect(drink(assemble(samovar, { plugins: [watcher] }))).to.equal("tea\n  water\n  poured\n");
    expect(seen).to.deep.equal(["program watcher", "framework samovar,plugin watcher", "4 steps", "ran true"]);
  });

  it("reports why it cannot run", () => {
    const declared = { name: "later", anchor: "tea" };
    const planned = assemble({ ...samovar, passes: [declared] }, { insert: [{ pass: "later", after: "boil" }] });
    expect(planned.text()).to.contain("later");
    expect(thrownBy(() => planned.passManager())).to.contain("later");
    const broken = assemble(samovar, { insert: [{ pass: "lemn", end: true }] });
    expect(thrownBy(() => broken.run(append({ nested: [] } as never, "menu")))).to.contain("PWL0402");
    const mute = defineFramework({
      ...samovar,
      name: "mute",
      ir: { ...menu, parse: undefined, print: undefined } as never,
    });
    expect(thrownBy(() => assemble(mute).parse("", { file: "x" }))).to.equal(
      `error[PWL0602]: the adapter of IR \`menu\` does not have the function \`parse\`
help: add \`parse\` to the adapter`,
    );
    expect(thrownBy(() => assemble(samovar).parse(new Uint8Array(), { file: "x" }))).to.equal(
      `error[PWL0602]: the adapter of IR \`menu\` does not have the function \`binary\`
help: pass the content as a string, or add \`binary\` to the adapter`,
    );
    expect(thrownBy(() => assembleWith(planned, undefined as never))).to.equal(
      `error[PWL0606]: \`assembleWith\`: the argument must be an object
help: write \`assembleWith(assembly, { plugins: […] })\``,
    );
    const graph = defineGraphFramework({ name: "course", ir: menu } as never);
    expect(assemble(graph).diagnostics.map(renderDiagnostic).join("\n")).to.equal(
      `error[PWL0606]: \`assemble\`: framework \`course\`: \`graph\` must be a function
help: correct the argument`,
    );
    const unclean = assemble(defineFramework({ name: "bar", ir: menu, cleanups: ["tidy"], pipeline() {} }));
    expect(unclean.diagnostics.map(renderDiagnostic).join("\n")).to.equal(
      `error[PWL0402]: no framework or plugin provides a pass named \`tidy\`
  --> framework bar
   = searched: bar
help: add the pass to \`passes\` of the framework`,
    );
    expect(thrownBy(() => assemble(samovar).schedule())).to.equal(
      `error[PWL0601]: framework \`samovar\` has a single pipeline, but a schedule needs a graph of pipelines
help: call \`passManager()\` or \`run()\`, or \`makeManager()\` of a session`,
    );
  });

  it("assembles, plans and runs graphs", () => {
    const course = defineGraphFramework({
      name: "course",
      ir: menu,
      anchor: "menu",
      passes: [pour, tidy],
      graph(graph) {
        graph.registerPipeline("first", {}, (pm) => pm.nest("tea").addPass(pour.create()));
        graph.registerPipeline("last", { predecessors: ["first"] }, graph.makeBuilder());
      },
    });
    const assembly = assemble(course, { insert: [{ pass: "tidy", pipeline: "last", end: true }] });
    expect(assembly.diagnostics).to.deep.equal([]);
    expect(assembly.text()).to.equal("first: menu(tea(pour))\nlast: menu(tidy)");
    expect(thrownBy(() => assembly.passManager())).to.equal(
      `error[PWL0601]: framework \`course\` has a graph of pipelines, but a pass manager contains a single pipeline
help: call \`schedule()\` or \`run()\`, or \`makeSchedule()\` of a session`,
    );
    const parsed = assembly.parse("tea\n", { file: "x" });
    if (!parsed.ok) throw new Error("cannot parse");
    const { ok, root } = assembly.run(parsed.root);
    expect(ok && assembly.print(root as Line)).to.equal("tea\n  poured\n");
  });
});

describe("assemble, mistakes", () => {
  it("reports all data of the wrong shape at once, each with its path of keys", () => {
    expect(
      textOf({
        insert: [{ pass: "pour", befor: "x" } as never, { pass: 3, end: true } as never],
        rules: [{} as never],
      }),
    ).to.equal(`error[PWL0011]: unknown key \`befor\` in \`insert[0]\`
   = allowed keys: \`pass\`, \`options\`, \`before\`, \`after\`, \`beforeType\`, \`afterType\`, \`at\`, \`end\`, \`pipeline\`, \`types\`, \`anchor\`, \`which\`, \`onMissing\`, \`when\`, \`reason\`
help: did you mean \`before\`?

error[PWL0017]: \`insert[0]\` must have exactly one of \`before\`, \`after\`, \`beforeType\`, \`afterType\`, \`at\`, \`end\`
   = none of these keys is set
help: add one of these keys

error[PWL0013]: \`insert[1].pass\` must be a string, not 3
help: write the value in quotes: "3"

error[PWL0012]: \`reason\` is missing in \`rules[0]\`
help: add \`reason\`: reason for the rule

error[PWL0017]: \`rules[0]\` must have exactly one of \`pass\`, \`type\`
   = none of these keys is set
help: add one of these keys

error[PWL0017]: \`rules[0]\` must have exactly one of \`before\`, \`after\`, \`beforeSome\`, \`afterSome\`
   = none of these keys is set
help: add one of these keys`);
    const insert = [{ pass: "pour", end: true, reason: "x".repeat(70_000) } as const];
    expect(textOf({ insert })).to.equal(`error[PWL0016]: \`insert[0].reason\` is too large: a string of 70000 characters
help: reduce the size or the nesting of the value, or the number of YAML aliases`);
    const deep: { [key: string]: unknown } = {};
    deep["a"] = deep;
    const nested = [{ pass: "pour", end: true, options: { tea: deep } } as never];
    const key = `insert[0].options.tea${".a".repeat(61)}`;
    expect(textOf({ insert: nested })).to
      .equal(`error[PWL0016]: \`${key}\` is too large: nested more than 64 levels deep
help: reduce the size or the nesting of the value, or the number of YAML aliases`);
    const many = Array.from({ length: 60_000 }, () => ({ pass: "pour" }) as never);
    expect(textOf({ insert: many })).to.match(
      /^error\[PWL0016\]: `insert\[\d+\](\.pass)?` is too large: more than 100000 values\n/,
    );
    const odd = definePlugin({ name: "odd", insert: [{ pass: "pour" } as never] });
    expect(textOf({ plugins: [odd] })).to.contain("--> plugin odd");
  });

  it("refuses values that are not frameworks, plugins or options", () => {
    expect(thrownBy(() => assemble({} as never))).to.equal(
      `error[PWL0606]: \`assemble\`: the first argument must be a framework
help: pass the result of \`defineFramework\``,
    );
    expect(thrownBy(() => assemble(samovar, 3 as never))).to.equal(
      `error[PWL0606]: \`assemble\`: the second argument must be an object
help: pass options: \`{ plugins: [ … ] }\``,
    );
    expect(textOf({ plugin: [sugar] } as never)).to.equal(
      `error[PWL0606]: \`assemble\`: unknown key \`plugin\`; did you mean \`plugins\`?
help: correct the argument`,
    );
    expect(
      assemble(Object.freeze({ ...samovar, anchor: "a(b)" }))
        .diagnostics.map(renderDiagnostic)
        .join(""),
    ).to.equal(
      `error[PWL0606]: \`assemble\`: framework \`samovar\`: \`anchor\` must be the name of an operation, not "a(b)"
help: correct the argument`,
    );
    for (const entry of [{}, [], [{}, {}], [sugar, {}, {}], [sugar, 5], [sugar, null]])
      expect(textOf({ plugins: [entry] as never })).to.equal(
        "error[PWL0606]: `assemble`: `plugins[0]` is neither a plugin nor `[plugin, options]`\nhelp: pass the result of `definePlugin`",
      );
    expect(textOf({ plugins: sugar as never })).to.equal(
      "error[PWL0606]: `assemble`: `plugins` must be a list, not { passes, name, options, setup }\nhelp: correct the argument",
    );
    expect(textOf({ plugins: [definePlugin({})] })).to.equal(
      `error[PWL0603]: plugin \`plugins[0]\` does not have a name
help: add a name: \`definePlugin({ name: "…", … })\``,
    );
    expect(textOf({ plugins: [sugar, sugar] })).to.equal(
      `error[PWL0604]: two plugins are named \`sugar\`
  --> plugin sugar
help: remove or rename one of the plugins`,
    );
    for (const [name, contributor] of Object.entries({ samovar: "framework", program: "program" }))
      expect(textOf({ plugins: [definePlugin({ name })] })).to.equal(
        `error[PWL0604]: the ${contributor} and a plugin are named \`${name}\`
  --> plugin ${name}
help: rename the plugin`,
      );
    expect(textOf({ target: "mug" as never })).to.equal(
      "error[PWL0403]: framework `samovar` has no target `mug`\nhelp: use one of cup, pot",
    );
    const { levels: _, ...plain } = samovar;
    expect(errorsOf(assemble(plain as never, { level: "weak" } as never)).map(renderDiagnostic)).to.deep.equal([
      "error[PWL0403]: framework `samovar` has no level `weak`\nhelp: remove the level, because the framework does not declare levels",
    ]);
    expect(textOf({ plugins: [[sugar, { spons: 1 } as never]] })).to.equal(
      "error[PWL0207]: options of plugin `sugar`: unknown option `spons`\n  --> plugin sugar\nhelp: use one of the options of `sugar`: spoons",
    );
    expect(textOf({ taps: { wrd: () => "" } as never })).to.contain("`samovar` has no hook `wrd`");
  });

  it("warns about conditions with targets and levels that the framework does not have", () => {
    const insert = [{ pass: tidy, end: true, when: { target: "mug" } }];
    const typo = definePlugin({
      name: "typo",
      insert: [{ pass: tidy, end: true, when: { level: "stong" } }],
      setup: (b) => void b.addAfter("tidy", tidy, { when: { level: ["weak", "weaker"] } }),
    });
    const { cleanups: _, ...plain } = samovar;
    const framework = defineFramework({
      ...plain,
      pipeline(b: PassManagerBuilder) {
        b.addPass(tidy);
        b.addPass(tidy, { when: { level: "best" } });
      },
    } as never);
    const { diagnostics } = assemble(framework, { insert, plugins: [typo] } as never);
    const never = "so a condition on this";
    expect(diagnostics.map(renderDiagnostic)).to.deep.equal([
      `warning[PWL0403]: framework \`samovar\` has no target \`mug\`, ${never} target never holds
help: use one of cup, pot`,
      `warning[PWL0403]: framework \`samovar\` has no level \`best\`, ${never} level never holds
  --> framework samovar
help: use one of weak, strong`,
      `warning[PWL0403]: framework \`samovar\` has no level \`stong\`, ${never} level never holds
  --> plugin typo
help: did you mean \`strong\`?`,
    ]);
  });

  it("warns about properties and pass types that are probably mistyped", () => {
    const passes = [definePass({ name: "cool", invalidates: ["hott"], types: ["Clean"], runOnOperation() {} })];
    const { diagnostics } = assemble(
      { ...samovar, properties: { hot: { kind: "structural" } } } as never,
      {
        plugins: [definePlugin({ name: "typo", passes, insert: [{ pass: "cool", end: true }] })],
        guards: [{ property: "warm", from: "tidy", to: "pour", reason: "cold tea" }],
      } as never,
    );
    expect(diagnostics.filter(({ code }) => code === "PWL0416").map(renderDiagnostic)).to.deep.equal([
      `warning[PWL0416]: pass \`cool\` invalidates property \`hott\`, which is not declared
  --> plugin typo
help: did you mean \`hot\`?`,
      `warning[PWL0416]: the guard from \`tidy\` to \`pour\` protects property \`warm\`, which is not declared
help: correct the name, or declare it under \`properties\``,
    ]);
  });

  it("accepts `needs` that the framework meets only with another target", () => {
    const pipeline = (b: PassManagerBuilder): void => void b.addPass(tidy, { when: { target: "pot" } });
    const framework = defineFramework({ ...samovar, cleanups: [], pipeline } as never);
    const type = tidy.declaration.types?.[0] ?? "";
    const plugin = (passTypes: string[]): object => definePlugin({ name: "needy", needs: { passTypes } });
    const found = (passTypes: string[]): readonly string[] =>
      assemble(framework, { plugins: [plugin(passTypes)], target: "cup" } as never).diagnostics.map(({ code }) => code);
    expect([type, found([type]).includes("PWL0110"), found(["Nothing"]).includes("PWL0110")]).to.deep.equal([
      "Cleanup",
      false,
      true,
    ]);
  });

  it("refuses calls of a plugin for another contributor, and protects the name of the framework", () => {
    const rename = definePlugin({
      name: "rename",
      setup: (_b, { framework }) => void ((framework as { name: string }).name = "teapot"),
    });
    const names: string[] = [];
    const read = definePlugin({ name: "zest", setup: (_b, { framework }) => void names.push(framework.name) });
    expect(textOf({ plugins: [rename, read] })).to.equal("menu(tea(boil,pour),tidy)");
    expect(names).to.deep.equal(["samovar"]);
    const forge = definePlugin({
      name: "forge",
      setup: (b) => void b.forContributor({ kind: "plugin", name: "sugar" }).addAfter("tidy", tidy),
    });
    expect(textOf({ plugins: [forge] })).to.contain(
      "error[PWB0301]: only the framework can call `forContributor`, and `forge` is not the framework",
    );
  });

  it("reports the code of plugins: exceptions and promises", () => {
    const throws = definePlugin({
      name: "throws",
      setup() {
        throw new Error("cold");
      },
    });
    const waits = definePlugin({ name: "waits", setup: (async () => {}) as never });
    const text = textOf({ plugins: [throws, waits] });
    expect(text).to.contain("error[PWL0208]: the setup of `throws` threw an exception: Error: cold");
    expect(text).to.contain("error[PWL0209]: the setup of `waits` returned a promise");
  });

  it("reports promises of the functions of a framework, also if code after `await` throws an exception", async () => {
    const late = async (): Promise<void> => {
      await Promise.resolve();
      throw new Error("late");
    };
    const text = (extra: object): string => {
      const assembly = assemble({ ...samovar, ...extra } as typeof samovar);
      return assembly.diagnostics.map(renderDiagnostic).join("\n\n");
    };
    expect(text({ pipeline: late })).to.equal(`error[PWL0209]: the pipeline of \`samovar\` returned a promise
  --> framework samovar
help: make \`pipeline\` synchronous, because calls after \`await\` are too late`);
    expect(text({ pipeline: () => late() })).to.contain("error[PWL0209]: the pipeline of `samovar` returned a promise");
    const { diagnostics } = assemble(
      defineGraphFramework({ ...samovar, name: "course", pipeline: undefined, graph: late } as never),
    );
    expect(diagnostics.map(({ message }) => message)).to.deep.equal(["the graph of `course` returned a promise"]);
    // Waits until the promises are rejected. An unhandled rejection makes the test fail.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it("reports two definitions of one pass with both owners", () => {
    const other = definePass({ name: "sweeten", anchor: "tea", runOnOperation() {} });
    expect(textOf({ plugins: [sugar, definePlugin({ name: "honey", passes: [other] })] })).to.contain(
      "error[PWB0001]: two packages declare pass `sweeten`",
    );
  });
});
