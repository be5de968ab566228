import { expect } from "chai";
import { definePass, diagnosticOf, renderDiagnostic, UsageError } from "@passwright/core";
import { ofType, optionsTestedIn, PassManagerBuilder, watchedChoice } from "@passwright/builder";

type Call = (...given: readonly never[]) => unknown;

const because = { reason: "r" };
const pass = definePass({ name: "tile", runOnOperation: (_op: object) => {} });
const origin = { kind: "config", name: "c" } as const;

/** Invalid values that JavaScript code can pass. */
const JUNK: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  NaN,
  7n,
  "",
  " ",
  "a(b",
  "\u001b[31m",
  Symbol("x"),
  [],
  [null],
  [[]],
  ["a", 7],
  {},
  { a: null },
  { name: 7 },
  { pass: "a", type: "b" },
  Object.create(null) as object,
  new Map([["a", 1]]),
  new Date(0),
  () => 7,
  Map,
];

const SETTINGS = [
  "options",
  "types",
  "anchor",
  "when",
  "reason",
  "which",
  "onMissing",
  "kind",
  "place",
  "removable",
  "x",
];
const OPTIONS = [
  "framework",
  "catalogue",
  "sourceOf",
  "choice",
  "properties",
  "cleanups",
  "overrides",
  "retyped",
  "passTypes",
  "nesting",
  "mustBeDeclared",
  "externalPasses",
  "extensionPoints",
  "x",
];

function opened(): PassManagerBuilder {
  const builder = new PassManagerBuilder("any", { framework: { name: "kiln" } });
  builder.addPass("a", { removable: true });
  builder.addExtensionPoint("end");
  return builder;
}

const plugin = (): PassManagerBuilder => opened().forContributor({ kind: "plugin", name: "x" });
const contributor = { kind: "plugin", name: "x" } as const;

/** Every call that checks its arguments, with valid arguments. The tests replace each argument by invalid values. */
const ENTRY_POINTS: { readonly [name: string]: () => readonly [call: unknown, ...given: readonly unknown[]] } = {
  builder: () => [(target: string, options: object) => new PassManagerBuilder(target, options), "any", {}],
  ofType: () => [ofType, "Lowering"],
  forContributor: () => [(one: never, options: never) => opened().forContributor(one, options), contributor, {}],
  guard: () => [
    (name: never, range: never) => plugin().guard(name, range),
    "canonical",
    { from: "a", to: "a", reason: "r" },
  ],
};

function addCalls(): void {
  const views = { plugin, framework: opened };
  for (const [who, view] of Object.entries(views)) {
    const on = (name: keyof PassManagerBuilder, ...given: readonly unknown[]): void => {
      Object.assign(ENTRY_POINTS, {
        [`${name} of the ${who}`]: () => {
          const builder = view();
          return [(...args: readonly never[]) => (builder[name] as unknown as Call).call(builder, ...args), ...given];
        },
      });
    };
    on("addPass", pass, {});
    on("addBundle", "kit", [pass, [pass, {}, "func.func"]], {});
    for (const name of ["addBefore", "addAfter"] as const) on(name, "a", pass, {});
    for (const name of ["addBeforeType", "addAfterType"] as const) on(name, "Lowering", pass, {});
    on("addAt", "end", pass, {});
    on("replace", "a", pass, {});
    on("remove", "a", {});
    on("rule", "a");
    on("when", { target: "gpu" });
    on("nest", "func.func");
    on("nestEverywhere", "path");
    on("addExtensionPoint", "here", { formerly: ["there"] });
    Object.assign(ENTRY_POINTS, {
      [`before of the ${who}`]: () => [
        (target: never, reason: never) => view().rule("a").strong.before(target, reason),
        "a",
        because,
      ],
    });
  }
}
addCalls();

/** Calls a function and returns the text of the usage error that it throws. Fails for any other error. */
function refusal(call: () => unknown, what: string): string | undefined {
  try {
    call();
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof UsageError))
      throw new Error(`${what}: ${String((thrown as Error).stack)}`, { cause: thrown });
    const text = renderDiagnostic(diagnosticOf(thrown) as never);
    // oxlint-disable-next-line no-control-regex -- the pattern matches control characters
    expect(text, what).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(diagnosticOf(thrown)?.help ?? [], what).not.to.deep.equal([]);
    return text;
  }
}

describe("wrong arguments", () => {
  for (const [name, make] of Object.entries(ENTRY_POINTS)) {
    it(`of ${name} are accepted or refused as a usage error`, () => {
      const [, ...valid] = make();
      expect(refusal(() => (make()[0] as Call)(...(valid as never[])), name)?.split("\n")[0] ?? "PWB0301").to.include(
        "PWB0301",
      );
      for (const at of valid.keys()) {
        for (const junk of JUNK) {
          const what = `${name}, argument ${at}: ${JUNK.indexOf(junk)}`;
          refusal(() => (make()[0] as Call)(...(valid.with(at, junk) as never[])), what);
        }
      }
    });
  }

  it("of settings are accepted or refused, and a refusal names the setting", () => {
    const calls = Object.entries(ENTRY_POINTS).filter(([name]) => /^(add|replace|remove)/.test(name));
    for (const [name, make] of calls) {
      for (const setting of SETTINGS) {
        for (const junk of JUNK) {
          const [call, ...valid] = make();
          const what = `${name}, ${setting}: ${JUNK.indexOf(junk)}`;
          const text = refusal(
            () => (call as Call)(...(valid.with(valid.length - 1, { [setting]: junk }) as never[])),
            what,
          );
          if (text !== undefined && !text.includes("PWB0301")) expect(text, what).to.include(`\`${setting}`);
        }
      }
    }
  });

  it("of the constructor's settings are refused with their name, or accepted and resolvable", () => {
    for (const option of OPTIONS) {
      for (const junk of JUNK) {
        // Ignores errors that a valid function argument throws when the builder calls it later.
        if (option === "sourceOf" && typeof junk === "function") continue;
        const what = `${option}: ${JUNK.indexOf(junk)}`;
        const build = (): void => {
          const builder = new PassManagerBuilder("any", { [option]: junk });
          builder.addPass("a");
          builder.forContributor(contributor).addAfter("a", pass);
          builder.resolve();
        };
        const text = refusal(build, what);
        if (text !== undefined) expect(text, what).to.include(`\`${option}`);
      }
    }
  });
});

describe("a setting of another call", () => {
  it("is refused", () => {
    const builder = new PassManagerBuilder("any").forContributor({ kind: "plugin", name: "p" });
    const told = ["which", "onMissing"].map(
      (key) => refusal(() => builder.addPass(pass, { [key]: "first" } as object), key)?.split("\n", 1)[0],
    );
    expect(told).to.deep.equal([
      "error[PWB0305]: `addPass`: unknown key `which`",
      "error[PWB0305]: `addPass`: unknown key `onMissing`",
    ]);
  });
});

describe("a setting of the constructor", () => {
  const told = (options: object): string =>
    refusal(() => new PassManagerBuilder("any", options), JSON.stringify(options)) ?? "accepted";

  it("is reported if it has the wrong shape, with the wrong part", () => {
    expect(told({ passTypes: { Lowering: "lowers" } })).to.equal(
      "error[PWB0305]: `new PassManagerBuilder`: `passTypes` must be a list, not { Lowering }\n" +
        'help: write `new PassManagerBuilder("builtin.module", { framework: { name: "name" } })`',
    );
    const override = "`{ ban }`, `{ pin }`, `{ order }`, `{ overrule }` or `{ set }`, with `origin`";
    const wrong: readonly (readonly [options: object, part: string])[] = [
      [{ framework: "kiln" }, '`framework` must be a plain object, not "kiln"'],
      [{ framework: { version: "1" } }, "`framework.name` must be a non-empty string, not undefined"],
      [{ catalogue: [] }, "`catalogue` must be a PassCatalogue, not an empty list"],
      [{ choice: { levl: "1" } }, "unknown key `choice.levl`; did you mean `choice.level`?"],
      [{ choice: { target: ["gpu"] } }, "`choice.target` must be a string, not a list"],
      [{ properties: { canonical: "fragile" } }, '`properties.canonical` must be a plain object, not "fragile"'],
      [
        { properties: { canonical: { kind: "soft" } } },
        '`properties.canonical.kind` must be "structural" or "fragile", not "soft"',
      ],
      [{ cleanups: "canonicalize" }, '`cleanups` must be a list, not "canonicalize"'],
      [{ cleanups: ["canonicalize", 7] }, "`cleanups[1]` must be a non-empty string, not 7"],
      [{ overrides: [{ ban: "a", origin }, { ban: "a" }] }, `\`overrides[1]\` must be ${override}, not { ban }`],
      [
        { overrides: [{ ban: "a", pin: "a", origin }] },
        `\`overrides[0]\` must be ${override}, not { ban, pin, origin }`,
      ],
      [{ retyped: [{ pass: "a", types: "Lowering", origin }] }, '`retyped[0].types` must be a list, not "Lowering"'],
      [{ mustBeDeclared: "yes" }, '`mustBeDeclared` must be true or false, not "yes"'],
      [{ externalPasses: new Set(["a"]) }, "`externalPasses` must be a list, not an object"],
      [{ extensionPoints: ["end"] }, "`extensionPoints` must be a plain object, not a list"],
      [{ extensionPoints: new Map([["end", {}]]) }, "`extensionPoints` must be a plain object, not an object"],
      [{ choice: { option: new Map([["fast", true]]) } }, "`choice.option` must be a plain object, not an object"],
      [{ choice: Promise.resolve({ target: "gpu" }) }, "`choice` must be a plain object, not an object"],
      [{ extensionPoints: { end: { formerly: "stop" } } }, '`extensionPoints.end.formerly` must be a list, not "stop"'],
      [{ sourceOf: {} }, "`sourceOf` must be a function, or `{ atHand }` with a function, not an object"],
      [{ passtypes: [] }, "unknown key `passtypes`; did you mean `passTypes`?"],
    ];
    for (const [options, part] of wrong)
      expect(told(options), part).to.include(`error[PWB0305]: \`new PassManagerBuilder\`: ${part}`);
  });

  it("is checked without counting options of the choice as tested", () => {
    const choice = { option: { fast: true } };
    void new PassManagerBuilder("any", { choice: watchedChoice(choice) });
    expect([...optionsTestedIn(choice)]).to.deep.equal([]);
  });

  it("is accepted in every valid shape", () => {
    const valid: readonly object[] = [
      { framework: { name: "kiln", version: "1.0.0" } },
      { choice: { target: "gpu", level: "O2", option: { fast: true } } },
      { properties: { canonical: { kind: "fragile", initially: true, doc: "one\ntwo" } } },
      { overrides: [{ order: "a", relation: "before", target: { type: "Lowering" }, origin, reason: "r" }] },
      { overrides: [{ overrule: { pass: "a" }, relation: "afterSome", target: { pass: "b" }, origin, reason: "r" }] },
      {
        overrides: [
          { set: "a", options: { size: 4 }, origin },
          { pin: "a", origin },
        ],
      },
      { retyped: [{ pass: "a", types: ["Lowering"], origin }] },
      { sourceOf: () => undefined },
      { sourceOf: { atHand: () => undefined } },
      { passTypes: undefined },
    ];
    for (const options of valid) expect(told(options)).to.equal("accepted");
  });
});
