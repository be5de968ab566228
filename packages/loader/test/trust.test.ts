import { expect } from "chai";
import { checkGolden } from "@passwright/development";
import { loadSession } from "@passwright/loader";
import { makeProject } from "./project.ts";

/** Loads kettle with a plugin that has this code, and returns the diagnostics as text. */
async function problemsOf(code: string, manifest: object = {}): Promise<string> {
  const packageJson = {
    name: "evil",
    version: "6.6.6",
    type: "module",
    exports: "./index.js",
    passwright: { kind: "plugin", api: "^1.0.0", ...manifest },
  };
  const project = makeProject(
    {
      "passwright.config.yaml": "framework: kettle\nplugins: [./evil, plugin-mint]\n",
      "evil/package.json": JSON.stringify(packageJson),
      "evil/index.js": `import { definePass, definePlugin, sessionHooks } from "@passwright/sdk";\n${code}`,
    },
    ["kettle", "plugin-mint"],
  );
  const { diagnostics } = await loadSession({ cwd: project.folder });
  return project.show(diagnostics.filter(({ severity }) => severity === "error"));
}

const setup = (body: string): string => `export default definePlugin({ passes: [], setup(b, env) { ${body} } });\n`;

describe("a plugin that one should not trust", () => {
  it("is named when it changes JavaScript's own objects, and the change is undone", async () => {
    const shown = await problemsOf(`Object.prototype.polluted = 1;
Array.prototype.map = function () { return []; };
export default definePlugin({ passes: [] });
`);
    expect(shown).to.equal(`error[PWL0212]: \`evil\` changed built-in objects of JavaScript while it was loaded
  --> plugin evil 6.6.6, passwright.config.yaml:2:11
   | plugins: [./evil, plugin-mint]
   |           ^
   = Object.prototype.polluted was added
   = Array.prototype.map was changed
   = Passwright undid these changes, because all code in the process uses these objects
help: remove \`evil\` from the config`);
    expect(({} as { polluted?: number }).polluted).to.equal(undefined);
    expect([1].map((one) => one + 1)).to.deep.equal([2]);
    const inSetup = await problemsOf(setup("delete JSON.stringify; Promise.prototype.then = 3;"));
    expect(inSetup).to.contain("while it was set up").and.to.contain("= JSON.stringify was removed");
    expect(JSON.stringify([1])).to.equal("[1]");
    const thrown = await problemsOf("Object.prototype.polluted = 1; throw new Error('and leaves');\n");
    expect(thrown).to.contain("threw an exception while it was loaded: Error: and leaves");
    expect("polluted" in {}).to.equal(false);
  });

  it("is named if its request is invalid", async () => {
    expect(await problemsOf(setup("b.rule({ type: 3 }).strong.before({ type: 3 }, { reason: 'x' });"))).to.equal(
      `error[PWB0305]: \`rule\`: \`subject\` must be a pass, the name of a pass, or \`ofType(type)\`, not { type }
  --> plugin evil 6.6.6, index.js:2:1
help: write \`builder.rule(pass).strong.after("target", { reason: "…" })\``,
    );
    const told: string[] = [];
    for (const body of [
      "b.addPass('garnish', { types: [3] })",
      "b.addPass('garnish', { types: [{}] })",
      "b.addPass('garnish', { anchor: 3 })",
      "b.addPass('garnish', { reason: {} })",
      "b.addPass({ declaration: {} })",
      "b.addBeforeType('Lowering', 'garnish', { anchor: {} })",
      "b.rule('garnish').strong.before('pour', { reason: Symbol() })",
      "b.rule('garnish').strong.before({ type: 3 }, { reason: 'x' })",
      "b.rule({type: 3}).strong.before({ type: 3 }, { reason: 'x' })",
      "b.addPass('garnish', { options: null })",
      "b.addPass('garnish', { options: { a: 1n, b: Symbol() } })",
      "b.addPass('garnish', { options: { get a() { throw new Error('no a'); } } })",
      "b.guard('x', { from: 3, to: {} })",
      "b.addPass(undefined)",
      "b.addBefore({}, 7)",
      "b.addAt(null, 'garnish')",
      "b.addBundle('x', 3)",
      "b.rule('garnish').strong.before({}, { reason: 1 })",
      "b.rule(null).weak.after('boil', null)",
      "b.addPass('garnish', { options: () => 1 })",
      "b.addBefore('boil', 'garnish', { which: 'sometimes' })",
      "b.addBefore('boil', 'garnish', { onMissing: { use: 3 } })",
      "b.guard()",
      "b.replace('boil')",
      "b.remove({})",
      "env.hooks.word.tap(3, 3)",
      "sessionHooks(env).planned.tap()",
      "b.addAfter('boil', { declaration: { name: {} } })",
      "b.forContributor(null)",
      "return 42",
      "throw null",
      "throw undefined",
      "throw { toString() { throw 1 } }",
    ]) {
      // A refusal of the builder is not an error, because the plugin can try another position.
      const [first = ""] = (await problemsOf(setup(body))).split("\n");
      told.push(`${body}\n    ${first === "" ? "refused" : first}`);
    }
    checkGolden(`${told.join("\n")}\n`, "asked-for-rubbish.txt", import.meta.url);
  });

  it("is named when its export is invalid", async () => {
    const cases: readonly (readonly [code: string, what: string])[] = [
      ["export default null;", "the default export of `evil` is not a plugin"],
      ["export default 3;", "the default export of `evil` is not a plugin"],
      ["export default new Proxy({}, { get() { throw new Error('no'); } });", "reading it threw: Error: no"],
      ["export default { [Symbol.for('passwright.plugin')]: true };", "`passes` must be a list"],
      ["export default definePlugin({ passes: [{}] });", "`passes[0]` must be the result of `definePass`"],
      [
        "export default definePlugin({ passes: [{ [Symbol.for('passwright.passDefinition')]: true }] });",
        "`passes[0]` must be the result of `definePass`",
      ],
      [
        "export default definePlugin({ passes: [], options: { size: 3 } });",
        "`options.size` must be the result of `int`",
      ],
      [
        "export default definePlugin({ passes: [], options: { size: null } });",
        "`options.size` must be the result of `int`",
      ],
      [
        "export default Object.defineProperty({ ...definePlugin({ passes: [] }), [Symbol.for('passwright.plugin')]: true }, 'setup', { get() { throw 7; } });",
        "reading it threw: 7",
      ],
    ];
    for (const [code, what] of cases)
      expect(await problemsOf(`${code}\n`), code)
        .to.contain(what)
        .and.to.contain("evil");
  });
});
