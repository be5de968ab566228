import { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import { Random } from "@passwright/test-support";

/** 1x; the builder has to be fit for a hundred times as much. */
const BASE = { steps: 100, plugins: 10, rules: 200 };
const TYPES = [
  "Ingress",
  "EarlyOptimization",
  "Bufferization",
  "LateOptimization",
  "Lowering",
  "lowering.llvm",
  "Cleanup",
];

export const BUILDER_KINDS = ["many names", "few names", "cleanups", "refusals", "a conflict"];
const CLEANUP = { name: "canonicalize", types: ["Cleanup"], provides: ["canonical"] };

/** The `add…` calls that all plugins together make. */
export const callsOf = (kind, factor) => BASE.plugins * factor * (kind === "refusals" ? 9 : 6);

/**
 * What it costs a framework with plugins to build and to resolve, in milliseconds of `now`. Kinds of pipeline: one whose passes
 * all have different names; one with few names, where every name occurs often; one where a tenth of the plugins' passes need a
 * cleanup; one where half of what plugins ask for is not there, and they take another way; one that has no plan, because of a
 * conflict that has to be explained.
 */
export function sampleBuilder(kind, factor, now) {
  const steps = BASE.steps * factor;
  const plugins = BASE.plugins * factor;
  const rules = BASE.rules * factor;
  const random = new Random(factor);
  const below = (limit) => random.below(limit);
  const names = kind === "few names" ? Math.ceil(steps / 20) : steps;
  const catalogue = new PassCatalogue();
  const target = () => `pass-${below(names)}`;

  let start = now();
  const tidy = { cleanups: ["canonicalize"], properties: { canonical: { kind: "fragile" } } };
  if (kind === "cleanups") {
    catalogue.add({ declaration: CLEANUP, owner: { name: "kiln" } });
    for (let plugin = 0; plugin < plugins; plugin += 10) {
      catalogue.add({ declaration: { name: `own-${plugin}`, requires: ["canonical"] }, owner: { name: "kiln" } });
    }
  }
  const settings = { framework: { name: "kiln" }, catalogue, ...(kind === "cleanups" ? tidy : {}) };
  const builder = new PassManagerBuilder("builtin.module", settings);
  let nested = builder;
  for (let step = 0; step < steps; step++) {
    if (step % 10 === 0) nested = step % 20 === 0 ? builder.nest("func.func") : builder;
    nested.addPass(`pass-${step % names}`, { types: [TYPES[Math.floor((step * TYPES.length) / steps)]] });
    if (step % 50 === 49) builder.addExtensionPoint(`point-${step}`);
  }
  const frame = now() - start;

  start = now();
  const views = Array.from({ length: plugins }, (_, plugin) =>
    builder.forParty({ kind: "plugin", name: `plugin-${plugin}` }),
  );
  for (const [plugin, view] of views.entries()) {
    const own = `own-${plugin}`;
    if (kind === "refusals") {
      if (view.addBefore(`no-${below(names)}`, `${own}-0`).ok) throw new Error("granted");
      if (view.addBundle("pair", [`${own}-1`, `${own}-2`], { place: { at: "none" } }).ok) throw new Error("granted");
      view.addAfterType("NoSuch", `${own}-3`, { onMissing: { use: { after: target() } } });
    }
    view.addBefore(target(), own, { which: "first", types: [TYPES[below(TYPES.length)]] });
    view.addAfter(target(), `${own}-b`, { which: "last" });
    view.addBeforeType(TYPES[below(TYPES.length)], `${own}-c`);
    view.addAfterType(TYPES[below(TYPES.length)], `${own}-d`, { types: [TYPES[below(TYPES.length)]] });
    view.addAt(`point-${50 * below(Math.max(1, steps / 50)) + 49}`, `${own}-e`);
    view.addAfter(`${own}-b`, `${own}-f`);
  }
  const adds = now() - start;

  start = now();
  for (const [plugin, view] of views.entries()) {
    const own = `own-${plugin}`;
    if (kind === "a conflict" && plugin === 0) {
      view.rule(`${own}-b`).strong.after(`${own}-f`, { reason: "contradicts its place" });
    }
    for (let rule = 0; rule < rules / plugins; rule++) {
      const subject = view.rule(`${own}-${"bcdef"[below(5)]}`);
      const other =
        below(3) === 0 ? { type: TYPES[below(TYPES.length)] } : below(2) === 0 ? `own-${below(plugins)}-c` : target();
      subject.weak[["before", "after", "beforeSome", "afterSome"][below(4)]](other, { reason: "measured" });
    }
  }
  const stated = now() - start;

  start = now();
  const { plan, diagnostics } = builder.resolve();
  const resolve = now() - start;
  if ((plan === undefined) !== (kind === "a conflict"))
    throw new Error(`no plan: ${JSON.stringify(diagnostics.find(({ severity }) => severity === "error"))}`);
  return { frame, adds, rules: stated, resolve };
}
