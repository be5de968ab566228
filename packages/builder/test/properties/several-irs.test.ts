import { legalPlaces, PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import { defineConversion, definePass } from "@passwright/core";
import type { IrAdapter, PassDefinition } from "@passwright/core";
import { Random, samples } from "@passwright/development";
import { expect } from "chai";

type IrName = "a" | "b" | "c";

/** Step of a small pipeline: its IR and, for a conversion, the IR after the step. */
interface Model {
  readonly name: string;
  readonly ir?: IrName;
  readonly to?: IrName;
  readonly type?: string;
}

type Position =
  | { readonly before: string }
  | { readonly after: string }
  | { readonly beforeType: string }
  | { readonly afterType: string }
  | { readonly end: true };

interface Inserted extends Model {
  readonly position: Position;
  readonly contributor: string;
}

const IRS: readonly IrName[] = ["a", "b", "c"];

const adapters = new Map(
  IRS.map((name): [IrName, IrAdapter<object>] => {
    const intern = (text: string) => ({
      text,
      isRegistered: true,
      isIsolatedFromAbove: true,
      hasInterface: () => false,
    });
    return [name, { name, intern, nameOf: () => intern("root"), collectNested: () => undefined }];
  }),
);

const adapterOf = (name: IrName): IrAdapter<object> => adapters.get(name) as IrAdapter<object>;

function passOf({ name, ir, to, type }: Model): PassDefinition<object> {
  const shared = { name, ...(type === undefined ? {} : { types: [type] }) };
  if (ir !== undefined && to !== undefined)
    return defineConversion({ ...shared, from: adapterOf(ir), to: adapterOf(to), convert: (op) => op });
  return definePass({ ...shared, ...(ir && { ir: adapterOf(ir) }), runOnOperation: (_op: object) => {} });
}

function randomBase(random: Random): Model[] {
  const base: Model[] = [{ name: "p0", ir: "a" }];
  let ir: IrName = "a";
  for (let index = 1; index <= random.below(6); index++) {
    const name = `p${index}`;
    const to = random.pick(IRS);
    if (random.chance(0.4)) base.push({ name, ir, to });
    else
      base.push({
        name,
        ...(random.chance(0.7) && { ir }),
        ...(random.chance(0.5) && { type: random.pick(["T", "U"]) }),
      });
    if (base.at(-1)?.to !== undefined) ir = to;
  }
  return base;
}

function randomInserted(
  random: Random,
  base: readonly Model[],
  contributor: string,
  isConverting: boolean,
): Inserted[] {
  return Array.from({ length: random.below(3) }, (_, index): Inserted => {
    const target = random.pick(base).name;
    const types = base.flatMap(({ type }) => (type === undefined ? [] : [type]));
    const positions: Position[] = [{ before: target }, { after: target }, { end: true }];
    if (types.length > 0) positions.push({ beforeType: random.pick(types) }, { afterType: random.pick(types) });
    const converts = isConverting && random.chance(0.6);
    return {
      name: `${contributor}${index}`,
      contributor,
      ...((converts || random.chance(0.8)) && { ir: random.pick(IRS) }),
      ...(converts && { to: random.pick(IRS) }),
      position: isConverting ? { end: true } : random.pick(positions),
    };
  });
}

function resolve(
  base: readonly Model[],
  inserted: readonly Inserted[],
  catalogue: PassCatalogue = new PassCatalogue(),
): { builder: PassManagerBuilder; text: string } {
  const builder = new PassManagerBuilder<object>("root", { ir: adapterOf("a"), catalogue });
  for (const step of base) builder.addPass(passOf(step));
  for (const one of inserted) {
    const view = builder.forContributor({ kind: "plugin", name: one.contributor });
    const pass = passOf(one);
    const { position } = one;
    if ("before" in position) view.addBefore(position.before, pass);
    else if ("after" in position) view.addAfter(position.after, pass);
    else if ("beforeType" in position) view.addBeforeType(position.beforeType, pass);
    else if ("afterType" in position) view.addAfterType(position.afterType, pass);
    else view.addPass(pass);
  }
  const { plan, diagnostics } = builder.resolve();
  const wrong = diagnostics.flatMap(({ code, step }) => (code === "PWB0409" ? [step] : []));
  const others = diagnostics.flatMap(({ code, severity }) =>
    severity === "error" && code !== "PWB0409" ? [code] : [],
  );
  return {
    builder,
    text: plan?.steps.map(({ pass }) => pass).join() ?? `wrong ${[...wrong, ...others].sort().join()}`,
  };
}

/* The oracle checks legality by walking over lists. It does not share code with the engine. */

/** Returns the IR before each step and at the end. */
function irsOf(steps: readonly Model[]): IrName[] {
  const irs: IrName[] = ["a"];
  for (const { to } of steps) irs.push(to ?? (irs.at(-1) as IrName));
  return irs;
}

/** Returns the steps for an IR that differs from the IR of the pipeline at the position of the step. */
function wrongIn(steps: readonly Model[]): Model[] {
  const irs = irsOf(steps);
  return steps.filter(({ ir }, index) => ir !== undefined && ir !== irs[index]);
}

/** Returns the slot of the base pipeline for an insertion. Only the framework's steps determine the slot. */
function slotFor(base: readonly Model[], { ir, position }: Inserted): number {
  const irs = irsOf(base);
  const all = irs.map((_, slot) => slot).filter((slot) => ir === undefined || irs[slot] === ir);
  const index = (name: string): number => base.findIndex((step) => step.name === name);
  if ("before" in position) return index(position.before);
  if ("after" in position) return index(position.after) + 1;
  if ("end" in position) return all.at(-1) ?? base.length;
  if ("beforeType" in position) {
    const first = base.findIndex(({ type }) => type === position.beforeType);
    return all.findLast((slot) => slot <= first) ?? first;
  }
  const last = base.findLastIndex(({ type }) => type === position.afterType) + 1;
  return all.find((slot) => slot >= last) ?? last;
}

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
}

/** Yields all pipelines in which each insertion is in its slot, in any order. */
function* arrangements(base: readonly Model[], inserted: readonly Inserted[], slot = 0): Generator<Model[]> {
  if (slot > base.length) return void (yield []);
  for (const here of permutations(inserted.filter((one) => slotFor(base, one) === slot)))
    for (const rest of arrangements(base, inserted, slot + 1)) yield [...here, ...base.slice(slot, slot + 1), ...rest];
}

function forEachCase(
  isConverting: boolean,
  check: (base: Model[], inserted: Inserted[], random: Random) => void,
): void {
  for (let seed = 0; seed < samples(2000); seed++) {
    const random = new Random(seed);
    const base = randomBase(random);
    const inserted = ["x", "y"].flatMap((contributor) => randomInserted(random, base, contributor, isConverting));
    try {
      check(base, inserted, random);
    } catch (error) {
      (error as Error).message += `\nseed ${seed}\n${JSON.stringify({ base, inserted }, undefined, 1)}`;
      throw error;
    }
  }
}

describe("small pipelines of several IRs, against brute force", () => {
  it("are planned if each pass is on its side, else the passes on wrong sides are named", () => {
    let [legal, refused] = [0, 0];
    forEachCase(false, (base, inserted) => {
      const { text } = resolve(base, inserted);
      const [first] = arrangements(base, inserted);
      const wrong = wrongIn(first ?? []);
      if (wrong.length > 0) {
        refused++;
        const addresses = wrong.map(({ name }) => `${name.slice(0, 1)}::${name}`);
        expect(text).to.equal(`wrong ${addresses.sort().join()}`);
        return;
      }
      legal++;
      const all = [...arrangements(base, inserted)].map((steps) => steps.map(({ name }) => name).join());
      expect(all).to.include(text);
    });
    expect(Math.min(legal, refused)).to.be.above(samples(2000) / 10);
  });

  it("are planned with conversions of plugins if some order works", () => {
    let [legal, refused] = [0, 0];
    forEachCase(true, (base, inserted) => {
      const { text } = resolve(base, inserted);
      const names = (steps: readonly Model[]): string => steps.map(({ name }) => name).join();
      const all = [...arrangements(base, inserted)].filter((steps) => wrongIn(steps).length === 0).map(names);
      if (all.length === 0) {
        refused++;
        expect(text).to.match(/^wrong /);
      } else {
        legal++;
        expect(all).to.include(text);
      }
    });
    expect(Math.min(legal, refused)).to.be.above(samples(2000) / 20);
  });

  it("are the same in every order of calls of different plugins", () => {
    forEachCase(true, (base, inserted) => {
      const ofX = inserted.filter(({ contributor }) => contributor === "x");
      const ofY = inserted.filter(({ contributor }) => contributor === "y");
      expect(resolve(base, [...ofY, ...ofX]).text).to.equal(resolve(base, inserted).text);
    });
  });

  it("have the legal positions that brute force finds", () => {
    forEachCase(false, (base, _inserted, random) => {
      const ir = random.pick(IRS);
      const tried: Model = { name: "z", ir, ...(random.chance(0.4) && { to: random.pick(IRS) }) };
      const catalogue = new PassCatalogue<object>();
      const { builder } = resolve(base, [], catalogue);
      const { declaration } = passOf(tried);
      catalogue.add({ declaration, owner: { name: "z" }, definition: passOf(tried) });
      const found = legalPlaces(builder.input(), declaration, undefined, (pass, anchor, name) =>
        builder.whyNotOn(pass, anchor, name),
      );
      const index = (name: string | undefined, other: number): number =>
        name === undefined ? other : base.findIndex((step) => step.name === name);
      const slots = found.ranges.flatMap(({ after, before }) => {
        const [start, end] = [index(after, -1) + 1, index(before, base.length)];
        return Array.from({ length: end - start + 1 }, (_, offset) => start + offset);
      });
      const expected = irsOf(base)
        .map((_, slot) => slot)
        .filter((slot) => wrongIn(base.toSpliced(slot, 0, tried)).length === 0);
      expect(slots).to.deep.equal(expected);
    });
  });
});
