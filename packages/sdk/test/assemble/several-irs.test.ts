import { expect } from "chai";
import {
  defineConversion,
  definePass,
  defineFramework,
  defineIr,
  definePlugin,
  assemble,
  diff,
  lockOf,
  sliceOf,
} from "@passwright/sdk";
import type { Assembly, PassManagerBuilder, Slice } from "@passwright/sdk";
import { describeDifference, PropertyChecker } from "@passwright/builder";

interface Doc {
  readonly of: string;
  words: string[];
}

/** Makes an IR whose text consists of its name and words, so that each IR has a separate parser and printer. */
function irOf(name: string) {
  return defineIr({
    name,
    root: name,
    parse(text: string): Doc {
      const [first, ...words] = text.split(" ");
      if (first !== `${name}:`) throw new Error(`this is not ${name}`);
      return { of: name, words };
    },
    nameOf: (doc: Doc) => doc.of,
    childrenOf: () => [],
    print: (doc: object) => `${name}: ${(doc as Doc).words.join(" ")}`,
  });
}

const [ast, code, bytes] = [irOf("ast"), irOf("code"), irOf("bytes")];

const conversion = (name: string, from: typeof ast, to: typeof ast, more: object = {}) =>
  defineConversion({
    name,
    ...more,
    from,
    to,
    convert: (doc) => ({ of: to.name, words: [...(doc as Doc).words, name] }),
  });

const saying = (name: string, ir: typeof ast, more: object = {}) =>
  definePass({ name, ir, ...more, runOnOperation: (doc) => void (doc as Doc).words.push(name) });

const generate = conversion("generate", ast, code);
const encode = conversion("encode", code, bytes);

const framework = defineFramework({
  name: "compiler",
  ir: ast,
  passes: [generate, encode],
  pipeline(builder) {
    builder.addPass(saying("fold", ast));
    builder.addPass(generate);
    builder.addPass(saying("indent", code));
    builder.addPass(encode);
    builder.addPass(saying("pad", bytes));
  },
});

const minifier = definePlugin({
  name: "minifier",
  passes: [saying("minify", code)],
  insert: [{ pass: "minify", before: "indent" }],
});

const assembly = assemble(framework, { plugins: [minifier as never] });
const steps = ["fold", "generate", "minifier::minify", "indent", "encode", "pad"];
const full = "bytes: x fold generate minify indent encode pad";

function run(text: string, slice: Slice | undefined = undefined, of: Assembly<never> = assembly as never): string {
  const from = text.slice(0, text.indexOf(":"));
  const root = { of: from, words: text.split(" ").slice(1) };
  const { ok, root: left, diagnostics } = of.run(root as never, slice && { slice: sliceOf(of, slice) });
  return ok ? of.print(left) : diagnostics.map((one) => of.render(one)).join("\n");
}

describe("an assembly with several IRs", () => {
  it("runs slices with the parser and printer of each side; two slices in a row give the result of a whole run", () => {
    expect(run("ast: x")).to.equal(full);
    steps.forEach((until, index) => {
      const between = run("ast: x", { until });
      expect(between.split(":")[0]).to.equal(index < 1 ? "ast" : index < 4 ? "code" : "bytes");
      const next = steps[index + 1];
      expect(next === undefined ? between : run(between, { from: next }), until).to.equal(full);
    });
    expect(run("code: x", { from: "minifier::minify", until: "encode" })).to.equal("bytes: x minify indent encode");
    expect(run("code: x", { from: "indent", until: "indent" })).to.equal("code: x indent");
  });

  it("refuses a slice on an input of another IR", () => {
    expect(run("ast: x", { from: "indent" })).to.match(/^error\[PWC0\d+\]: can't run .*'code'/);
  });

  it("is locked with the IRs, so a conversion to another IR is a difference", () => {
    const other = conversion("encode", code, irOf("base64"));
    const changed = assemble(
      defineFramework({
        name: "compiler",
        ir: ast,
        passes: [generate, other],
        pipeline(builder) {
          builder.addPass(saying("fold", ast));
          builder.addPass(generate);
          builder.addPass(saying("indent", code));
          builder.addPass(other);
        },
      }),
      { plugins: [minifier as never] },
    );
    expect(diff(changed, assembly)).to.include("`encode`: IR after it base64 is now bytes");
    const lock = lockOf(assembly) as unknown as { readonly plan: never };
    expect(describeDifference(JSON.parse(JSON.stringify(lock.plan)) as never, assembly.plan as never)).to.deep.equal(
      [],
    );
    expect(JSON.stringify(lock)).to.contain('"leaves":{"ir":"code","anchor":"code"}');
    const again = assemble(framework, { plugins: [minifier as never] });
    expect(diff(again, assembly)).to.deep.equal([]);
    expect(JSON.stringify(lockOf(again))).to.equal(JSON.stringify(lock));
  });

  it("has the same plan in every order of its plugins, including conversions of plugins", () => {
    const plugins = [
      definePlugin({
        name: "zip",
        passes: [conversion("zip", bytes, irOf("archive"))],
        insert: [{ pass: "zip", end: true }],
      }),
      definePlugin({ name: "sign", passes: [saying("sign", irOf("archive"))], insert: [{ pass: "sign", end: true }] }),
      definePlugin({ name: "hash", passes: [saying("hash", bytes)], insert: [{ pass: "hash", end: true }] }),
      minifier,
    ];
    const texts = new Set<string>();
    for (let turn = 0; turn < plugins.length; turn++) {
      const order = [...plugins.slice(turn), ...plugins.slice(0, turn)];
      for (const one of [order, order.toReversed()]) texts.add(assemble(framework, { plugins: one as never }).text());
    }
    expect([...texts]).to.deep.equal(["ast(fold,generate,minify,indent,encode,pad,hash,zip,sign)"]);
  });

  it("checks declarations of passes on both sides, and does not report properties that a conversion drops", () => {
    const short = (doc: object): string | undefined => ((doc as Doc).words.length < 2 ? undefined : "it is long");
    const liesOf = (more: object): readonly string[] => {
      const one = conversion("generate", ast, code, more);
      const pipeline = (builder: PassManagerBuilder): void => void builder.addPass(one as never);
      const declared = assemble(defineFramework({ name: "compiler", ir: ast, passes: [one], pipeline } as never));
      const manager = declared.passManager();
      const properties = { short: { kind: "structural" } } as const;
      const checker = new PropertyChecker(manager.runningAdapter, declared.work.catalogue, properties, { short });
      manager.addInstrumentation(checker as never);
      manager.run({ of: "ast", words: ["x"] } as never);
      return checker.diagnostics.map(({ message }) => message);
    };
    expect(liesOf({})).to.deep.equal([]);
    expect(liesOf({ preserves: ["short"] })).to.deep.equal([
      "`generate` declares that it preserves property `short`, but `short` does not hold after the pass",
    ]);
  });

  it("returns the new root that a pass left", () => {
    const again = definePass({
      name: "again",
      runOnOperation: (doc, pass) => pass.replaceRoot({ ...doc, words: ["new"] } as Doc),
    });
    const replaced = assemble(framework, { insert: [{ pass: again as never, after: "indent" }] });
    expect(run("ast: x", undefined, replaced as never)).to.equal("bytes: new encode pad");
    const root = { of: "ast", words: [] };
    const slice = sliceOf(replaced, { until: "program::again" });
    expect(replaced.run(root as never, { slice }).root).to.deep.equal({ of: "code", words: ["new"] });
  });
});
