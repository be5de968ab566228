import {
  assemble,
  assembleWith,
  code,
  defineConversion,
  defineFramework,
  defineGraphFramework,
  definePass,
  definePlugin,
  int,
  list,
  oneOf,
  optionTable,
  record,
  string,
} from "@passwright/sdk";
import type { DefinedPlugin, PluginInsertion } from "@passwright/sdk";
import { citrus, lemon, menu, samovar, sugar, sweeten } from "../tea.ts";
import type { Line } from "../tea.ts";
import { anywhere, forAny, forShapes, grow, shapes } from "./other-ir.ts";
import type { Shape } from "./other-ir.ts";

/* Tests of types, which are compiled but not run: code that must compile, and code that must not. */

type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;

export function compiles(some: readonly DefinedPlugin[], names: readonly string[]): void {
  const all = assemble(samovar, {
    plugins: [sugar, [sugar, { spoons: 4 }], citrus, [citrus, {}], forAny],
    insert: [
      { pass: sweeten, at: "tea.end", options: { spoons: 3, brown: true } },
      { pass: lemon, before: "pour", onMissing: { use: [{ at: "tea.end" }, { end: true }] } },
      { pass: lemon, afterType: "Lowering" },
      { pass: lemon, before: sweeten },
      { pass: "by-name", before: "pour", options: { anything: 1 } },
      { pass: anywhere, end: true },
      { pass: sweeten, end: true, options: { spoons: undefined } },
      { bundle: "mix", at: "tea.end" },
    ],
    taps: { word: (word) => word.toUpperCase(), strength: (tea) => tea.nested.length },
    target: "pot",
    level: "strong",
  });
  assembleWith(all, {
    target: "cup",
    without: ["sugar"],
    insert: [{ pass: sweeten, end: true, options: { spoons: 1 } }],
  });
  const insert: PluginInsertion[] = [{ pass: sweeten, end: true, options: { spoons: 1 } }];
  definePlugin({ name: "inserts", passes: [sweeten], insert });
  definePlugin({
    name: "unset",
    passes: [sweeten],
    insert: [{ pass: sweeten, end: true, options: { brown: undefined } }],
  });
  definePlugin({ name: "beside", passes: [lemon], insert: [{ pass: lemon, after: sweeten }] });
  const parsed = all.parse("", { file: "x" });
  if (!parsed.ok) return;
  const isLine: Same<typeof parsed.root, Line> = true;
  void isLine;
  all.run(parsed.root);
  assemble(samovar);
  definePlugin({ name: "p", setup: (builder) => builder.addPass(lemon) });
  definePlugin({ name: "p", setup: (builder) => void builder.addPass(lemon) });
  defineFramework({ name: "art", ir: menu, pipeline: (builder) => builder.addPass(sweeten) });
  assemble(samovar, { plugins: some, insert: names.map((pass) => ({ pass, after: "boil" })) });
  assemble(samovar, { plugins: [...some, [sugar, { spoons: 1 }]] });
  const isSweet = names.length > 0;
  assemble(samovar, { plugins: isSweet ? [sugar] : [] });
  assemble(samovar, { plugins: isSweet ? [citrus, [sugar, { spoons: 1 }]] : [] });
  assemble(samovar, { insert: isSweet ? [{ pass: sweeten, at: "tea.end", options: { spoons: 1 } }] : [] });
  assemble(samovar, isSweet ? { plugins: [sugar], insert: [{ pass: "by-name", before: "pour" }] } : {});
  assembleWith(all, { insert: isSweet ? [{ pass: sweeten, end: true }] : [], plugins: isSweet ? [citrus] : [] });
  definePlugin({ name: "p", insert: isSweet ? [{ pass: sweeten, end: true }] : [] });
}

const serve = definePass({
  name: "serve",
  options: {
    cup: optionTable({ size: int(2, ""), shape: oneOf(["wide", "tall"], "wide", "") }, ""),
    plates: list(optionTable({ size: int(2, ""), colors: list(string("", ""), "") }, ""), ""),
    labels: record(""),
    test: code<(name: string) => boolean>(""),
  },
  runOnOperation: (_line: Line, { options }) => void (options.cup.size + options.plates.length),
});

export function partialTablesCompile(): void {
  serve.create({ cup: { size: 3 }, plates: [{}, { colors: ["red"] }], labels: { a: 1 }, test: (name) => name === "" });
  assemble(samovar, { insert: [{ pass: serve, end: true, options: { cup: { shape: "tall" } } }] });
  // @ts-expect-error the option does not exist in the table
  serve.create({ cup: { color: "red" } });
  // @ts-expect-error a word is not a number
  serve.create({ plates: [{ size: "big" }] });
  // @ts-expect-error `round` is not one of the words
  assemble(samovar, { insert: [{ pass: serve, end: true, options: { cup: { shape: "round" } } }] });
  // @ts-expect-error a value of a record is not a list
  serve.create({ labels: { a: [] } });
  // @ts-expect-error a value of a record is not undefined
  serve.create({ labels: { a: undefined } });
  // @ts-expect-error the function does not return a boolean
  serve.create({ test: (name) => name });
}

const draw = defineConversion({
  name: "draw",
  from: menu,
  to: shapes,
  convert: (): Shape => ({ kind: "circle", size: 1 }),
});

export function frameworksCompile(): void {
  defineFramework({ name: "art", ir: menu, passes: [sweeten, draw, grow, anywhere], pipeline() {} });
  defineGraphFramework({ name: "art", ir: menu, passes: [sweeten, draw, grow], levels: ["mild"], graph() {} });
}

const lastly = { pass: "tidy", end: true } as const;

export function doesNotCompile(): void {
  // @ts-expect-error -- no such option
  assemble(samovar, { plugins: [[sugar, { spons: 4 }]] });
  // @ts-expect-error -- the value has another type
  assemble(samovar, { plugins: [citrus, [sugar, { spoons: "4" }]] });
  // @ts-expect-error -- the plugin has no options
  assemble(samovar, { plugins: [[citrus, { spoons: 4 }]] });
  // @ts-expect-error -- no such extension point
  assemble(samovar, { insert: [{ pass: "pour", at: "tea.ned" }] });
  // @ts-expect-error -- no such extension point
  assemble(samovar, { insert: [{ bundle: "mix", at: "tea.ned" }, lastly] });
  // @ts-expect-error -- no such option
  assemble(samovar, { insert: [{ pass: sweeten, end: true, options: { spons: 1 } }] });
  // @ts-expect-error -- the value has another type
  assemble(samovar, { insert: [lastly, { pass: sweeten, end: true, options: { spoons: "1" } }] });
  // @ts-expect-error -- a pass for another IR
  assemble(samovar, { insert: [{ pass: grow, end: true }] });
  // @ts-expect-error -- no such position
  assemble(samovar, { insert: [{ pass: "x", befor: "y" }] });
  // @ts-expect-error -- no such key
  assemble(samovar, { insert: [{ pas: "x", before: "y" }] });
  // @ts-expect-error -- the pass is missing
  assemble(samovar, { insert: [{ before: "y" }] });
  // @ts-expect-error -- an insertion cannot have a pass and a bundle
  assemble(samovar, { insert: [{ bundle: "mix", pass: "x", end: true }] });
  // @ts-expect-error -- two positions
  assemble(samovar, { insert: [{ pass: "x", before: "y", after: "z" }] });
  // @ts-expect-error -- two positions
  assemble(samovar, { insert: [{ pass: lemon, before: sweeten, after: sweeten }] });
  // @ts-expect-error -- an extension point is not a pass
  assemble(samovar, { insert: [{ pass: lemon, at: sweeten }] });
  // @ts-expect-error -- no such extension point in a conditional list
  assemble(samovar, { insert: lastly.end ? [{ pass: sweeten, at: "tea.ned" }] : [] });
  // @ts-expect-error -- a plugin for another IR in a conditional list
  assemble(samovar, { plugins: lastly.end ? [forShapes] : [] });
  // @ts-expect-error -- two positions
  assemble(samovar, { insert: [{ bundle: "mix", at: "tea.end", before: "y" }] });
  // @ts-expect-error -- two alternative positions in one table
  assemble(samovar, { insert: [{ pass: "x", before: "y", onMissing: { use: { after: "z", end: true } } }] });
  // @ts-expect-error -- two positions
  definePlugin({ name: "p", insert: [{ pass: sweeten, at: "tea.end", end: true }] });
  definePlugin({ name: "p", rules: [{ type: "Cleanup", beforeSome: { type: "Lowering" }, reason: "clean first" }] });
  // @ts-expect-error -- no relation
  definePlugin({ name: "p", rules: [{ pass: "x", strong: true, reason: "y" }] });
  // @ts-expect-error -- two relations
  definePlugin({ name: "p", rules: [{ pass: "x", before: "y", after: "z", reason: "y" }] });
  // @ts-expect-error -- two positions
  definePlugin({ name: "p", insert: [{ bundle: "mix", beforeType: "A", afterType: "B" }] });
  // @ts-expect-error -- an asynchronous `setup`
  definePlugin({ name: "p", async setup() {} });
  // @ts-expect-error -- an asynchronous `pipeline`
  defineFramework({ name: "art", ir: menu, async pipeline() {} });
  // @ts-expect-error -- a plugin for another IR
  assemble(samovar, { plugins: [forShapes] });
  // @ts-expect-error -- a pass of the plugin is for another IR
  assemble(samovar, { plugins: [definePlugin({ name: "mixed", passes: [grow, lemon] })] });
  // @ts-expect-error -- no such target
  assemble(samovar, { target: "mug" });
  // @ts-expect-error -- no such level
  assemble(samovar, { level: "mild" });
  // @ts-expect-error -- no such hook
  assemble(samovar, { taps: { words: () => "" } });
  // @ts-expect-error -- a tap of another type
  assemble(samovar, { taps: { word: () => 1 } });
  // @ts-expect-error -- not an operation of the IR
  assemble(samovar).run({ kind: "circle" });
  // @ts-expect-error -- no such option of `assemble`
  assemble(samovar, { plugin: [] });
  // @ts-expect-error -- a promise of a framework
  assemble(Promise.resolve(samovar));
  // @ts-expect-error -- a module that exports a framework
  assemble({ default: samovar });
  // @ts-expect-error -- no such change
  assembleWith(assemble(samovar), { witout: ["sugar"] });
  // @ts-expect-error -- no such extension point in an alternative position
  assemble(samovar, { insert: [{ pass: "x", before: "y", onMissing: { use: { at: "tea.ned" } } }] });
  // @ts-expect-error -- no such extension point in a list of alternative positions
  assemble(samovar, { insert: [{ bundle: "x", before: "y", onMissing: { use: [{ end: true }, { at: "tea.ned" }] } }] });
  // @ts-expect-error -- no such key of a framework
  defineFramework({ name: "art", ir: menu, levls: ["mild"], pipeline() {} });
  // @ts-expect-error -- no such key of a framework
  defineGraphFramework({ name: "art", ir: menu, pipelin() {}, graph() {} });
  defineGraphFramework({
    name: "art",
    ir: menu,
    graph(graph) {
      graph.registerChoice("way", { branches: [{ pipeline: "a", test: (op) => op.name.text === "menu" }], else: "b" });
      // @ts-expect-error -- the branch does not have a condition
      graph.registerChoice("way", { branches: [{ pipeline: "a" }], else: "b" });
    },
  });
  // @ts-expect-error -- a pass for an IR that the framework does not have
  defineFramework({ name: "art", ir: menu, passes: [sweeten, grow], pipeline() {} });
  // @ts-expect-error -- no such option
  definePlugin({ name: "p", insert: [{ pass: sweeten, end: true, options: { spons: 1 } }] });
  // @ts-expect-error -- the value has another type
  definePlugin({ name: "p", passes: [sweeten], insert: [{ pass: sweeten, end: true, options: { spoons: "1" } }] });
  // @ts-expect-error -- no such position
  definePlugin({ name: "p", insert: [{ pass: "x", befor: "y" }] });
}
