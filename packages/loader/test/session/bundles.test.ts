import { expect } from "chai";
import { loadSession } from "@passwright/loader";
import type { LoadOptions } from "@passwright/loader";
import { assemble, defineFramework, defineIr, definePass, definePlugin } from "@passwright/sdk";
import { makeProject } from "../project.ts";

type Files = { readonly [path: string]: string };

const packageOf = (name: string, data: object): string =>
  `${JSON.stringify({ name, version: "1.0.0", type: "module", ...data })}\n`;

/** Makes a plugin that publishes a bundle, with code or only with a manifest. */
function publisher(name: string, more: object = {}): Files {
  const data = {
    setup: false,
    passes: [
      { name: `${name}-a`, anchor: "tea" },
      { name: `${name}-b`, anchor: "tea", options: { n: { type: "integer" } } },
    ],
    bundles: { pair: { kind: "contiguous", passes: [`${name}-a`, { pass: `${name}-b`, options: { n: 1 } }] } },
    ...more,
  };
  return { [`${name}/package.json`]: packageOf(name, { passwright: { kind: "plugin", api: "^1.0.0", ...data } }) };
}

async function planned(config: string, files: Files, options: LoadOptions = {}): Promise<string> {
  const project = makeProject({ "passwright.config.yaml": `framework: kettle\n${config}`, ...files }, ["kettle"]);
  const { session, diagnostics } = await loadSession({ cwd: project.folder, ...options });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.length > 0 || session === undefined ? project.show(errors) : session.assembly.text();
}

const rinse = packageOf("rinse", {
  passwright: { kind: "plugin", api: "^1.0.0", setup: false, passes: [{ name: "rinse", anchor: "tea" }] },
});

describe("bundles that plugins publish", () => {
  const plugins = "plugins: [./one]\n";

  it("are inserted by name from a config, with options of their passes", async () => {
    for (const options of [{}, { keepDuplicates: true }]) {
      expect(await planned(`${plugins}insert: [{ bundle: pair, before: pour }]\n`, publisher("one"), options)).to.equal(
        "menu(tea(boil,one-a,one-b{n=1},pour),tidy)",
      );
      const set = "insert: [{ bundle: one::pair, after: boil, options: { one-b: { n: 7 } } }]\n";
      expect(await planned(plugins + set, publisher("one"), options)).to.equal(
        "menu(tea(boil,one-a,one-b{n=7},pour),tidy)",
      );
    }
  });

  it("are steps of a pipeline in a config", async () => {
    const project = makeProject({
      "passwright.config.yaml":
        "anchor: tea\npipeline: [{ bundle: pair, options: { one-b: { n: 2 } } }, one-a]\nplugins: [./one]\n",
      ...publisher("one"),
    });
    for (const dataOnly of [false, true]) {
      const { session, diagnostics } = await loadSession({ cwd: project.folder, dataOnly });
      expect(project.show(diagnostics)).to.equal("");
      expect(session?.assembly.text()).to.equal("tea(one-a,one-b{n=2},one-a)");
    }
  });

  it("are inserted by manifests of others and by themselves, and by setups", async () => {
    const own = publisher("one", { insert: [{ bundle: "pair", before: "pour" }] });
    expect(await planned(plugins, own)).to.equal("menu(tea(boil,one-a,one-b{n=1},pour),tidy)");
    const other = {
      ...publisher("one"),
      "two/package.json": packageOf("two", {
        passwright: {
          kind: "plugin",
          api: "^1.0.0",
          setup: false,
          passes: [],
          insert: [{ bundle: "one::pair", before: "boil", options: { "one-b": { n: 3 } } }],
        },
      }),
    };
    expect(await planned("plugins: [./one, ./two]\n", other)).to.equal("menu(tea(one-a,one-b{n=3},boil,pour),tidy)");
    const coded = (call: string): Files => ({
      ...publisher("one"),
      "two/package.json": packageOf("two", {
        exports: "./index.js",
        passwright: { kind: "plugin", api: "^1.0.0" },
      }),
      "two/index.js": `import { definePlugin } from "@passwright/sdk";
export default definePlugin({ setup(b) { ${call} } });
`,
    });
    expect(
      await planned(
        "plugins: [./one, ./two]\n",
        coded("b.addBundle('pair', { place: { after: 'pour' }, options: { 'one-b': { n: 4 } } });"),
      ),
    ).to.equal("menu(tea(boil,pour,one-a,one-b{n=4}),tidy)");
    expect(await planned("plugins: [./one, ./two]\n", coded("b.addBundle('pear');"))).to.contain(
      "error[PWL0404]: unknown bundle `pear`",
    );
    expect(await planned("plugins: [./one, ./two]\n", coded("b.addBundle('pair', { options: 3 });"))).to.contain(
      "`options` must be a plain object, not 3",
    );
  });

  it("are named with their plugin if several have one of that name; a config's own comes first", async () => {
    const both = { ...publisher("one"), ...publisher("two") };
    const insert = (bundle: string): string =>
      `plugins: [./one, ./two]\ninsert: [{ bundle: ${bundle}, before: pour }]\n`;
    expect(await planned(insert("pair"), both)).to.equal(`error[PWL0404]: several plugins declare bundle \`pair\`
  --> passwright.config.yaml:3:20
   | insert: [{ bundle: pair, before: pour }]
   |                    ^
   = bundles of the config and of plugins: \`one::pair\`, \`two::pair\`
help: use one of \`one::pair\`, \`two::pair\``);
    expect(await planned(insert("two::pair"), both)).to.equal("menu(tea(boil,two-a,two-b{n=1},pour),tidy)");
    expect(await planned(`${insert("pair")}bundles: { pair: [two-a] }\n`, both)).to.equal(
      "menu(tea(boil,two-a,pour),tidy)",
    );
  });

  it("are also known by the name in the definition of their plugin, as in memory", async () => {
    const code = (name: string): Files => ({
      [`${name}/package.json`]: packageOf(name, {
        exports: "./index.js",
        passwright: { kind: "plugin", api: "^1.0.0" },
      }),
      [`${name}/index.js`]: `import { definePass, definePlugin } from "@passwright/sdk";
const pass = definePass({ name: "${name}-a", anchor: "tea", runOnOperation() {} });
export default definePlugin({ name: "short", bundles: { pair: [pass] } });
`,
    });
    const insert = (bundle: string): string => `insert: [{ bundle: "${bundle}", before: pour }]\n`;
    const plan = "menu(tea(boil,one-a,pour),tidy)";
    for (const bundle of ["pair", "one::pair", "short::pair"])
      expect(await planned(plugins + insert(bundle), code("one"))).to.equal(plan);
    const named = publisher("one", { name: "short" });
    expect(await planned(plugins + insert("short::pair"), named)).to.contain("one-a,one-b{n=1}");
    const both = { ...code("one"), ...code("two") };
    expect(await planned(`plugins: [./one, ./two]\n${insert("short::pair")}`, both)).to.contain(
      "error[PWL0404]: unknown bundle `short::pair`",
    );
  });

  it("are refused with options of passes that they do not have, and beside a graph", async () => {
    const wrong = "insert: [{ bundle: pair, before: pour, options: { one-c: { n: 7 } } }]\n";
    expect(await planned(plugins + wrong, publisher("one"))).to.equal(
      `error[PWB0307]: options are set for pass \`one-c\`, which is not in bundle \`pair\`
  --> passwright.config.yaml:3:10
   | insert: [{ bundle: pair, before: pour, options: { one-c: { n: 7 } } }]
   |          ^
help: set options only for passes of the bundle: \`one-a\`, \`one-b\``,
    );
    const flat = "insert: [{ bundle: pair, before: pour, options: { n: 7 } }]\n";
    expect(await planned(plugins + flat, publisher("one"))).to.contain(
      "error[PWL0013]: `insert[0].options.n` must be a map with the options of the pass of this name, not 7\n",
    );
    expect(await planned(`${plugins}insert: [{ pass: pair, before: pour }]\n`, publisher("one"))).to.contain(
      "help: write `bundle: pair` in `insert` or `pipeline`, because `pair` is a bundle",
    );
    expect(await planned(`${plugins}insert: [{ bundle: pear, before: pour }]\n`, publisher("one"))).to.contain(
      "error[PWL0404]: unknown bundle `pear`",
    );
    const unknown = publisher("one", { insert: [{ bundle: "pear", before: "pour" }] });
    expect(await planned(plugins, unknown)).to.equal(`error[PWL0404]: unknown bundle \`pear\`
  --> plugin one, package.json:1:1
   = bundles of the config and of plugins: \`pair\`
help: add the bundle to \`bundles\`, or add the plugin that contains the bundle to \`plugins\``);
  });

  it("are to blame for unknown passes and for bundles in bundles", async () => {
    const insert = "insert: [{ bundle: pair, before: pour }]\n";
    const wrong = publisher("one", { bundles: { pair: ["one-a", "one-c"], inner: ["one-b"] } });
    expect(await planned(plugins + insert, wrong)).to
      .equal(`error[PWB0404]: no framework or plugin provides a pass named \`one-c\`
  --> plugin one
   = \`one-c\` is in bundle \`pair\` of plugin \`one\`
   = inserted by config passwright.config.yaml:3
help: did you mean \`one-a\`?`);
    const nested = publisher("one", { bundles: { pair: ["inner"], inner: ["one-b"] } });
    expect(await planned(plugins + insert, nested)).to.contain(
      "help: list the passes of `inner` instead of its name, because a bundle cannot contain a bundle",
    );
    const own = "bundles: { both: [pair] }\n";
    expect(await planned(plugins + own, publisher("one"))).to.contain(
      "help: write `bundle: pair` in `insert` or `pipeline`, because `pair` is a bundle",
    );
  });

  it("may be without some passes, in manifests, configs and `definePlugin`", async () => {
    const selective = publisher("one", {
      bundles: { pair: { passes: ["one-a", { pass: "one-b", options: { n: 1 } }], without: ["Cleanup"] } },
    });
    const insert = "insert:\n  - { bundle: pair, before: pour }\n  - { pass: rinse, before: pour, types: [Cleanup] }\n";
    const rules = (relation: string): string =>
      `rules:\n  - { pass: rinse, after: one-a, strong: true, reason: r }\n  - { pass: rinse, ${relation}, strong: true, reason: r }\n`;
    const pass = { "rinse/package.json": rinse };
    const files = { ...selective, ...pass };
    const both = "plugins: [./one, ./rinse]\n";
    expect(await planned(`${both}${insert}${rules("before: pour")}`, files)).to.equal(
      "menu(tea(boil,one-a,one-b{n=1},rinse,pour),tidy)",
    );
    expect(await planned(`${both}${insert}${rules("before: one-b")}`, files)).to
      .equal(`error[PWB0205]: bundle \`passwright.config.yaml::pair\` excludes Cleanup, but \`passwright.config.yaml::rinse\` must run inside the bundle
  --> passwright.config.yaml:5:3
   |   - { pass: rinse, before: pour, types: [Cleanup] }
   |   ^
   = position of \`passwright.config.yaml::rinse\`: before \`pour\`
   = \`rinse\` cannot leave the bundle, because \`rinse\` must be before \`one-b\`: "r" (config passwright.config.yaml:8)
   = \`rinse\` cannot leave the bundle, because \`rinse\` must be after \`one-a\`: "r" (config passwright.config.yaml:7)
help: remove one of these requirements, or remove Cleanup from \`without\` of bundle \`pair\``);
    const inConfig = `anchor: tea
pipeline: [{ bundle: own }]
bundles: { own: { passes: [one-a, one-b], without: [rinse] } }
insert: [{ pass: rinse, after: one-a }]
plugins: [./one, ./rinse]
`;
    const project = makeProject({ "passwright.config.yaml": inConfig, ...files });
    const { diagnostics } = await loadSession({ cwd: project.folder, dataOnly: true });
    expect(project.show(diagnostics)).to.contain(
      "error[PWB0115]: `rinse` cannot be inserted into bundle `own`, which excludes rinse",
    );
    const closed = "bundles: { own: { passes: [one-a], kind: atomic, without: [rinse] } }\n";
    expect(await planned(`${both}${closed}`, files)).to.contain(
      "`bundles.own` must be a bundle of kind open, or one that has no `without`",
    );
  });

  it("are inserted in memory", () => {
    const pass = (name: string): ReturnType<typeof definePass> => definePass({ name, runOnOperation() {} });
    const [a, b, c] = ["a", "b", "c"].map(pass) as [
      ReturnType<typeof pass>,
      ReturnType<typeof pass>,
      ReturnType<typeof pass>,
    ];
    const framework = defineFramework({
      name: "plain",
      ir: defineIr({ name: "plain", nameOf: () => "op", childrenOf: () => [] as object[] }),
      anchor: "any",
      pipeline: (builder) => void builder.addPass(a),
    });
    const publishing = definePlugin({ name: "pub", passes: [b, c], bundles: { pair: ["b", "c"] } });
    const using = definePlugin({
      name: "use",
      setup: (builder) => void builder.addBundle("pub::pair", { place: { before: "a" } }),
    });
    const assembly = assemble(framework, {
      plugins: [publishing, using],
      insert: [{ bundle: "pair", after: "a" }],
    } as never);
    expect(assembly.diagnostics.map(({ message }) => message)).to.deep.equal([]);
    expect(assembly.text()).to.equal("any(b,c,a,b,c)");
    const selective = definePlugin({
      name: "pub",
      passes: [b, c],
      bundles: { pair: { passes: ["b", "c"], without: ["a"] } },
      insert: [{ bundle: "pair", before: "a" }],
    });
    expect(assemble(framework, { plugins: [selective] }).plan?.selective).to.deep.equal([
      { name: "pub::pair", without: ["a"] },
    ]);
  });
});
