import { definePass } from "@passwright/core";

const silent = definePass({ name: "mystery", runOnOperation: (_op: object) => {} });

type Anything = (...given: readonly unknown[]) => Untyped;

/** Type of a builder whose arguments TypeScript does not check, as in JavaScript. */
type Untyped = Readonly<Record<Verb, Anything>> & { readonly strong: Untyped; readonly weak: Untyped };

type Verb =
  | "addPass"
  | "addBundle"
  | "addBefore"
  | "addAfter"
  | "addBeforeType"
  | "addAt"
  | "addExtensionPoint"
  | "forContributor"
  | "nest"
  | "nestEverywhere"
  | "group"
  | "when"
  | "replace"
  | "remove"
  | "rule"
  | "guard"
  | "before"
  | "after";

type WrongCall = (view: Untyped) => unknown;

/** Calls of a plugin that TypeScript rejects. The framework's pipeline contains a pass `tile`. */
export const WRONG_CALLS: readonly WrongCall[] = [
  (view) => view.addBefore(silent, "tile"),
  (view) => view.addAfter("tile"),
  (view) => view.addBeforeType(undefined, silent),
  (view) => view.addAt("tensor.end", 7),
  (view) => view.addPass({ name: "tile" }),
  (view) => view.addPass(silent, { at: "tensor.end" }),
  (view) => view.addPass(silent, { beforeType: "Lowering" }),
  (view) => view.addAfter("tile", silent, "because"),
  (view) => view.addAfter("tile", silent, { reasn: "because", mine: 1 }),
  (view) => view.replace("tile", null),
  (view) => view.rule(silent).strong.after("tile"),
  (view) => view.rule(silent).weak.before(silent, "because"),
  (view) => view.rule(silent).weak.before(7, { reason: "because" }),
  (view) => view.rule([]),
  (view) => view.rule("").strong.after("tile", { reason: "" }),
  (view) => view.rule("tile").strong.after("tile", { reason: "" }),
  (view) => view.addPass("two words"),
  (view) => view.addPass(silent, { options: "size=4" }),
  (view) => view.addPass(silent, { types: "Lowering" }),
  (view) => view.addPass(silent, { anchor: 7 }),
  (view) => view.addPass(silent, { when: { traget: "gpu" } }),
  (view) => view.addPass(silent, { reason: [] }),
  (view) => view.addPass(silent, { removable: 1 }),
  (view) => view.addAfter("tile", silent, { which: "second" }),
  (view) => view.addAfter("fold", silent, { onMissing: "ignore" }),
  (view) => view.addAfter("fold", silent, { onMissing: { use: "tile" } }),
  (view) => view.addAfter("fold", silent, { onMissing: { use: [] } }),
  (view) => view.addAfter("fold", silent, { onMissing: {} }),
  (view) => view.addBundle(undefined, [silent]),
  (view) => view.addBundle("pack"),
  (view) => view.addBundle("pack", [silent, undefined]),
  (view) => view.addBundle("pack", [[silent, 7]]),
  (view) => view.addBundle("pack", [silent], { kind: "tight" }),
  (view) => view.addBundle("pack", [silent], { place: "tile" }),
  (view) => view.addBundle("pack", [silent], { place: { before: "tile", after: "tile" } }),
  (view) => view.addBundle("pack", [silent], { plase: { before: "tile" } }),
  (view) => view.remove(),
  (view) => view.remove("tile", { reson: "because" }),
  (view) => view.guard("canonical", { from: "tile", to: "tile" }),
  (view) => view.guard("canonical", { from: "tile", to: "tile", reason: "because", unitl: "fold" }),
  (view) => view.guard(),
  (view) => view.when(),
  (view) => view.when({ target: ["gpu", 7] }),
  (view) => view.when({ level: [] }),
  (view) => view.addPass(silent, { when: { target: [] } }),
  (view) => view.replace(silent, "tile"),
  (view) => view.addAfter(silent, "tile"),
  (view) => view.when({ target: "gpu" }, () => {}),
  (view) => view.rule(silent, { reason: "because" }),
];

/** Calls of a framework that TypeScript rejects. */
export const WRONG_CALLS_OF_FRAMEWORKS: readonly WrongCall[] = [
  (builder) => builder.forContributor("tpp"),
  (builder) => builder.forContributor({ name: "tpp" }),
  (builder) => builder.nest(),
  (builder) => builder.nest("func.func", () => {}),
  (builder) => builder.nestEverywhere("func.func", () => {}),
  (builder) => builder.nestEverywhere("**func.func"),
  (builder) => builder.group("pack", {}),
  (builder) => builder.addExtensionPoint({ name: "tensor.end" }),
  (builder) => {
    let nested = builder;
    for (let depth = 0; depth <= 1000; depth++) nested = nested.nest("func.func");
  },
];
