import { PassCatalogue, PassManagerBuilder } from "@passwright/builder";
import { Random } from "@passwright/development";
import { madeOnce } from "./inputs.mjs";

/** Sizes of the smallest measured pipeline. The builder must also handle pipelines that are 100 times as large. */
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
const RELATIONS = ["before", "after", "beforeSome", "afterSome"];
/** Number of steps between extension points. */
const POINT_EVERY = 50;

export const BUILDER_KINDS = ["many names", "few names", "cleanups", "refusals", "a conflict"];
const CLEANUP = { name: "canonicalize", types: ["Cleanup"], provides: ["canonical"] };

/** Total number of `add…` calls that the plugins make. */
export const callsOf = (kind, factor) => BASE.plugins * factor * (kind === "refusals" ? 9 : 6);

/** Steps of the framework, and data for the plugins' insertions. */
const inputOf = madeOnce((kind, factor) => {
  const count = BASE.steps * factor;
  const random = new Random(factor);
  const below = (limit) => random.below(limit);
  const oneOf = (list) => list[below(list.length)];
  const passes = namesOf("pass", kind === "few names" ? Math.ceil(count / 20) : count);
  const points = namesOf("point", count / POINT_EVERY);
  const steps = Array.from({ length: count }, (_, at) => ({
    name: passes[at % passes.length],
    type: TYPES[Math.floor((at * TYPES.length) / count)],
  }));
  const owns = namesOf("own", BASE.plugins * factor).map((own) => ({
    own,
    members: ["-0", "-1", "-2", "-3"].map((suffix) => own + suffix),
    others: ["-b", "-c", "-d", "-e", "-f"].map((suffix) => own + suffix),
  }));
  const plugins = owns.map(({ own, members, others }, at) => ({
    name: `plugin-${at}`,
    own,
    members,
    others,
    absent: `no-${oneOf(passes)}`,
    targets: [oneOf(passes), oneOf(passes), oneOf(passes)],
    types: [oneOf(TYPES), oneOf(TYPES), oneOf(TYPES), oneOf(TYPES)],
    point: oneOf(points),
    rules: Array.from({ length: BASE.rules / BASE.plugins }, () => ({
      subject: oneOf(others),
      relation: oneOf(RELATIONS),
      target: below(3) === 0 ? { type: oneOf(TYPES) } : below(2) === 0 ? oneOf(owns).others[1] : oneOf(passes),
    })),
  }));
  return { steps, points, plugins };
});

const namesOf = (prefix, count) => Array.from({ length: count }, (_, at) => `${prefix}-${at}`);

/**
 * Measures the time to build and resolve a pipeline with plugins, in milliseconds of the clock `now`. Depending on
 * `kind`, all passes have different names, many passes share a few names, a tenth of the plugins' passes require a
 * cleanup, half of the requested positions do not exist, or the rules contradict each other, so that the pipeline does
 * not have a plan.
 */
export function sampleBuilder(kind, factor, now) {
  const { steps, points, plugins } = inputOf(kind, factor);

  let start = now();
  const builder = openBuilder(kind, plugins);
  let nested = builder;
  steps.forEach(({ name, type }, at) => {
    if (at % 10 === 0) nested = at % 20 === 0 ? builder.nest("func.func") : builder;
    nested.addPass(name, { types: [type] });
    if ((at + 1) % POINT_EVERY === 0) builder.addExtensionPoint(points[(at + 1) / POINT_EVERY - 1]);
  });
  // Creates the views before measuring the plugins' calls, because the base pipeline cannot change after the first view
  // is created.
  const views = plugins.map(({ name }) => builder.forContributor({ kind: "plugin", name }));
  const frame = now() - start;

  start = now();
  views.forEach((view, at) => insert(view, plugins[at], kind));
  const adds = now() - start;

  start = now();
  views.forEach((view, at) => {
    const { others, rules } = plugins[at];
    if (kind === "a conflict" && at === 0)
      view.rule(others[0]).strong.after(others[4], { reason: "contradicts its place" });
    for (const { subject, relation, target } of rules)
      view.rule(subject).weak[relation](target, { reason: "measured" });
  });
  const stated = now() - start;

  start = now();
  const { plan, diagnostics } = builder.resolve();
  const resolve = now() - start;
  if ((plan === undefined) !== (kind === "a conflict"))
    throw new Error(`no plan: ${JSON.stringify(diagnostics.find(({ severity }) => severity === "error"))}`);
  return { frame, adds, rules: stated, resolve };
}

function openBuilder(kind, plugins) {
  const catalogue = new PassCatalogue();
  const framework = { name: "kiln" };
  if (kind !== "cleanups") return new PassManagerBuilder("builtin.module", { framework, catalogue });
  catalogue.add({ declaration: CLEANUP, owner: framework });
  for (const [at, { own }] of plugins.entries())
    if (at % 10 === 0) catalogue.add({ declaration: { name: own, requires: ["canonical"] }, owner: framework });
  const tidy = { cleanups: ["canonicalize"], properties: { canonical: { kind: "fragile" } } };
  return new PassManagerBuilder("builtin.module", { framework, catalogue, ...tidy });
}

/** Creates a pass that a plugin inserts. */
function insert(view, { own, members, others, absent, targets, types, point }, kind) {
  const [b, c, d, e, f] = others;
  if (kind === "refusals") {
    if (view.addBefore(absent, members[0]).ok) throw new Error("granted");
    if (view.addBundle("pair", [members[1], members[2]], { place: { at: "none" } }).ok) throw new Error("granted");
    view.addAfterType("NoSuch", members[3], { onMissing: { use: { after: targets[2] } } });
  }
  view.addBefore(targets[0], own, { which: "first", types: [types[0]] });
  view.addAfter(targets[1], b, { which: "last" });
  view.addBeforeType(types[1], c);
  view.addAfterType(types[2], d, { types: [types[3]] });
  view.addAt(point, e);
  view.addAfter(b, f);
}
