import * as fc from "fast-check";

/**
 * Facts about an operation of a world. Operations of trees have neither interfaces nor traits, and are always isolated.
 */
export interface OpData {
  readonly isIsolated: boolean;
  readonly interfaces: readonly string[];
  readonly traits: readonly string[];
}

export interface PassData {
  readonly name: string;
  readonly anchor?: string;
  readonly interface?: string;
  readonly trait?: string;
  /** Operations that `canScheduleOn` accepts. */
  readonly accepts?: readonly string[];
  readonly types?: readonly string[];
  readonly requires?: readonly string[];
  readonly provides?: readonly string[];
  readonly invalidates?: readonly string[];
  readonly idempotent?: boolean;
}

/** Step of the framework's pipeline, in the format of configs. */
export type StepInWorld =
  | { readonly pass: string; readonly anchor?: string; readonly removable?: boolean }
  | { readonly point: string }
  | { readonly nest: string; readonly steps: readonly StepInWorld[] };

type Json = { readonly [key: string]: unknown };

/** Method call that a plugin makes in `setup`. */
export interface CallData {
  readonly method: string;
  readonly args: readonly unknown[];
}

export interface PluginData {
  readonly name: string;
  readonly passes: readonly PassData[];
  readonly calls: readonly CallData[];
  readonly insert: readonly Json[];
  readonly rules: readonly Json[];
}

/** Random IR, with a framework for this IR, plugins, and the contributions of a config. All parts are data. */
export interface World {
  readonly ir: "mlir" | "tree";
  readonly nesting?: "everywhere" | "direct";
  /** Whether an IR of kind `tree` declares the list of its operations. */
  readonly isListed: boolean;
  readonly ops: { readonly [name: string]: OpData };
  readonly anchor: string;
  readonly passes: readonly PassData[];
  readonly steps: readonly StepInWorld[];
  readonly cleanups: readonly string[];
  readonly plugins: readonly PluginData[];
  readonly insert: readonly Json[];
  readonly rules: readonly Json[];
  readonly overrides: readonly Json[];
  readonly bundles: Json;
}

const OPS = { mlir: ["t.a", "t.b", "t.c"], tree: ["a", "b", "c"] } as const;
const ROOT = { mlir: "builtin.module", tree: "root" } as const;
/** Invalid names: mistyped names, and names of an unknown dialect. */
const WRONG = { mlir: ["t.d", "u.a"], tree: ["d"] } as const;

const some = <T>(...choices: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...choices);
const few = <T>(one: fc.Arbitrary<T>, maxLength: number, minLength = 0): fc.Arbitrary<T[]> =>
  fc.array(one, { maxLength, minLength });
/** Generates a value in one of `times` cases, and otherwise `undefined`. */
const oneIn = <T>(times: number, one: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined as T) }, { weight: 1, arbitrary: one });

/** Removes undefined values, which data cannot contain. */
const clean = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;

const record = <T extends object>(shape: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(shape as never, { noNullPrototype: true }).map((value) => clean(value as T));

const TYPES = ["Cleanup", "Lowering", "EarlyOptimization"];
const POINTS = ["start", "end"];

const op = record<OpData>({
  isIsolated: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  interfaces: fc.subarray(["Cold", "Wet"]),
  traits: fc.subarray(["SymbolTable"]),
});

interface Names {
  /** Anchors: names of operations, and rarely invalid names. */
  readonly anchor: fc.Arbitrary<string>;
  /** Anchors. Some anchors, such as `**name`, match operations at every depth. */
  readonly nest: fc.Arbitrary<string>;
  readonly ops: readonly string[];
}

function namesOf(ir: World["ir"], isRight: boolean): Names {
  const ops = [ROOT[ir], ...OPS[ir]];
  const right = some(...ops);
  const anchor = isRight
    ? right
    : fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: some(...WRONG[ir]) });
  const deep = anchor.map((name) => `**${name}`);
  const nest = fc.oneof({ weight: 6, arbitrary: anchor }, { weight: 1, arbitrary: deep });
  return { anchor, nest, ops };
}

function passOf(name: string, { anchor, ops }: Names): fc.Arbitrary<PassData> {
  return record<PassData>({
    name: fc.constant(name),
    anchor: oneIn(3, anchor),
    interface: oneIn(10, some("Cold", "Wet")),
    trait: oneIn(12, some("SymbolTable", "IsolatedFromAbove")),
    accepts: oneIn(5, fc.subarray([...ops], { minLength: 1 })),
    types: oneIn(3, fc.subarray(TYPES, { minLength: 1 })),
    requires: oneIn(12, some(["tidy"])),
    provides: oneIn(4, some(["tidy"])),
    invalidates: oneIn(5, some(["tidy"])),
    idempotent: oneIn(4, fc.constant(true)),
  } as never);
}

const passesOf = (prefix: string, count: number, names: Names): fc.Arbitrary<PassData[]> =>
  fc.tuple(...Array.from({ length: count }, (_, index) => passOf(`${prefix}${index}`, names)));

/**
 * Removes `anchor` from the settings of a step if the pass itself declares an anchor. With `isStubborn`, keeps
 * `anchor`, although the builder refuses such a step.
 */
function withAnchor<T extends Json>(data: T, declared: string | undefined, isStubborn: boolean): T {
  return declared === undefined || isStubborn ? data : clean({ ...data, anchor: undefined });
}

const stubborn = fc.integer({ min: 0, max: 40 }).map((number) => number === 40);

/** Generates steps inside a manager for the operation `around`. Most of the passes can run on this operation. */
function stepsOf(
  names: Names,
  passes: readonly PassData[],
  around: string,
  depth: number,
): fc.Arbitrary<StepInWorld[]> {
  const isFitting = ({ anchor = around, accepts = [around] }: PassData): boolean =>
    around === "any" || (anchor === around && accepts.includes(around));
  const fitting = passes.filter(isFitting);
  const settings = record<{ anchor?: string; removable?: boolean }>({
    anchor: oneIn(8, names.nest),
    removable: oneIn(4, fc.constant(true)),
  });
  const pass = fc
    .tuple(some(...passes), some(...(fitting.length > 0 ? fitting : passes)), settings, stubborn)
    .map(([any, fit, own, isStubborn]): StepInWorld => {
      const { name, anchor } = isStubborn ? any : fit;
      return { pass: name, ...withAnchor(own as Json, anchor, isStubborn) };
    });
  if (depth === 0) return few(pass, 3, 1);
  const nested = fc.oneof({ weight: 5, arbitrary: names.nest }, { weight: 1, arbitrary: fc.constant("any") });
  const nest = nested.chain((name) =>
    stepsOf(names, passes, name.replace("**", ""), depth - 1).map((steps) => ({ nest: name, steps })),
  );
  return few(fc.oneof({ weight: 3, arbitrary: pass }, { weight: 2, arbitrary: nest }), 4, 1);
}

/** Inserts each extension point at a random position among the outermost steps, or into the first manager. */
function withPoints(steps: readonly StepInWorld[], [start, isInside]: readonly [number, boolean]): StepInWorld[] {
  const list = [...steps];
  list.splice(start % (list.length + 1), 0, { point: "start" });
  const nest = list.findIndex((step) => "nest" in step);
  const found = list[nest];
  if (isInside && found !== undefined && "nest" in found) {
    list[nest] = { nest: found.nest, steps: [...found.steps, { point: "end" }] };
  } else list.push({ point: "end" });
  return list;
}

/** Generates a position, such as `{ before: name }`. */
function placeOf(passes: readonly string[]): fc.Arbitrary<Json> {
  return fc.oneof(
    ...["before", "after"].map((key) => some(...passes).map((name) => ({ [key]: name }))),
    ...["beforeType", "afterType"].map((key) => some(...TYPES).map((type) => ({ [key]: type }))),
    some(...POINTS).map((at) => ({ at })),
    fc.constant({ end: true }),
  );
}

const settingsOf = (names: Names): fc.Arbitrary<Json> =>
  record<Json>({
    anchor: oneIn(3, names.nest),
    which: oneIn(5, some("first", "last", "each")),
    onMissing: some("skip"),
  });

function insertionOf(names: Names, targets: readonly string[], passes: readonly PassData[]): fc.Arbitrary<Json> {
  return fc
    .tuple(some(...passes), placeOf(targets), settingsOf(names), stubborn)
    .map(([{ name, anchor }, place, settings, isStubborn]) => ({
      pass: name,
      ...place,
      ...withAnchor(settings, anchor, isStubborn),
    }));
}

const METHODS: { readonly [place: string]: string } = {
  before: "addBefore",
  after: "addAfter",
  beforeType: "addBeforeType",
  afterType: "addAfterType",
  at: "addAt",
};

function callOf(own: Names, targets: readonly string[], passes: readonly PassData[]): fc.Arbitrary<CallData> {
  const insert = fc
    .tuple(some(...passes), placeOf(targets), settingsOf(own), stubborn)
    .map(
      ([{ name, anchor }, place, settings, isStubborn]) =>
        [name, place, withAnchor(settings, anchor, isStubborn)] as const,
    );
  const add = insert.map(([pass, place, settings]): CallData => {
    const [[kind = "", target] = []] = Object.entries(place);
    const method = METHODS[kind];
    return method === undefined
      ? { method: "addPass", args: [pass, settings] }
      : { method, args: [target, pass, settings] };
  });
  const bundle = fc.tuple(
    few(some(...names(passes)), 3, 1),
    placeOf(targets),
    some("open", "contiguous", "atomic"),
    insert,
  );
  const addBundle = bundle.map(([members, place, kind, [, , settings]]): CallData => {
    return { method: "addBundle", args: ["pack", members, { ...settings, place, kind }] };
  });
  const edit = fc.oneof(
    fc
      .tuple(some(...targets), some(...names(passes)))
      .map((args): CallData => ({ method: "replace", args: [...args, {}] })),
    some(...targets).map((target): CallData => ({ method: "remove", args: [target] })),
  );
  return fc.oneof({ weight: 8, arbitrary: add }, { weight: 2, arbitrary: addBundle }, { weight: 1, arbitrary: edit });
}

const ruleOf = (passes: readonly string[]): fc.Arbitrary<Json> =>
  fc
    .tuple(
      some(...passes),
      some("before", "after"),
      fc.oneof(
        some(...passes),
        some(...TYPES).map((type) => ({ type })),
      ),
    )
    .map(([pass, relation, target]) => ({ pass, [relation]: target, reason: "so" }));

const names = (passes: readonly PassData[]): string[] => passes.map(({ name }) => name);

function pluginOf(name: string, own: Names, frame: readonly string[], isData: boolean): fc.Arbitrary<PluginData> {
  return passesOf(`${name}`, 2, own).chain((passes) =>
    record<PluginData>({
      name: fc.constant(name),
      passes: fc.constant(passes),
      calls: isData ? fc.constant([]) : few(callOf(own, frame, passes), 3),
      insert: few(insertionOf(own, frame, passes), 2),
      rules: few(ruleOf([...frame, ...names(passes)]), 1),
    }),
  );
}

/** Generates worlds for one kind of IR. With `isData`, `setup` makes no calls. With `isRight`, all names are known. */
export function worlds(
  ir: World["ir"],
  { isData = false, isRight = false }: { readonly isData?: boolean; readonly isRight?: boolean } = {},
): fc.Arbitrary<World> {
  const own = namesOf(ir, isRight);
  const root = { isIsolated: true, interfaces: [], traits: ["SymbolTable"] };
  const tree = { isIsolated: true, interfaces: [], traits: [] };
  const opsData = fc
    .tuple(op, op, op)
    .map((found) => Object.fromEntries(OPS[ir].map((name, index) => [name, ir === "mlir" ? found[index] : tree])));
  return passesOf("f", 4, own).chain((passes) => {
    const frame = names(passes);
    const plugins = fc
      .subarray(["p", "q"])
      .chain((some) => fc.tuple(...some.map((name) => pluginOf(name, own, frame, isData))));
    return plugins.chain((found) => {
      const all = [...passes, ...found.flatMap((plugin) => plugin.passes)];
      const steps = fc.tuple(stepsOf(own, passes, ROOT[ir], 2), fc.tuple(fc.nat(5), fc.boolean()));
      const set = fc
        .tuple(placeOf(frame), settingsOf(own))
        .map(([place, settings]) => ({ bundle: "set", ...place, ...settings }));
      const insert = fc.oneof({ weight: 4, arbitrary: insertionOf(own, frame, all) }, { weight: 1, arbitrary: set });
      const tidying = passes.filter(({ idempotent }) => idempotent === true);
      return record<World>({
        ir: fc.constant(ir),
        nesting: oneIn(2, some("everywhere", "direct")),
        isListed: fc.boolean(),
        ops: opsData.map((ops) => ({ [ROOT[ir]]: ir === "mlir" ? root : tree, ...ops })) as never,
        anchor: fc.constant(ROOT[ir]),
        passes: fc.constant(passes),
        steps: steps.map(([list, where]) => withPoints(list, where)),
        cleanups: fc.subarray(names(tidying), { maxLength: Math.min(2, tidying.length) }),
        plugins: fc.constant(found),
        insert: few(insert, 3),
        rules: few(ruleOf(names(all)), 2),
        overrides: few(
          some(...frame).map((ban) => ({ ban, reason: "so" })),
          1,
        ),
        bundles: few(some(...names(all)), 3, 1).map((members) => ({ set: members })),
      });
    });
  });
}
