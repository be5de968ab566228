import { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import { Random } from "@passwright/test-support";
import { pathToFileURL } from "node:url";
import { interleave } from "./measure.mjs";

/** 1x; the builder has to be fit for a hundred times as much. */
const BASE = { steps: 100, plugins: 10, rules: 200 };
const FACTORS = [1, 10, 100];
const TYPES = [
  "Ingress",
  "EarlyOptimization",
  "Bufferization",
  "LateOptimization",
  "Lowering",
  "lowering.llvm",
  "Cleanup",
];

const KINDS = ["many names", "few names", "cleanups", "refusals", "a conflict"];
const CLEANUP = { name: "canonicalize", types: ["Cleanup"], provides: ["canonical"] };

/**
 * What it costs a framework with plugins to build and to resolve at 1x, 10x and 100x, in milliseconds of processor time, as
 * other programs may be running. Kinds of pipeline: one whose passes all have different names; one with few names, where
 * every name occurs often; one where a tenth of the plugins' passes need a cleanup; one where half of what plugins ask for is
 * not there, and they take another way; one that has no plan, because of a conflict that has to be explained.
 *
 * All rows are equally warm: each kind is gone through once at full size before anything is measured, and every sample of
 * a row does the same work in all, a hundred pipelines at 1x or one at 100x. Medians of samples taken in turns.
 */
export async function measureBuilder(rounds, kinds = []) {
  const measured = [];
  for (const kind of kinds.length === 0 ? KINDS : kinds) {
    for (const factor of FACTORS) sampleOf(kind, factor);
    const tasks = Object.fromEntries(FACTORS.map((factor) => [String(factor), () => sampleOf(kind, factor)]));
    const medians = await interleave(tasks, Math.max(3, rounds));
    measured.push([kind, FACTORS.map((factor) => ({ factor, ...medians.get(String(factor)) }))]);
  }
  return Object.fromEntries(measured);
}

/** All that a framework, its plugins and a plan cost. */
export const totalOf = ({ frame, adds, rules, resolve }) => frame + adds + rules + resolve;

function sampleOf(kind, factor) {
  const times = Math.max(...FACTORS) / factor;
  const sum = { frame: 0, calls: 0, adds: 0, rules: 0, resolve: 0 };
  for (let time = 0; time < times; time++) {
    for (const [part, cost] of Object.entries(sample(kind, factor))) sum[part] += cost / times;
  }
  return sum;
}

/** Milliseconds of processor time that this process has used, garbage collection on other threads included. */
function used() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function sample(kind, factor) {
  const steps = BASE.steps * factor;
  const plugins = BASE.plugins * factor;
  const rules = BASE.rules * factor;
  const random = new Random(factor);
  const below = (limit) => random.below(limit);
  const names = kind === "few names" ? Math.ceil(steps / 20) : steps;
  const catalogue = new PassCatalogue();
  const target = () => `pass-${below(names)}`;

  let start = used();
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
  const frame = used() - start;

  start = used();
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
  const adds = used() - start;

  start = used();
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
  const stated = used() - start;

  start = used();
  const { plan, diagnostics } = builder.resolve();
  const resolve = used() - start;
  if ((plan === undefined) !== (kind === "a conflict"))
    throw new Error(`no plan: ${JSON.stringify(diagnostics.find(({ severity }) => severity === "error"))}`);
  return { frame, calls: plugins * (kind === "refusals" ? 9 : 6), adds, rules: stated, resolve };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const [kind, rows] of Object.entries(await measureBuilder(7, process.argv.slice(2)))) {
    console.log(`builder, ${kind}: framework + add… calls + rules + resolve, in ms of processor time`);
    for (const row of rows) {
      const parts = [row.frame, row.adds, row.rules, row.resolve].map((part) => part.toFixed(2)).join(" + ");
      const each = ((1000 * row.adds) / row.calls).toFixed(2);
      console.log(
        `  ${`${row.factor}x`.padStart(5)}  ${parts}  (${(totalOf(row) / totalOf(rows[0])).toFixed(0)} times 1x; a call ${each} µs)`,
      );
    }
  }
}
