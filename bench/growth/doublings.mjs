import { performance } from "node:perf_hooks";
import { ofType, PassCatalogue, PassManagerBuilder } from "@passwright/builder";

/*
 * node bench/growth/doublings.mjs SHAPE SIZE [ROUNDS]: builds and resolves a pipeline with this shape and size, and
 * prints the minimum processor time in milliseconds. Without a size, prints a table of all sizes, with the ratio of the
 * times for each doubling of the size.
 */

const reason = "measured";
const numbers = (count) => Array.from({ length: count }, (_, at) => at);

/** Makes a builder. `declarations` contains the declarations of passes that have properties. */
function open(declarations = [], settings = {}) {
  const framework = { name: "kiln" };
  const catalogue = new PassCatalogue();
  for (const declaration of declarations) catalogue.add({ declaration, owner: framework });
  return new PassManagerBuilder("builtin.module", { framework, catalogue, ...settings });
}

/** Calls `frame` to add the framework's steps, and then calls `each` once per plugin, with the plugin's view. */
function withPlugins(count, frame, each, builder = open()) {
  frame(builder);
  for (const at of numbers(count)) each(builder.forContributor({ kind: "plugin", name: `plugin-${at}` }), at);
  return builder;
}

/** Calls `each` as {@link withPlugins} does, for a framework with the single pass `base`. */
function besideBase(count, each, builder) {
  return withPlugins(count, (frame) => frame.addPass("base"), each, builder);
}

/**
 * Kinds of pipelines for which the cost of building and resolving might grow faster than the size. `hasPlan` is true if
 * the pipeline must have a plan.
 */
export const SHAPES = {
  // Each plugin inserts a pass that has the plugin's own type, and requires that passes of this type run after passes
  // of the previous plugin's type.
  "strong rules of types": {
    sizes: [500, 1000, 2000],
    hasPlan: true,
    build: (count) =>
      besideBase(count, (view, at) => {
        view.addAfter("base", `own-${at}`, { types: [`Type${at}`] });
        if (at > 0) view.rule(ofType(`Type${at}`)).strong.after(ofType(`Type${at - 1}`), { reason });
      }),
  },
  "weak rules of types": {
    sizes: [1000, 2000, 4000],
    hasPlan: true,
    build: (count) =>
      besideBase(count, (view, at) => {
        view.addAfter("base", `own-${at}`, { types: [`Type${at % 50}`] });
        view.rule(ofType(`Type${at % 50}`)).weak.before(ofType(`Type${(at + 7) % 50}`), { reason });
      }),
  },
  "a cycle of strong rules": {
    sizes: [1000, 2000, 4000],
    hasPlan: false,
    build: (count) =>
      besideBase(count, (view, at) => {
        view.addAfter("base", `own-${at}`);
        view.rule(`own-${at}`).strong.before(`own-${(at + 1) % count}`, { reason });
      }),
  },
  "nested managers": {
    sizes: [250, 500, 1000],
    hasPlan: true,
    build: (depth) => {
      const builder = open();
      let nested = builder;
      for (const at of numbers(depth)) {
        nested = nested.nest(`op.level${at}`);
        nested.addPass(`own-${at}`);
      }
      return builder;
    },
  },
  "weak conflicts": {
    sizes: [1000, 2000, 4000],
    hasPlan: true,
    build: (count) =>
      besideBase(count, (view, at) => {
        view.addAfter("base", `own-${at}`);
        view.rule(`own-${at}`).weak.before(`own-${(at + 1) % count}`, { reason });
        view.rule(`own-${at}`).weak.after(`own-${(at + 1) % count}`, { reason });
      }),
  },
  // Each plugin requires that its pass runs before all passes of a type.
  "weak rules of passes and types": {
    sizes: [1000, 2000, 4000],
    hasPlan: true,
    build: (count) =>
      besideBase(count, (view, at) => {
        view.addAfter("base", `own-${at}`, { types: [`Type${at % 7}`] });
        view.rule(`own-${at}`).weak.before(ofType(`Type${(at + 1) % 7}`), { reason });
      }),
  },
  "one large bundle": {
    sizes: [1000, 2000, 4000],
    hasPlan: true,
    build: (count) =>
      besideBase(1, (view) => {
        const members = numbers(count).map((at) => `own-${at}`);
        view.addBundle("all", members, { kind: "atomic", place: { after: "base" } });
      }),
  },
  // All plugins add the same rule.
  "equal rules of types": {
    sizes: [1000, 2000, 4000],
    hasPlan: true,
    build: (count) =>
      besideBase(count, (view, at) => {
        view.addAfter("base", `own-${at}`, { types: [at % 2 === 0 ? "Late" : "Early"] });
        view.rule(ofType("Early")).strong.before(ofType("Late"), { reason });
      }),
  },
  // Each bundle excludes a pass that another plugin inserts at the same position.
  "bundles with exclusions": {
    sizes: [1000, 2000, 4000],
    hasPlan: true,
    build: (count) =>
      besideBase(count, (view, at) => {
        const without = [`own-${(at + 1) % count}`];
        view.addBundle(`pair-${at}`, [`a-${at}`, `b-${at}`], { without, place: { after: "base" } });
        view.addAfter("base", `own-${at}`);
      }),
  },
  // Each plugin guards the whole pipeline.
  guards: {
    sizes: [1000, 2000, 4000],
    hasPlan: true,
    build: (count) => {
      const names = ["first", "last", ...numbers(count).map((at) => `own-${at}`)];
      const declarations = names.map((name) => ({ name, preserves: ["canonical"] }));
      return withPlugins(
        count,
        (builder) => builder.addPass("first") && builder.addPass("last"),
        (view, at) => {
          view.addAfter("first", `own-${at}`);
          view.guard("canonical", { from: "first", to: "last", reason });
        },
        open(declarations, { properties: { canonical: { kind: "fragile" } } }),
      );
    },
  },
  // Each pass requires a property that only a later pass provides.
  "missing properties": {
    sizes: [1000, 2000, 4000],
    hasPlan: false,
    build: (count) => {
      const declarations = numbers(count).map((at) => ({
        name: `own-${at}`,
        requires: [`property-${at + 1}`],
        provides: [`property-${at}`],
      }));
      return besideBase(count, (view, at) => view.addAfter("base", `own-${at}`), open(declarations));
    },
  },
  // Each pass of a plugin needs a cleanup before it.
  "required cleanups": {
    sizes: [1000, 2000, 4000],
    hasPlan: true,
    build: (count) => {
      const consumers = numbers(count).map((at) => ({ name: `own-${at}`, requires: ["canonical"] }));
      const cleanup = { name: "canonicalize", types: ["Cleanup"], provides: ["canonical"] };
      const tidy = { cleanups: ["canonicalize"], properties: { canonical: { kind: "fragile" } } };
      return withPlugins(
        count,
        (builder) => numbers(count).forEach((at) => builder.addPass(`pass-${at}`)),
        (view, at) => view.addAfter(`pass-${at}`, `own-${at}`),
        open([cleanup, ...consumers], tidy),
      );
    },
  },
};

/** Returns the minimum time to build and resolve a pipeline of the given shape and size, in milliseconds. */
function leastOf(shape, size, rounds) {
  const { build, hasPlan } = SHAPES[shape];
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const [start, used] = [performance.now(), process.cpuUsage()];
    const { plan, diagnostics } = build(size).resolve();
    const { user, system } = process.cpuUsage(used);
    least = Math.min(least, (user + system) / 1000, performance.now() - start);
    if ((plan !== undefined) !== hasPlan)
      throw new Error(`${shape}, ${size}: ${diagnostics.find(({ severity }) => severity === "error")?.message}`);
  }
  return least;
}

function printTable() {
  for (const [shape, { sizes }] of Object.entries(SHAPES)) {
    const times = sizes.map((size) => leastOf(shape, size, 1));
    const cells = sizes.map((size, at) => {
      const ratio = at === 0 ? "" : ` (${(times[at] / times[at - 1]).toFixed(2)} times)`;
      return `${size}: ${times[at].toFixed(0)} ms${ratio}`;
    });
    console.log(`${shape}: ${cells.join(", ")}`);
  }
}

if (process.argv[1]?.endsWith("doublings.mjs")) {
  const [shape, size, rounds = "3"] = process.argv.slice(2);
  if (size === undefined) printTable();
  else process.stdout.write(JSON.stringify(leastOf(shape, Number(size), Number(rounds))));
}
