import type { PassManagerBuilder } from "@passwright/builder";
import { Meter } from "./meter.ts";

const meter = new Meter((url) => /\/packages\/(?:builder|core)\/bundle\//.test(url));
// The builder is imported after the meter was created, because the meter counts only in code that is compiled later.
const { ofType, PassCatalogue, PassManagerBuilder: Builder } = await import("@passwright/builder");

const reason = "measured";
const config = { kind: "config", name: "passwright.config.yaml" } as const;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

interface Shape {
  readonly overrides?: (count: number) => readonly object[];
  readonly anchors?: (at: number) => string;
  readonly frame?: (builder: PassManagerBuilder, count: number) => void;
  readonly each?: (view: PassManagerBuilder, at: number) => void;
}

const insert = (view: PassManagerBuilder, at: number): void => void view.addAfter("base", `own-${at}`);

/** Pipelines whose cost grew faster than their size. Each plugin inserts one pass. */
const SHAPES: { readonly [name: string]: Shape } = {
  "bans of steps": {
    overrides: (count) => numbers(count).map((at) => ({ ban: `own-${at}`, reason, origin: config })),
  },
  "options of steps": {
    overrides: (count) => numbers(count).map((at) => ({ set: `own-${at}`, options: { at }, origin: config })),
  },
  pins: { overrides: (count) => numbers(count).map((at) => ({ pin: `own-${at}`, reason, origin: config })) },
  "new managers in managers": {
    anchors: () => "other.op",
    frame: (builder, count) => {
      for (const at of numbers(count)) builder.nest(`op.level${at}`).nest("op.inner").addPass(`deep-${at}`);
    },
    each: (view, at) => void view.addAfter(`deep-${at}`, `own-${at}`),
  },
  "rules about presence": {
    each: (view, at) => {
      view.addAfter("base", `own-${at}`, { types: ["Late"] });
      view.rule(`own-${at}`).strong.beforeSome(ofType("Late"), { reason });
    },
  },
  "rules that the first of many passes satisfies": {
    each: (view, at) => {
      view.addAfter("base", `early-${at}`, { types: ["Early"] });
      view.addAfter("base", `own-${at}`, { types: ["Late"] });
      view.rule(`own-${at}`).strong.afterSome(ofType("Early"), { reason });
    },
  },
};

function build({ overrides, anchors, frame, each = insert }: Shape, count: number): void {
  const catalogue = new PassCatalogue<object>();
  const framework = { name: "kiln" };
  if (anchors !== undefined)
    for (const at of numbers(count))
      catalogue.add({ declaration: { name: `own-${at}`, anchor: anchors(at) }, owner: framework });
  const options = { framework, catalogue, overrides: (overrides?.(count) ?? []) as never };
  const builder = new Builder("builtin.module", options);
  builder.addPass("base");
  frame?.(builder, count);
  for (const at of numbers(count)) each(builder.forContributor({ kind: "plugin", name: `plugin-${at}` }), at);
  builder.resolve();
}

const sizes = process.argv.slice(2).map(Number);
const work = Object.entries(SHAPES).map(([name, shape]) => [
  name,
  sizes.map((size) => meter.workOf(() => build(shape, size))),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(work)));
