import { expect } from "chai";
import type { Diagnostic } from "@passwright/core";
import { loadSession } from "@passwright/loader";
import type { LoadOptions, Session } from "@passwright/loader";
import type { Manifest } from "@passwright/sdk";
import { makeProject } from "../project.ts";
import type { Project } from "../project.ts";

const ran = globalThis as { ran?: string[] };

const steps = [
  { nest: "tea", steps: ["boil", { point: "tea.end" }, { pass: "pour", types: ["Lowering"], reason: "at last" }] },
  "tidy",
];
const framework: Manifest = {
  kind: "framework",
  api: "^1.0.0",
  passes: [
    { name: "boil", anchor: "tea", types: ["Normalization"] },
    { name: "pour", anchor: "tea", types: ["Lowering"] },
  ],
  extensionPoints: { "tea.end": { since: "1" } },
  pipeline: {
    name: "samovar",
    anchor: "menu",
    uses: ["./tidier"],
    steps,
    hooks: { word: { kind: "SyncWaterfallHook", args: ["word"] } },
  },
};

const frameworkCode = `import { defineFramework, definePass, PassType, syncWaterfallHook } from "@passwright/sdk";
import { append, lines } from "../node_modules/kettle/ir.js";
import { tidy } from "./tidier/index.js";
globalThis.ran?.push("samovar");
const boil = (hooks) => definePass({ name: "boil", anchor: "tea", types: [PassType.Normalization],
  runOnOperation(op) { append(op, hooks.word.call("water")); } });
const pour = definePass({ name: "pour", anchor: "tea", types: [PassType.Lowering], runOnOperation() {} });
export default defineFramework({
  name: "samovar",
  ir: lines,
  anchor: "menu",
  extensionPoints: { "tea.end": { since: "1", doc: "the tea is made" } },
  hooks: { word: { ...syncWaterfallHook("word"), doc: "texts for people are not compared" } },
  pipeline(b, { hooks }) {
    const tea = b.nest("tea");
    tea.addPass(boil(hooks));
    tea.addExtensionPoint("tea.end");
    tea.addPass(pour, { reason: "at last" });
    b.addPass(tidy);
  },
});
`;

const guest: Manifest = {
  kind: "plugin",
  api: "^1.0.0",
  setup: "declared",
  passes: [{ name: "sweeten", anchor: "tea", types: ["LateOptimization"] }],
  insert: [{ pass: "sweeten", before: "stir", onMissing: { use: { beforeType: "Lowering" } }, reason: "hot tea" }],
  rules: [{ pass: "sweeten", strong: true, after: "boil", reason: "hot tea" }],
  taps: [{ hook: "word", name: "sugar", stage: 1 }],
};

const guestSetup = `
    const placed = b.addBefore("stir", sweeten);
    if (!placed.ok) b.addBeforeType(PassType.Lowering, sweeten, { reason: "hot tea" });
    b.rule(sweeten).strong.after("boil", { reason: "hot tea" });
    hooks.word.tap({ name: "sugar", stage: 1 }, (word) => word + "s");`;

const guestCode = (setup: string): string => `import { definePass, definePlugin, PassType } from "@passwright/sdk";
globalThis.ran?.push("guest");
const sweeten = definePass({ name: "sweeten", anchor: "tea", types: [PassType.LateOptimization], runOnOperation() {} });
export default definePlugin({ passes: [sweeten], setup(b, { hooks, session }) {${setup}
} });
`;

const tidierCode = `import { definePass, definePlugin, PassType } from "@passwright/sdk";
export const tidy = definePass({ name: "tidy", summary: "said in code", anchor: "menu", types: [PassType.Cleanup],
  runOnOperation() {} });
const unused = definePass({ name: "unused", anchor: "menu", runOnOperation() {} });
export default definePlugin({ passes: [tidy, unused] });
`;
const tidier: Manifest = {
  kind: "plugin",
  api: "^1.0.0",
  setup: false,
  passes: [
    { name: "tidy", anchor: "menu", types: ["Cleanup"] },
    { name: "unused", anchor: "menu" },
  ],
};

interface Parts {
  readonly framework?: Manifest;
  readonly frameworkCode?: string;
  readonly guest?: Manifest;
  readonly setup?: string;
  readonly config?: string;
}

const packageOf = (name: string, passwright: Manifest): string =>
  `${JSON.stringify({ name, version: "1.0.0", type: "module", exports: "./index.js", passwright }, undefined, 2)}\n`;

function project(parts: Parts = {}): Project {
  return makeProject(
    {
      "passwright.config.yaml": parts.config ?? "framework: ./samovar\nplugins: [./guest]\n",
      "samovar/package.json": packageOf("samovar", parts.framework ?? framework),
      "samovar/index.js": parts.frameworkCode ?? frameworkCode,
      "samovar/tidier/package.json": packageOf("tidier", tidier),
      "samovar/tidier/index.js": tidierCode,
      "guest/package.json": packageOf("guest", parts.guest ?? guest),
      "guest/index.js": guestCode(parts.setup ?? guestSetup),
    },
    ["kettle"],
  );
}

interface Loaded {
  readonly session: Session | undefined;
  readonly text: string;
  readonly show: (diagnostics: readonly Diagnostic[]) => string;
}

async function load(parts: Parts = {}, options: LoadOptions = {}): Promise<Loaded> {
  const { folder, show } = project(parts);
  const { session, diagnostics } = await loadSession({ cwd: folder, ...options });
  return { session, text: show(diagnostics), show };
}

const planText = (session: Session | undefined): string =>
  (session?.plan?.steps ?? [])
    .map(({ pass, nests, types, origin, because }) => {
      const place = origin.file === undefined ? "" : ` ${origin.file}:${origin.line}`;
      const inside = nests.map(({ anchor }) => anchor).join(">");
      return `${inside}/${pass} ${types.join()} (${origin.name}${place}) ${because}`;
    })
    .join("\n");

/** What is wrong when the plan is to be run. */
async function misfit(parts: Parts): Promise<string> {
  const { session, text, show } = await load(parts);
  expect(text).to.equal("");
  const made = await session?.makeManager();
  expect((await session?.makeManager())?.ok, "and so the second time").to.equal(made?.ok);
  return made === undefined || made.ok ? "" : show(made.diagnostics);
}

describe("what manifests declare", () => {
  beforeEach(() => (ran.ran = []));
  after(() => delete ran.ran);

  it("is planned with, and no code runs", async () => {
    const { session, text } = await load();
    expect(text).to.equal("");
    expect(planText(session)).to.equal(
      [
        "tea/boil Normalization (samovar package.json:40) the framework's pipeline",
        "tea/tea.end  (samovar package.json:41) the framework's pipeline",
        "tea/sweeten LateOptimization (guest package.json:20) before the first Lowering, for want of a place before `stir`: hot tea",
        "tea/pour Lowering (samovar package.json:44) at last",
        "/tidy Cleanup (samovar package.json:53) the framework's pipeline",
      ].join("\n"),
    );
    expect(session?.taps).to.deep.equal([{ hook: "word", tap: "sugar", plugin: "guest" }]);
    expect(ran.ran).to.deep.equal([]);
    const dataOnly = await load({}, { dataOnly: true });
    expect(planText(dataOnly.session)).to.equal(planText(session));
  });

  it("is the same plan as the code makes", async () => {
    const { pipeline: _, ...code } = framework;
    const { session } = await load({ framework: code, guest: { kind: "plugin", api: "^1.0.0" } });
    const plain = (text: string): string =>
      text.replaceAll(/ \S+:\d+\)/g, ")").replaceAll(", for want of a place before `stir`", "");
    expect(ran.ran).to.deep.equal(["samovar", "guest"]);
    expect(plain(planText(session))).to.equal(plain(planText((await load()).session)));
  });

  it("runs with the code: its passes, its hooks, its taps", async () => {
    const { session } = await load();
    const made = await session?.makeManager();
    const parsed = session?.framework.ir.parse?.("tea\n", { file: "menu.txt" });
    if (session === undefined || made?.ok !== true || parsed?.ok !== true) throw new Error("cannot run");
    expect(ran.ran).to.deep.equal(["samovar", "guest"]);
    expect((await session.run(made.manager, parsed.op)).succeeded).to.equal(true);
    expect(session.framework.ir.print?.(parsed.op, {})).to.equal("tea\n  waters\n");
    const again = await session.makeManager();
    expect(again.ok, "a second manager").to.equal(true);
  });

  it("may name a plugin that brings a pass of the framework as well", async () => {
    const config = "framework: ./samovar\nplugins: [./guest, ./samovar/tidier]\n";
    expect(await misfit({ config })).to.equal("");
  });

  it("has to declare the passes of the pipeline", async () => {
    const { uses: _, ...pipeline } = framework.pipeline as NonNullable<Manifest["pipeline"]>;
    const { text } = await load({ framework: { ...framework, pipeline } });
    expect(text).to.equal(`error[PWL0402]: nobody declares a pass \`tidy\`
  --> framework samovar, samovar/package.json:50:1
   = looked in samovar
help: declare it in the manifest, under \`passes\`, whoever it comes from`);
  });

  it("is compared with a framework's code before anything runs", async () => {
    const code = (...[from, to]: [string, string]): Promise<string> => {
      expect(frameworkCode).to.contain(from);
      return misfit({ frameworkCode: frameworkCode.replace(from, to) });
    };
    expect(await code('tea.addPass(pour, { reason: "at last" })', "tea.addPass(pour)"), "reasons may differ").to.equal(
      "",
    );
    expect(await code("tea.addPass(pour,", "tea.addPass(pour, { types: ['Cleanup'] }); tea.addPass(pour,")).to
      .equal(`error[PWL0217]: manifest and code of \`samovar\` do not agree on its pipeline
  --> framework samovar 1.0.0, samovar/package.json:36:7
   |       "steps": [
   |       ^
   = \`pour#2\` is new, before \`tidy\`: at last (framework samovar, index.js:18)
   = \`pour\` now runs before \`guest::sweeten\`: the framework's pipeline (framework samovar, index.js:18)
   = \`pour\`: types Lowering are now Cleanup
help: declare in package.json what the code does, or leave \`pipeline\` out of it: plans are made from the manifest`);
    const notesOf = (text: string): string[] => text.split("\n").filter((line) => line.startsWith("   = "));
    expect(notesOf(await code("b.addPass(tidy);", ""))).to.deep.equal([
      "   = the manifest declares it, and the code does not define it",
      "   = `tidy` is gone",
    ]);
    expect(notesOf(await code("tea.addPass(boil(hooks));", "b.nest('tea').addPass(boil(hooks));"))).to.deep.equal([
      "   = pipeline menu(tea(boil,sweeten,pour),tidy) is now menu(tea(boil),tea(sweeten,pour),tidy)",
    ]);
    expect(notesOf(await code('name: "samovar",', 'name: "samovar", levels: ["O1"], cleanups: [],'))).to.deep.equal([
      '   = levels none is now ["O1"]',
      "   = choice none is now level O1",
    ]);
    expect(notesOf(await code('syncWaterfallHook("word")', 'syncWaterfallHook("text")'))).to.deep.equal([
      '   = hooks {"word":{"args":["word"],"kind":"SyncWaterfallHook"}} is now {"word":{"args":["text"],"kind":"SyncWaterfallHook"}}',
    ]);
    expect(
      notesOf(await code("b.addPass(tidy);", "b.addPass(tidy); b.rule(tidy).weak.after('boil', { reason: 'so' });")),
    ).to.deep.equal(["   = rule is new: weak: `tidy` should be after `boil` (samovar)"]);
    expect(await code("pipeline(b, { hooks })", "graph(b, { hooks })")).to.contain(
      "error[PWL0204]: framework `samovar`: a framework with a `graph` is made by `defineGraphFramework`",
    );
    expect(await code("const tea =", "throw new Error('no water'); const tea =")).to.contain(
      "error[PWL0210]: framework `samovar` threw while it built its pipeline: Error: no water",
    );
    expect(await code('since: "1"', 'since: "2"')).to.contain("error[PWL0214]: ");
  });

  it("is compared with a setup before anything runs", async () => {
    expect(await misfit({ setup: "" })).to
      .equal(`error[PWL0218]: manifest and code of \`guest\` do not agree on what its setup does
  --> plugin guest 1.0.0, guest/package.json:9:14
   |     "setup": "declared",
   |              ^
   = \`guest::sweeten\` is gone
   = rule is gone: strong: \`sweeten\` must be after \`boil\` (guest)
   = tap is gone: {"hook":"word","name":"sugar","stage":1} (guest)
help: declare in package.json what the setup does, or leave \`"setup": "declared"\` out: plans are made from the manifest`);
    const notesOf = async (setup: string): Promise<string[]> =>
      (await misfit({ setup })).split("\n").filter((line) => line.startsWith("   = "));
    expect(await notesOf(guestSetup.replace("stage: 1", "stage: 2"))).to.deep.equal([
      '   = tap is gone: {"hook":"word","name":"sugar","stage":1} (guest)',
      '   = tap is new: {"hook":"word","name":"sugar","stage":2} (guest)',
    ]);
    expect(await notesOf(`${guestSetup} b.addPass(sweeten);`)).to.deep.equal([
      "   = `guest::sweeten#2` is new, after `tidy`: at the end (plugin guest, index.js:8)",
    ]);
    expect(await notesOf(guestSetup.replace('addBefore("stir"', 'addAt("tea.end"'))).to.deep.equal([]);
    expect(await misfit({ setup: `${guestSetup} session.planned.tap("late", () => {});` })).to.equal("");
    expect(await misfit({ setup: "throw new Error('no sugar');" })).to.contain(
      "error[PWL0208]: `guest` threw in its setup",
    );
  });

  it("refuses taps of hooks that do not exist", async () => {
    const { text } = await load({ guest: { ...guest, taps: [{ hook: "wrd", name: "sugar" }] } });
    expect(text).to.equal(`error[PWL0309]: \`samovar\` has no hook \`wrd\`
  --> plugin guest
   = its hooks: \`word\`
help: did you mean \`word\`?`);
    const config = "graph: { pipelines: { one: { pipeline: [] } } }\nplugins: [./guest]\n";
    const { insert: _, rules: __, taps: ___, ...bare } = guest;
    expect((await load({ config, guest: bare })).text, "a declared setup beside a graph").to.equal("");
  });
});
