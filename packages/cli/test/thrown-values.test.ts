import { main } from "@passwright/cli";
import { testLevel } from "@passwright/development";
import { expect } from "chai";
import { outcomeText, runProgram } from "./fake-terminal.ts";
import { makeProject } from "./project.ts";

const refuse = (): never => {
  throw new Error("refused");
};

/** Makes a proxy that throws on every access. */
const hostileProxy = (): object => {
  const traps = ["get", "has", "ownKeys", "getPrototypeOf", "getOwnPropertyDescriptor", "set", "defineProperty"];
  return new Proxy({}, Object.fromEntries(traps.map((trap) => [trap, refuse])));
};

const revokedProxy = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

/**
 * Matches the message about a thrown value that cannot be read. Node reads the stack of a thrown value, and throws the
 * error that reading the stack causes.
 */
const UNREADABLE = /a value without readable text|Error: refused|TypeError: Cannot perform/;

/** Values that can be thrown, each with a part of the text that describes it. */
const VALUES: { readonly [title: string]: readonly [make: () => unknown, text: string | RegExp] } = {
  null: [() => null, "null"],
  undefined: [() => undefined, "undefined"],
  "a string": [() => "plain text", "plain text"],
  "an empty string": [() => "", '""'],
  "a number": [() => 42, "42"],
  "a symbol": [() => Symbol("sign"), "Symbol(sign)"],
  "a plain object": [() => ({ reason: "no sugar" }), '{"reason":"no sugar"}'],
  "an object without prototype": [() => Object.create(null) as unknown, "a value without readable text"],
  "a frozen error": [() => Object.freeze(new RangeError("frozen")), "RangeError: frozen"],
  "a sealed error without stack": [
    () => Object.seal(Object.assign(new Error("bare"), { stack: undefined })),
    "Error: bare",
  ],
  "a type error": [() => new TypeError("no cup"), "TypeError: no cup"],
  "an error whose message throws": [
    () => Object.defineProperty(new Error("x"), "message", { get: refuse }),
    "a value without readable text",
  ],
  "an error whose name, stack and diagnostic throw": [
    () =>
      Object.defineProperties(new Error("hidden"), {
        stack: { get: refuse },
        name: { get: refuse },
        diagnostic: { get: refuse },
      }),
    UNREADABLE,
  ],
  "an error with a message that changes": [
    () => {
      let count = 0;
      return Object.defineProperty(new Error("x"), "message", { get: () => `message ${count++ < 0}` });
    },
    "Error: message false",
  ],
  "a proxy that refuses everything": [hostileProxy, UNREADABLE],
  "a revoked proxy": [revokedProxy, UNREADABLE],
  "a very long text": [() => "long ".repeat(100_000), "long long"],
};

const THROW = "throw globalThis.thrownByTest;";

const plugin = (
  setup: string,
  pass = "",
  before = "",
): string => `import { definePass, definePlugin, sessionHooks } from "@passwright/sdk";
${before}
const stir = definePass({ name: "stir", anchor: "tea", ${pass || "runOnOperation() {}"} });
export default definePlugin({ passes: [stir], setup(b, environment) { const { hooks } = environment; const session = sessionHooks(environment); b.addAfter("boil", stir); ${setup} } });
`;

const framework = (ir: string, pipeline = ""): string => `import { defineFramework, definePass } from "@passwright/sdk";
import kettle from "kettle";
const seen = definePass({ name: "seen", anchor: "tea", runOnOperation() {} });
export default defineFramework({ name: "pot", ir: { ...kettle.ir, ${ir} }, anchor: "menu", passes: [seen], pipeline(b) { ${pipeline} b.nest("tea").addPass(seen); } });
`;

const withPlugin = (text: string): { readonly [path: string]: string } => ({
  "passwright.config.yaml": "framework: kettle\nplugins: [./bad.js]\n",
  "bad.js": text,
});
const withFramework = (text: string): { readonly [path: string]: string } => ({
  "passwright.config.yaml": "framework: ./bad.js\n",
  "bad.js": text,
});

/**
 * Positions at which third-party code runs. Each entry contains the files of a project in which this code throws, and a
 * name that the error must contain.
 */
const PLACES: { readonly [title: string]: readonly [files: { readonly [path: string]: string }, blamed: string] } = {
  "a config at import": [{ "passwright.config.js": `${THROW}\n` }, "passwright.config.js"],
  "a getter of a config": [
    { "passwright.config.js": `export default { get framework() { ${THROW} } };\n` },
    "passwright.config.js",
  ],
  "a framework at import": [withFramework(`${THROW}\n`), "./bad.js"],
  "a getter of a framework": [
    withFramework(framework("").replace("defineFramework({", `defineFramework({ get hooks() { ${THROW} },`)),
    "./bad.js",
  ],
  "the pipeline of a framework": [withFramework(framework("", THROW)), "./bad.js"],
  "a plugin at import": [withPlugin(`${THROW}\n`), "./bad.js"],
  "a plugin after an await": [withPlugin(`await null;\n${THROW}\n`), "./bad.js"],
  "a setup": [withPlugin(plugin(THROW)), "./bad.js"],
  "a pass": [withPlugin(plugin("", `runOnOperation() { ${THROW} }`)), "stir"],
  "an asynchronous pass": [withPlugin(plugin("", `async runOnOperation() { await null; ${THROW} }`)), "stir"],
  "the initialization of a pass": [
    withPlugin(plugin("", `create: () => ({ initialize() { ${THROW} }, runOnOperation() {} })`)),
    "stir",
  ],
  "the creation of a pass": [withPlugin(plugin("", `create() { ${THROW} }`)), "stir"],
  "a tap of a framework's hook": [withPlugin(plugin(`hooks.boiled.tap("bad", () => { ${THROW} });`)), "./bad.js"],
  "a tap on planning": [withPlugin(plugin(`session.planned.tap("bad", () => { ${THROW} });`)), "./bad.js"],
  "a tap on running": [withPlugin(plugin(`session.beforeRun.tap("bad", () => { ${THROW} });`)), "./bad.js"],
  "a tap after running": [withPlugin(plugin(`session.afterRun.tap("bad", () => { ${THROW} });`)), "./bad.js"],
  "`load` of an IR": [withFramework(framework(`async load() { ${THROW} }`)), "pot"],
  "`parse` of an IR": [withFramework(framework(`parse() { ${THROW} }`)), "pot"],
  "`print` of an IR": [withFramework(framework(`print() { ${THROW} }`)), "pot"],
  "`verify` of an IR": [withFramework(framework(`verify() { ${THROW} }`)), "pot"],
  "`collectNested` of an IR": [withFramework(framework(`collectNested() { ${THROW} }`)), "pot"],
  "`parentOf` of an IR": [withFramework(framework(`nameOf() { ${THROW} }`)), "pot"],
};

/**
 * Returns the values to throw at a position: all values at the long level, otherwise every fourth value, with different
 * values for neighboring positions.
 */
function valuesFor(place: number): readonly (readonly [string, (typeof VALUES)[string]])[] {
  const step = testLevel() === "long" ? 1 : 4;
  return Object.entries(VALUES).filter((_, index) => (index + place) % step === 0);
}

describe("exceptions of plugins, frameworks and configs", () => {
  const scope = globalThis as { thrownByTest?: unknown };
  afterEach(() => delete scope.thrownByTest);

  for (const [place, [title, [files, blamed]]] of Object.entries(PLACES).entries()) {
    it(`is reported as theirs: ${title}`, async () => {
      for (const [value, [make, text]] of valuesFor(place)) {
        scope.thrownByTest = make();
        const cwd = makeProject({ "in.txt": "tea\n", ...files }, ["kettle"]);
        // oxlint-disable-next-line no-await-in-loop -- the value is global
        const outcome = await runProgram(main, ["run", "in.txt"], { cwd });
        const shown = outcomeText(outcome);
        expect(outcome.code, `${value}: ${shown}`).to.equal(1);
        expect(outcome.err, value).to.contain(blamed).and.not.to.contain("PWR0001");
        if (typeof text === "string") expect(outcome.err, value).to.contain(text);
        else expect(outcome.err, value).to.match(text);
        expect(outcome.err.length, value).to.be.lessThan(6000);
        // oxlint-disable-next-line no-await-in-loop -- the value is global
        const debug = await runProgram(main, ["run", "in.txt", "--debug"], {
          cwd: makeProject({ "in.txt": "tea\n", ...files }, ["kettle"]),
        });
        expect(debug.code, value).to.equal(1);
      }
    });
  }
});
