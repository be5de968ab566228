import { renderDiagnostic } from "@passwright/core";
import type { NamedPipeline } from "@passwright/core";
import { assemble, defineFramework, defineIr, definePass, definePlugin, int, list, pipeline } from "@passwright/sdk";
import type { AssembleOptions, OpPassManager, PassManagerBuilder } from "@passwright/sdk";
import { expect } from "chai";

interface Node {
  readonly name: string;
  readonly inside: Node[];
}

const doc = defineIr<Node>({ name: "doc", root: "doc", nameOf: ({ name }) => name, childrenOf: "inside" });

/** Passes that ran, in order. */
const ran: string[] = [];

const pass = (name: string, anchor?: string) =>
  definePass({
    name,
    ...(anchor === undefined ? {} : { anchor }),
    options: { size: int(1, "") },
    runOnOperation: (node: Node, { options: { size } }) => void ran.push(`${name}(${node.name},${size})`),
  });

const trim = pass("trim");
const join = pass("join", "doc");
const repeat = definePass({
  name: "repeat",
  options: { inner: pipeline("", "what is repeated"), all: list(pipeline("any(trim)", ""), "more of it") },
  create({ inner }) {
    let manager: OpPassManager<Node> | undefined;
    return {
      initialize(context) {
        const parsed = context.parsePipeline(inner);
        if (parsed.ok) manager = parsed.manager as OpPassManager<Node>;
        return parsed.ok ? undefined : parsed.diagnostic;
      },
      runOnOperation(node: Node, context) {
        if (manager !== undefined) context.runPipeline(manager, node);
      },
    };
  },
});

/**
 * Pipeline with passes on the root and on paragraphs, and with a pass in an op-agnostic manager if `any` is not zero.
 */
const tidy: NamedPipeline<Node> = {
  name: "tidy",
  summary: "tidies up",
  options: { size: int(4, "how much"), any: int(0, "how often") },
  build(manager, { size, any }) {
    manager.addPass(join);
    manager.nest("p").addPass(trim, { size: size as number });
    for (let round = 0; round < (any as number); round++) manager.nestAny().addPass(trim);
  },
};

const tidier = definePlugin({ name: "tidier", pipelines: [tidy as never], passes: [] });

const frame = (build: (b: PassManagerBuilder<Node>) => void, more: object = {}) =>
  defineFramework({
    name: "press",
    ir: doc,
    anchor: "doc",
    nesting: "direct",
    passes: [trim, repeat],
    pipeline: (b: PassManagerBuilder<Node>) => build(b),
    ...more,
  });

const plain = frame((b) => void b.addPass("trim"));

/** Returns the plan or the errors, and the passes that ran. */
function tried(framework: ReturnType<typeof frame>, options: AssembleOptions<never> = {}): string {
  const assembly = assemble(framework, options as never);
  const told = assembly.diagnostics.map(renderDiagnostic).join("\n");
  if (assembly.plan === undefined) return told;
  ran.length = 0;
  const root: Node = { name: "doc", inside: [{ name: "p", inside: [] }] };
  const result = assembly.run(root as never);
  const wrong = result.diagnostics.map(({ message }) => message);
  return [assembly.text(), ran.join(" "), ...wrong, ...(told === "" ? [] : [told])].join("\n");
}

describe("named pipelines", () => {
  it("are used in the framework's pipeline, with their managers", () => {
    const own = frame(
      (b) => {
        b.addPass("trim");
        b.addPass("tidy", { options: { size: 7, any: 1 } });
      },
      { pipelines: [tidy] },
    );
    expect(tried(own)).to.equal(
      "doc(trim,join,p(trim{size=7}),any(trim))\ntrim(doc,1) join(doc,1) trim(p,7) trim(p,1)",
    );
    const nested = frame((b) => void b.nest("**p").addPass("tidy"), { pipelines: [tidy] });
    expect(tried(nested)).to.contain("PWC0204").and.to.contain("'join'");
    const around = frame(
      (b) => {
        b.addPass("trim");
        b.addPass("flat", { anchor: "p" });
      },
      { pipelines: [{ name: "flat", summary: "", build: (m: OpPassManager<Node>) => void m.addPass(trim) }] },
    );
    expect(tried(around)).to.equal("doc(trim,p(trim))\ntrim(doc,1) trim(p,1)");
  });

  it("of plugins are used by the framework, configs, bundles and other plugins, with options", () => {
    const plugins = [tidier] as never;
    const expected = "doc(join,p(trim),trim)\njoin(doc,1) trim(p,4) trim(doc,1)".replace("trim)", "trim{size=4})");
    expect(tried(plain, { plugins, insert: [{ pass: "tidy", before: "trim" }] as never })).to.equal(expected);
    const other = definePlugin({ name: "other", passes: [], setup: (b) => void b.addBefore("trim", "tidy") });
    expect(tried(plain, { plugins: [tidier, other] as never })).to.equal(expected);
    const data = definePlugin({ name: "data", passes: [], insert: [{ pass: "tidy", before: "trim" }] });
    expect(tried(plain, { plugins: [data, tidier] as never })).to.equal(expected);
    const sized = { pass: "tidy", end: true, options: { size: 9 } };
    expect(tried(plain, { plugins, insert: [sized] as never })).to.equal(
      "doc(trim,join,p(trim{size=9}))\ntrim(doc,1) join(doc,1) trim(p,9)",
    );
    const bundles = { set: ["trim", { pass: "tidy", options: { size: 2 } }] };
    expect(tried(plain, { plugins, bundles, insert: [{ bundle: "set", before: "trim" }] as never })).to.equal(
      "doc(trim,join,p(trim{size=2}),trim)\ntrim(doc,1) join(doc,1) trim(p,2) trim(doc,1)",
    );
    const framework = frame((b) => void b.addPass("tidy"));
    expect(tried(framework, { plugins })).to.equal("doc(join,p(trim{size=4}))\njoin(doc,1) trim(p,4)");
    const first = frame((b) => {
      b.addPass("trim");
      b.addBefore("trim", "tidy", { options: { size: 3 } });
    });
    expect(tried(first, { plugins })).to.contain("doc(join,p(trim{size=3}),trim)");
  });

  it("give the same plan for any load order of plugins", () => {
    const uses = definePlugin({ name: "uses", passes: [], setup: (b) => void b.addBefore("trim", "tidy") });
    const names = definePlugin({ name: "names", passes: [], setup: (b) => void b.addAfter("trim", "join") });
    const texts = [
      [tidier, uses, names],
      [names, uses, tidier],
    ].map((plugins) => tried(plain, { plugins: plugins as never }));
    expect(texts[0]).to.equal(texts[1]);
  });

  it("are positions for other steps, by the name of the pipeline", () => {
    const own = frame((b) => void b.addPass("tidy"), { pipelines: [tidy] });
    expect(tried(own, { insert: [{ pass: "trim", before: "tidy" }] as never })).to.contain(
      "doc(trim,join,p(trim{size=4}))",
    );
  });

  it("can be named in options that are pipelines", () => {
    const insert = [{ pass: "repeat", end: true, options: { inner: "doc(tidy{size=5})" } }] as never;
    expect(tried(plain, { plugins: [tidier] as never, insert })).to.equal(
      "doc(trim,repeat{inner=doc(tidy{size=5})})\ntrim(doc,1) join(doc,1) trim(p,5)",
    );
  });

  it("are refused with options that they do not accept", () => {
    const plugins = [tidier] as never;
    expect(tried(plain, { plugins, insert: [{ pass: "tidy", end: true, options: { sise: 1 } }] as never })).to.equal(
      [
        "error[PWL0405]: options of pass `tidy`: unknown option `sise`",
        "  --> plugin program",
        "help: did you mean `size`?",
      ]
        .filter((line) => !line.includes("plugin program"))
        .join("\n"),
    );
    const wrong = definePlugin({
      name: "wrong",
      passes: [],
      setup: (b) => void b.addPass("tidy", { options: { size: "x" } }),
    });
    expect(tried(plain, { plugins: [tidier, wrong] as never })).to.contain(
      "error[PWB0303]: options of `tidy`: option `size`",
    );
  });

  it("are refused as replacements, and if a bundle cannot contain them", () => {
    const insert = [{ pass: "tidy", end: true, options: { any: 1 } }] as never;
    expect(tried(plain, { plugins: [tidier] as never, insert })).to.contain(
      "error[PWB0306]: named pipeline `tidy` contains `any(…)`, so it cannot be inserted as a bundle",
    );
    const replaces = definePlugin({ name: "new", passes: [], setup: (b) => void b.replace("trim", "tidy") });
    expect(tried(plain, { plugins: [tidier, replaces] as never })).to.contain(
      "`replace`: named pipeline `tidy` cannot replace a step",
    );
  });

  it("are refused if a pass or another pipeline has their name", () => {
    const twin = definePlugin({ name: "twin", passes: [], pipelines: [{ ...tidy } as never] });
    const clash = (plugins: readonly unknown[]): string => tried(plain, { plugins: plugins as never });
    expect(clash([twin, tidier])).to.equal(
      [
        "error[PWB0001]: `tidy` is the name of two different things",
        "   = defined as a named pipeline of tidier",
        "   = defined as a named pipeline of twin",
        "help: remove or rename one of these definitions",
      ].join("\n"),
    );
    expect(clash([tidier, definePlugin({ name: "also", passes: [], pipelines: [tidy as never] })])).to.contain("doc(");
    const named = definePlugin({ name: "named", passes: [pass("tidy")] });
    expect(clash([tidier, named]))
      .to.contain("defined as a pass of named")
      .and.to.contain("a named pipeline of tidier");
    const hidden = definePlugin({ name: "odd", passes: [], pipelines: [{ ...tidy, name: "a b" } as never] });
    expect(clash([hidden])).to.contain("error[PWC0302]: named pipeline `a b`");
  });

  it("are named in the error if their code throws", () => {
    const build = (): never => {
      throw new Error("no paper");
    };
    const bad = definePlugin({ name: "bad", passes: [], pipelines: [{ name: "jam", summary: "", build }] });
    expect(tried(plain, { plugins: [bad] as never, insert: [{ pass: "jam", end: true }] as never })).to.contain(
      "error[PWC0207]: `jam` threw while it was added to a pipeline: Error: no paper\n  --> plugin bad\n",
    );
    const own = { ...plain, pipelines: [{ name: "jam", summary: "", build }] };
    expect(tried(own as never, { insert: [{ pass: "jam", end: true }] as never })).to.contain(
      `error[PWC0207]: \`jam\` threw while it was added to a pipeline: Error: no paper\n  --> framework ${plain.name}\n`,
    );
  });

  it("are refused if their code is asynchronous", async () => {
    const build = async (manager: OpPassManager<Node>): Promise<void> => {
      manager.addPass(trim);
      await Promise.resolve();
      throw new Error("late");
    };
    const late = definePlugin({ name: "late", pipelines: [{ name: "slow", summary: "", build: build as never }] });
    expect(tried(plain, { plugins: [late] as never, insert: [{ pass: "slow", end: true }] as never })).to.equal(
      `error[PWC0207]: \`slow\` returned a promise while it was added to a pipeline
  --> plugin late
help: report this to the author of late`,
    );
    await new Promise((done) => setTimeout(done));
  });
});

describe("options that are pipelines", () => {
  const insert = (options: object): string =>
    tried(plain, { insert: [{ pass: "repeat", end: true, options }] as never });

  it("are refused by planning, with the position in their text", () => {
    expect(insert({ inner: "doc(trim, trimm)" })).to.equal(
      [
        "error[PWL0405]: options of pass `repeat`: option `inner` is not a pipeline: 'trimm' does not refer to a registered pass or pass pipeline",
        "   = position of the error: column 7 after the `(` of the pipeline",
        "help: did you mean `trim`?",
      ].join("\n"),
    );
    expect(insert({ all: ["any(trim{size=x})"] })).to.contain("'x' value invalid for integer argument!");
    expect(insert({ inner: "p(join)" })).to.contain("'join' does not refer to a registered pass");
  });

  it("are also refused in calls of code", () => {
    const code = frame((b) => void b.addPass("repeat", { options: { inner: "doc(trimm)" } }));
    expect(tried(code)).to.contain(
      "error[PWB0402]: options of `repeat`: option `inner` is not a pipeline: 'trimm' does not refer",
    );
    const set = [{ set: "repeat", options: { inner: "doc(trimm)" } }] as never;
    const right = frame((b) => void b.addPass("repeat", { options: { inner: "doc(trim)" } }));
    expect(tried(right, { overrides: set })).to.contain("'trimm' does not refer to a registered pass");
    expect(tried(right)).to.equal("doc(repeat{inner=doc(trim)})\ntrim(doc,1)");
  });
});

describe("options that a pass refuses", () => {
  const picky = definePass({
    name: "picky",
    options: { least: int(0, ""), most: int(9, "") },
    checkOptions: ({ least, most }) =>
      least <= most
        ? undefined
        : { code: "PRS0001", severity: "error", message: `${least} is more than ${most}`, help: ["swap them"] },
    runOnOperation: (_node: Node) => {},
  });

  it("are refused by planning", () => {
    const more = { passes: [trim, picky] };
    const wrong = { pass: "picky", end: true, options: { least: 7, most: 3 } };
    expect(
      tried(
        frame((b) => void b.addPass("trim"), more),
        { insert: [wrong] as never },
      ),
    ).to.equal(
      ["error[PWB0402]: options of `picky`: 7 is more than 3", "  --> step program::picky", "help: swap them"].join(
        "\n",
      ),
    );
    const code = frame((b) => void b.addPass(picky, { options: { least: 11 } }), more);
    expect(tried(code)).to.contain("options of `picky`: 11 is more than 9");
  });

  it("are refused by planning if `checkOptions` throws an exception or returns a promise", () => {
    const throwing = definePass({
      name: "throwing",
      checkOptions() {
        throw new Error("no scale");
      },
      runOnOperation: (_node: Node) => {},
    });
    expect(tried(frame((b) => void b.addPass(throwing), { passes: [trim, throwing] }))).to.equal(
      `error[PWB0402]: options of \`throwing\`: \`checkOptions\` threw an exception: Error: no scale
  --> framework press, step throwing
help: report the problem to the author of the pass`,
    );
    const checkOptions = (): never => Promise.reject(new Error("late")) as never;
    const late = definePass({ name: "late", checkOptions, runOnOperation: (_node: Node) => {} });
    expect(tried(frame((b) => void b.addPass(late), { passes: [trim, late] }))).to.equal(
      `error[PWB0402]: options of \`late\`: \`checkOptions\` returned a promise
  --> framework press, step late
help: make \`checkOptions\` synchronous`,
    );
  });
});
