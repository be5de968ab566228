import { expect } from "chai";
import type { Diagnostic } from "@passwright/core";
import { loadSession } from "@passwright/loader";
import type { Session } from "@passwright/loader";
import { makeProject } from "../project.ts";

const seen = globalThis as { tapped?: unknown[] };

const plugin = (name: string, setup: string): { [path: string]: string } => ({
  [`${name}/package.json`]: JSON.stringify({
    name,
    version: "1.0.0",
    type: "module",
    exports: "./index.js",
    passwright: { kind: "plugin", api: "^1.0.0", passes: [] },
  }),
  [`${name}/index.js`]: `import { definePlugin, sessionHooks } from "@passwright/sdk";
export default definePlugin({ passes: [], setup(b, environment) {
const { hooks } = environment;
const session = sessionHooks(environment);
${setup}
} });
`,
});

/** Loads kettle with plugins that have these setups. */
async function load(
  setups: { readonly [name: string]: string },
  rest = "",
): Promise<{ session: Session | undefined; text: string; show: (diagnostics: readonly Diagnostic[]) => string }> {
  const names = Object.keys(setups);
  const files = Object.assign({}, ...names.map((name) => plugin(name, setups[name] ?? ""))) as {
    [path: string]: string;
  };
  const list = names.map((name) => `./${name}`).join(", ");
  const project = makeProject(
    { ...files, "passwright.config.yaml": `framework: kettle\nplugins: [${list}]\n${rest}` },
    ["kettle"],
  );
  const { session, diagnostics } = await loadSession({ cwd: project.folder });
  const told = diagnostics.filter(({ severity }) => severity === "error");
  return { session, text: project.show(told), show: project.show };
}

/** Runs a session's plan on a text. Returns whether the run succeeded, and the diagnostics. */
async function run(session: Session | undefined): Promise<{ succeeded: boolean; diagnostics: readonly Diagnostic[] }> {
  const made = await session?.makeManager();
  const parsed = session?.framework.ir.parse?.("tea\n", { file: "menu.txt" });
  if (session === undefined || made?.ok !== true || parsed?.ok !== true) throw new Error("cannot run");
  return session.run(made.manager, parsed.op);
}

const record = (hook: string, what: string): string =>
  `session.${hook}.tap("look", (one, two) => { globalThis.tapped.push(["${hook}", ${what}]); });`;

describe("the loader's hooks, tapped by plugins", () => {
  beforeEach(() => (seen.tapped = []));
  after(() => delete seen.tapped);

  it("list every step, in order", async () => {
    const setup = [
      record("afterRun", "two.succeeded"),
      record("beforeRun", "typeof one"),
      record("planned", "one.steps.map(({ pass }) => pass).join()"),
      record("contributionsCollected", "one.map(({ pass }) => pass.name).join()"),
      record("manifestsChecked", "one.map(({ kind, name }) => kind + ' ' + name).join()"),
      record("configRead", "one.name + ' ' + one.framework + ' ' + one.plugins.map(({ name }) => name)"),
    ].join("\n");
    const { session } = await load({ watcher: setup, quiet: "" }, "insert: [{ pass: tidy, end: true }]\n");
    expect((await run(session)).succeeded).to.equal(true);
    expect(seen.tapped).to.deep.equal([
      ["configRead", "passwright.config.yaml kettle quiet,watcher"],
      ["manifestsChecked", "framework kettle,plugin quiet,plugin watcher"],
      ["contributionsCollected", "tidy"],
      ["planned", "boil,pour,tea.end,tidy,tidy"],
      ["beforeRun", "object"],
      ["afterRun", true],
    ]);
    expect(session?.assembly.taps.map(({ hook, plugin: name }) => `${name} ${hook}`)).to.include("watcher planned");
  });

  it("are tapped in the order of stages and names, with `before`", async () => {
    const tap = (name: string, more = ""): string =>
      `session.planned.tap({ name: "${name}"${more} }, () => { globalThis.tapped.push("${name}"); });`;
    await load({ a: tap("a1"), b: tap("b1", ', before: "a"'), c: tap("c1", ", stage: -1") });
    expect(seen.tapped).to.deep.equal(["c1", "b1", "a1"]);
    expect((await load({ a: tap("a1", ', before: "zed"') })).text).to.contain(
      "tap `a1` of hook `planned` must run before `zed`, which is neither a tap nor a plugin",
    );
  });

  it("provide copies, so that changes do not affect others", async () => {
    const meddle = `session.planned.tap("meddle", (plan) => { plan.steps.length = 0; plan.anchor = "cup"; });
session.contributionsCollected.tap("meddle", (all) => { all.length = 0; });`;
    const { session } = await load({ meddler: meddle }, "insert: [{ pass: tidy, end: true }]\n");
    expect(session?.plan?.anchor).to.equal("menu");
    expect(session?.plan?.steps.filter(({ pass }) => pass === "tidy")).to.have.lengthOf(2);
  });

  it("blame the plugin of a tap that throws or promises, and stop there", async () => {
    const thrower = (hook: string): string => `session.${hook}.tap("cracks", () => { throw new Error("cracked"); });`;
    for (const hook of ["configRead", "manifestsChecked", "contributionsCollected", "planned"]) {
      const { session, text } = await load({ glass: thrower(hook) });
      expect([session?.plan, text], hook).to.deep.equal([
        undefined,
        `error[PWL0305]: tap \`cracks\` of hook \`${hook}\` threw an exception: Error: cracked
  --> plugin glass
help: report the problem to the author of \`glass\`, with the stack from \`--debug\``,
      ]);
    }
    for (const hook of ["beforeRun", "afterRun"]) {
      const { session, show } = await load({ glass: thrower(hook) });
      const { succeeded, diagnostics } = await run(session);
      expect([succeeded, show(diagnostics)], hook).to.deep.equal([
        false,
        `error[PWL0305]: tap \`cracks\` of hook \`${hook}\` threw an exception: Error: cracked
  --> plugin glass
help: report the problem to the author of \`glass\`, with the stack from \`--debug\``,
      ]);
    }
    const promise = await load({ slow: 'session.planned.tap("waits", () => Promise.resolve());' });
    expect(promise.text).to.contain("tap `waits` of hook `planned` returned a promise\n  --> plugin slow");
  });

  it("refuse async functions, generators, and the ways of tapable that wait", async () => {
    const { text } = await load({
      slow: `session.planned.tap("a", async () => {});
session.planned.tap("b", function* () {});
session.planned.tap("c", async function* () {});
session.planned.tapPromise("d", () => Promise.resolve());
session.planned.tapAsync({ name: "e" }, (plan, done) => done());`,
    });
    expect(text.split("\n").filter((line) => line.startsWith("error"))).to.deep.equal([
      "error[PWL0302]: tap `a` of hook `planned` must not be async",
      "error[PWL0302]: tap `b` of hook `planned` must not be a generator",
      "error[PWL0302]: tap `c` of hook `planned` must not be a generator",
      "error[PWL0302]: tap `d` of hook `planned` is added with `tapPromise`",
      "error[PWL0302]: tap `e` of hook `planned` is added with `tapAsync`",
    ]);
  });

  it("are known by name: others are refused, and may be looked for", async () => {
    expect((await load({ a: 'session.planed.tap("x", () => {});' })).text).to
      .equal(`error[PWL0309]: framework \`passwright\` has no hook \`planed\`
  --> plugin a
   = hooks of the framework: \`configRead\`, \`manifestsChecked\`, \`contributionsCollected\`, \`planned\`, \`beforeRun\`, \`afterRun\`
help: did you mean \`planned\`?`);
    expect((await load({ a: 'hooks.milk.tap("x", () => {});' })).text).to
      .equal(`error[PWL0309]: framework \`kettle\` has no hook \`milk\`
  --> plugin a
   = hooks of the framework: \`word\`, \`boiled\`, \`choose\`
help: tap an optional hook with \`hooks.milk?.tap(…)\``);
    expect((await load({ a: 'hooks.milk?.tap("x", () => {}); if ("sugar" in hooks) throw 1;' })).text).to.equal("");
    expect((await load({ a: "hooks.milk?.tap(); undefined.x;" })).text).to.contain("PWL0309");
  });
});
