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
    { name: "tidy", summary: "as in version 1", anchor: "menu", types: ["Cleanup"] },
  ],
  extensionPoints: { "tea.end": { since: "1" } },
  pipeline: {
    name: "samovar",
    anchor: "menu",
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
  setup: false,
  passes: [{ name: "sweeten", anchor: "tea", types: ["LateOptimization"] }],
  insert: [{ pass: "sweeten", before: "stir", onMissing: { use: { beforeType: "Lowering" } }, reason: "hot tea" }],
  rules: [{ pass: "sweeten", strong: true, after: "boil", reason: "hot tea" }],
  taps: [{ hook: "word", name: "guest" }],
};

const guestData = `
  insert: [{ pass: sweeten, before: "stir", onMissing: { use: { beforeType: PassType.Lowering } }, reason: "hot tea" }],
  rules: [{ pass: "sweeten", strong: true, after: "boil", reason: "hot tea" }],
  taps: { word: (word) => word + "s" },`;

const guestCode = (data: string): string => `import { definePass, definePlugin, int, PassType } from "@passwright/sdk";
globalThis.ran?.push("guest");
const sweeten = definePass({ name: "sweeten", anchor: "tea", types: [PassType.LateOptimization], runOnOperation() {} });
export default definePlugin({ passes: [sweeten], ${data} });
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
  readonly data?: string;
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
      "guest/index.js": guestCode(parts.data ?? guestData),
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

/** Returns the errors of running the plan. */
async function misfit(parts: Parts): Promise<string> {
  const { session, text, show } = await load(parts);
  expect(text).to.equal("");
  const made = await session?.makeManager();
  expect((await session?.makeManager())?.ok, "and so the second time").to.equal(made?.ok);
  return made === undefined || made.ok ? "" : show(made.diagnostics);
}

describe("declarations in manifests", () => {
  beforeEach(() => (ran.ran = []));
  after(() => delete ran.ran);

  it("is planned with, and no code runs", async () => {
    const { session, text } = await load();
    expect(text).to.equal("");
    expect(planText(session)).to.equal(
      [
        "tea/boil Normalization (samovar package.json:45) base pipeline",
        "tea/tea.end  (samovar package.json:46) base pipeline",
        "tea/sweeten LateOptimization (guest package.json:20) before the first Lowering, because the position before `stir` does not exist: hot tea",
        "tea/pour Lowering (samovar package.json:49) at last",
        "/tidy Cleanup (samovar package.json:58) base pipeline",
      ].join("\n"),
    );
    expect(session?.assembly.taps).to.deep.equal([{ hook: "word", tap: "guest", plugin: "guest" }]);
    expect(ran.ran).to.deep.equal([]);
    const dataOnly = await load({}, { dataOnly: true });
    expect(planText(dataOnly.session)).to.equal(planText(session));
  });

  it("is the same plan as the code makes", async () => {
    const { pipeline: _, ...code } = framework;
    const { session } = await load({ framework: code, guest: { kind: "plugin", api: "^1.0.0" } });
    const plain = (text: string): string =>
      text.replaceAll(/ \S+:\d+\)/g, ")").replaceAll(", because the position before `stir` does not exist", "");
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
    const passes = framework.passes?.filter(({ name }) => name !== "tidy");
    const { text } = await load({ framework: { ...framework, passes: passes ?? [] } });
    expect(text).to.equal(`error[PWL0402]: no framework or plugin provides a pass named \`tidy\`
  --> framework samovar, samovar/package.json:50:1
   = searched: samovar
help: declare the pass under \`passes\` in the manifest, even if another package defines it`);
  });

  const notesOf = (text: string): string[] => text.split("\n").filter((line) => line.startsWith("   = "));

  it("is compared with a framework's code before anything runs", async () => {
    const code = (...[from, to]: [string, string]): Promise<string> => {
      expect(frameworkCode).to.contain(from);
      return misfit({ frameworkCode: frameworkCode.replace(from, to) });
    };
    expect(await code('tea.addPass(pour, { reason: "at last" })', "tea.addPass(pour)"), "reasons may differ").to.equal(
      "",
    );
    expect(await code("tea.addPass(pour,", "tea.addPass(pour, { types: ['Cleanup'] }); tea.addPass(pour,")).to
      .equal(`error[PWL0205]: the manifest of \`samovar\` does not match the code
  --> framework samovar 1.0.0, samovar/package.json:6:3
   |   "passwright": {
   |   ^
   = \`pour#2\` is new, before \`tidy\`: at last (framework samovar)
   = \`pour\`: types Lowering are now Cleanup
help: in your own package, run \`passwright manifest\`; otherwise report the problem to the author of \`samovar\``);
    expect(notesOf(await code("b.addPass(tidy);", ""))).to.deep.equal([
      "   = `passes.tidy`: only in the manifest",
      "   = `tidy` was removed",
    ]);
    expect(notesOf(await code("tea.addPass(boil(hooks));", "b.nest('tea').addPass(boil(hooks));"))).to.deep.equal([
      "   = menu(tea(boil,pour),tidy) is now menu(tea(boil),tea(pour),tidy)",
    ]);
    expect(notesOf(await code('name: "samovar",', 'name: "samovar", levels: ["O1"], cleanups: [],'))).to.deep.equal([
      '   = `pipeline.levels`: [] in the manifest, ["O1"] in the code',
    ]);
    expect(notesOf(await code('syncWaterfallHook("word")', 'syncWaterfallHook("text")'))).to.deep.equal([
      '   = `pipeline.hooks.word.args`: ["word"] in the manifest, ["text"] in the code',
    ]);
    expect(
      notesOf(await code("b.addPass(tidy);", "b.addPass(tidy); b.rule(tidy).weak.after('boil', { reason: 'so' });")),
    ).to.deep.equal(['   = `pipeline.rules: {"after":"boil","pass":"tidy"}`: only in the code']);
    expect(notesOf(await code('since: "1"', 'since: "2"'))).to.deep.equal([
      '   = `extensionPoints.tea.end.since`: "1" in the manifest, "2" in the code',
    ]);
    expect(await code("pipeline(b, { hooks })", "graph(b, { hooks })")).to.contain(
      "error[PWL0204]: framework `samovar`: a framework with a `graph` requires `defineGraphFramework`",
    );
    expect(await code("const tea =", "throw new Error('TARGET is not set'); const tea =")).to.contain(
      "error[PWL0210]: framework `samovar` threw an exception while it built its pipeline: Error: TARGET is not set",
    );
  });

  it("is compared with a framework's code before a pass is unknown that only the manifest declares", async () => {
    const passes = [...(framework.passes ?? []), { name: "whisk" }];
    const config = "framework: ./samovar\nplugins: [./guest]\ninsert: [{ pass: whisk, end: true }]\n";
    expect(notesOf(await misfit({ framework: { ...framework, passes }, config }))).to.deep.equal([
      "   = `passes.whisk`: only in the manifest",
    ]);
  });

  it("is compared with a plugin's code before anything runs", async () => {
    expect(await misfit({ data: "" })).to.equal(`error[PWL0205]: the manifest of \`guest\` does not match the code
  --> plugin guest 1.0.0, guest/package.json:6:3
   |   "passwright": {
   |   ^
   = \`insert: {"before":"stir","onMissing":{"use":{"beforeType":"Lowering"}},"pass":"sweeten"}\`: only in the manifest
   = \`rules: {"after":"boil","pass":"sweeten","strong":true}\`: only in the manifest
   = \`taps: {"hook":"word","name":"guest"}\`: only in the manifest
help: in your own package, run \`passwright manifest\`; otherwise report the problem to the author of \`guest\``);
    const changed = async (...[from, to]: [string, string]): Promise<string[]> => {
      expect(guestData).to.contain(from);
      return notesOf(await misfit({ data: guestData.replace(from, to) }));
    };
    expect(await changed("strong: true, ", "")).to.deep.equal([
      '   = `rules: {"after":"boil","pass":"sweeten","strong":true}`: only in the manifest',
      '   = `rules: {"after":"boil","pass":"sweeten"}`: only in the code',
    ]);
    expect(await changed('reason: "hot tea" }],\n  taps', 'reason: "so" }],\n  taps'), "reasons").to.deep.equal([]);
    expect(await changed('before: "stir"', 'before: "pour"')).to.deep.equal([
      '   = `insert: {"before":"stir","onMissing":{"use":{"beforeType":"Lowering"}},"pass":"sweeten"}`: only in the manifest',
      '   = `insert: {"before":"pour","onMissing":{"use":{"beforeType":"Lowering"}},"pass":"sweeten"}`: only in the code',
    ]);
    expect(await changed("taps:", "setup() {}, options: { size: int(3, 'size') }, taps:")).to.deep.equal([
      "   = `setup`: only in the code",
    ]);
  });

  it("refuses taps of hooks that do not exist", async () => {
    const { text } = await load({ guest: { ...guest, taps: [{ hook: "wrd", name: "guest" }] } });
    expect(text).to.equal(`error[PWL0309]: framework \`samovar\` has no hook \`wrd\`
  --> plugin guest
   = hooks of the framework: \`word\`
help: did you mean \`word\`?`);
    const config = "graph: { pipelines: { one: { pipeline: [] } } }\nplugins: [./guest]\n";
    const { insert: _, rules: __, taps: ___, ...bare } = guest;
    expect((await load({ config, guest: bare })).text, "a manifest beside a graph").to.equal("");
  });
});
