import {
  defineAnalysis,
  bool,
  defineConversion,
  defineGroup,
  definePass,
  int,
  isPassDefinition,
  list,
  oneOf,
  OpPassManager,
  string,
} from "@passwright/core";
import { expect } from "chai";
import type { Item } from "./toy-ir.ts";
import { describeThrow } from "./trace.ts";

const file = definePass({
  name: "file-away",
  summary: "puts things away",
  anchor: "drawer",
  preserves: ["toy/size"],
  options: {
    depth: int(2, "how deep"),
    order: oneOf(["label", "date"], "label", "by what"),
    skip: list(string("", ""), "labels to leave out"),
    quiet: bool(false, "say nothing"),
  },
  statistics: { filed: "items put away", lost: "items not found" },
  runOnOperation(_op: Item, pass) {
    const { depth, order, skip, quiet } = pass.options;
    // Tests the types: these lines must compile, and the lines with `@ts-expect-error` must not.
    const typed: readonly [number, "label" | "date", readonly string[], boolean] = [depth, order, skip, quiet];
    pass.statistics.filed.add(typed.length);
    // @ts-expect-error the option does not exist
    void pass.options.deepness;
    // @ts-expect-error the statistic does not exist
    void pass.statistics.found;
    // @ts-expect-error a number is not a string
    const wrong: string = pass.options.depth;
    void wrong;
  },
});

const plain = definePass({
  name: "plain",
  runOnOperation(_op: Item, pass) {
    // @ts-expect-error the pass does not have options
    void pass.options.depth;
    // @ts-expect-error the pass does not have statistics
    void pass.statistics.filed;
  },
});

/** Never called: contains code that must not compile. */
export function doesNotCompile(): void {
  const manager = new OpPassManager<Item>();
  manager.addPass(file, { depth: 3 });
  // @ts-expect-error the option does not exist
  manager.addPass(file, { deepness: 3 });
  // @ts-expect-error a string is not a number
  manager.addPass(file, { depth: "3" });
  // @ts-expect-error `size` is not one of the words
  file.create({ order: "size" });
  // @ts-expect-error the option does not exist
  file.create({ dept: 3 });
  // @ts-expect-error the pass does not have options
  plain.create({ depth: 3 });
  // @ts-expect-error the default is not one of the words
  oneOf(["a", "b"], "c", "");
  // @ts-expect-error a pass has either a body or a function that makes bodies
  definePass({ name: "both", runOnOperation: () => {}, create: () => ({ runOnOperation: () => {} }) });
  // @ts-expect-error the function that makes bodies also makes `initialize`
  definePass({ name: "both", initialize: () => undefined, create: () => ({ runOnOperation: () => {} }) });
  // @ts-expect-error an analysis is synchronous
  defineAnalysis({ name: "toy/slow", compute: async () => 1 });
  // @ts-expect-error a pass needs code
  definePass({ name: "empty" });
  // @ts-expect-error the pass runs on operations of a different type
  new OpPassManager<{ readonly wheels: number }>().addPass(plain);
}

describe("definePass", () => {
  it("separates the declaration, which is data, from the code", () => {
    expect(JSON.parse(JSON.stringify(file.declaration))).to.deep.equal({
      name: "file-away",
      summary: "puts things away",
      anchor: "drawer",
      preserves: ["toy/size"],
    });
  });

  it("makes passes from typed options", () => {
    const pass = file.create({ order: "date", skip: ["a"] });
    expect(JSON.stringify([pass.options.values, [...pass.options.given]])).to.equal(
      '[{"depth":2,"order":"date","skip":["a"],"quiet":false},["order","skip"]]',
    );
  });

  it("gives every instance its own statistics", () => {
    const [first, second] = [file.create(), file.create()];
    first.statistics["filed"]?.add();
    expect([first, second, first.clone()].map((pass) => pass.statistics["filed"]?.value).join(" ")).to.equal("1 0 0");
  });

  it("gives every instance its own body with `create`, which gets its options", () => {
    const counter = definePass({
      name: "counter",
      options: { start: int(0, "first number") },
      create(options) {
        let next = options.start;
        return { runOnOperation: (_op: Item) => void next++, initialize: () => ({ next }) as never };
      },
    });
    const [first, second] = [counter.create({ start: 5 }), counter.create()];
    for (let i = 0; i < 3; i++) void first.body.runOnOperation(undefined as never, undefined as never);
    const numbers = [first, second, first.clone()].map(
      (pass) =>
        (
          pass.body.initialize?.({ options: {}, parsePipeline: undefined as never, print: () => undefined }) as
            { next: number } | undefined
        )?.next,
    );
    expect(numbers.join(" ")).to.equal("8 0 5");
  });

  it("recognizes definitions by their brand", () => {
    const others = [undefined, null, 1, {}, file.create(), () => undefined];
    expect([file, ...others].map((value) => isPassDefinition(value)).join(" ")).to.equal(
      "true false false false false false false",
    );
  });

  it("freezes its result", () => {
    const pass = file.create({ skip: ["a"] });
    const frozen = [file, file.declaration, pass.options.values, pass.options.values["skip"]];
    expect(frozen.map((value) => Object.isFrozen(value)).join(" ")).to.equal("true true true true");
  });

  it("refuses a name that the text of a pipeline cannot hold", () => {
    const names = ["a b", "a(", "-a", "a,b", "ä", 7].map((name) => {
      const [first = ""] = describeThrow(() =>
        definePass({ name: name as string, runOnOperation: (_op: Item) => undefined }),
      ).split("\n");
      return first;
    });
    const whole = describeThrow(() => definePass({ name: "tile loops", runOnOperation: (_op: Item) => undefined }));
    expect([whole, ...names].join("\n")).to.equal(
      [
        "error[PWC0101]: `tile loops` cannot be the name of a pass",
        "   = a name starts with a letter or digit and continues with letters, digits, `-`, `_` and `.`",
        "help: use a kebab-case name, for example `tile-loops`",
        "error[PWC0101]: `a b` cannot be the name of a pass",
        "error[PWC0101]: `a(` cannot be the name of a pass",
        "error[PWC0101]: `-a` cannot be the name of a pass",
        "error[PWC0101]: `a,b` cannot be the name of a pass",
        "error[PWC0101]: `ä` cannot be the name of a pass",
        "error[PWC0101]: `7` cannot be the name of a pass",
      ].join("\n"),
    );
  });

  it("refuses a missing or empty name", () => {
    for (const name of [undefined, ""] as string[])
      expect(describeThrow(() => definePass({ name, runOnOperation: (_op: Item) => undefined }))).to.equal(
        'error[PWC0101]: the pass does not have a name\nhelp: set the name, for example `name: "tile-loops"`',
      );
  });

  it("refuses unknown options and invalid values", () => {
    const attempts: readonly unknown[] = [
      { deep: 1 },
      { depth: "3" },
      { depth: 2 ** 40 },
      { depth: 1.5 },
      { order: "size" },
      { skip: "a" },
      { skip: [1n] },
      { quiet: 1 },
      { skip: ["a}"] },
      { toString: 1 },
    ];
    const texts = attempts.map((options) => describeThrow(() => file.create(options as never)).split("\n")[0]);
    const whole = [file, plain].map((pass) => describeThrow(() => pass.create({ deep: 3 } as never)));
    expect([...whole, ...texts].join("\n")).to.equal(
      [
        "error[PWC0102]: pass `file-away`: unknown option `deep`",
        "help: use an option of `file-away`: depth, order, quiet, skip",
        "error[PWC0102]: pass `plain`: unknown option `deep`",
        "help: remove the options, because `plain` has none",
        "error[PWC0102]: pass `file-away`: unknown option `deep`",
        'error[PWC0102]: pass `file-away`: option `depth` must be a whole number from -2147483648 to 2147483647, not "3"',
        "error[PWC0102]: pass `file-away`: option `depth` must be a whole number from -2147483648 to 2147483647, not 1099511627776",
        "error[PWC0102]: pass `file-away`: option `depth` must be a whole number from -2147483648 to 2147483647, not 1.5",
        'error[PWC0102]: pass `file-away`: option `order` must be one of label, date, not "size"',
        'error[PWC0102]: pass `file-away`: option `skip` must be a list; each element must be a string, not "a"',
        'error[PWC0102]: pass `file-away`: option `skip` must be a list; each element must be a string, not ["1n"]',
        "error[PWC0102]: pass `file-away`: option `quiet` must be true or false, not 1",
        'error[PWC0102]: pass `file-away`: the text of a pipeline cannot contain ["a}"]: braces must be balanced, and spaces are not allowed at the ends',
        "error[PWC0102]: pass `file-away`: unknown option `toString`",
      ].join("\n"),
    );
  });

  it("treats an option that is `undefined` as unset", () => {
    const pass = file.create({ depth: undefined } as never);
    expect(`${String(pass.options.values["depth"])} ${pass.options.given.size}`).to.equal("2 0");
  });

  it("is not affected if the caller changes a list afterwards", () => {
    const skip = ["a"];
    const pass = file.create({ skip });
    skip.push("b");
    expect(pass.options.values["skip"]).to.deep.equal(["a"]);
  });

  it("refuses a table of options that the text of a pipeline cannot hold", () => {
    const run = (_op: Item): undefined => undefined;
    const attempts = [
      () => definePass({ name: "tile", options: { "tile size": int(0, "") }, runOnOperation: run }),
      () => definePass({ name: "tile", options: { "a=": int(0, "") }, runOnOperation: run }),
      () => definePass({ name: "tile", options: { a: string(" ", "") }, runOnOperation: run }),
      () => definePass({ name: "tile", options: { a: int(9, "", { max: 8 }) }, runOnOperation: run }),
    ];
    const texts = attempts.map((attempt) => describeThrow(attempt).split("\n"));
    expect([...(texts[0] ?? []), ...texts.slice(1).map(([first]) => first)].join("\n")).to.equal(
      [
        "error[PWC0103]: pass `tile`: `tile size` cannot be the name of an option",
        "help: use names and defaults that can be written as `name=value` in a pipeline",
        "error[PWC0103]: pass `tile`: `a=` cannot be the name of an option",
        'error[PWC0103]: pass `tile`: the default of option `a`: the text of a pipeline cannot contain " ": braces must be balanced, and spaces are not allowed at the ends',
        "error[PWC0103]: pass `tile`: the default of option `a` must be a whole number from -2147483648 to 8, not 9",
      ].join("\n"),
    );
  });

  it("refuses mistyped keys and values of the wrong type, which JavaScript can pass", () => {
    const run = (_op: Item): undefined => undefined;
    const attempts: object[] = [
      { anchr: "item" },
      { colour: "red" },
      { Types: ["Lowering"] },
      { types: [undefined] },
      { provides: [""] },
      { types: "Lowering" },
      { anchor: 3 },
      { requires: ["tidy", "sorted"], forbids: ["sorted"] },
      { idempotent: "yes" },
      { deterministic: 0 },
      { reads: { file: ["names.json"] } },
      { reads: { files: "names.json" } },
      { options: { limit: { type: "integer", default: -1 } } },
    ];
    const texts = attempts.map((more) =>
      describeThrow(() => definePass({ name: "fold", runOnOperation: run, ...more } as never)),
    );
    expect(texts.join("\n")).to.equal(
      [
        "error[PWC0105]: pass `fold`: unknown key `anchr`; did you mean `anchor`?",
        "help: correct the definition",
        "error[PWC0105]: pass `fold`: unknown key `colour`",
        "help: correct the definition",
        "error[PWC0105]: pass `fold`: unknown key `Types`; did you mean `types`?",
        "help: correct the definition",
        "error[PWC0105]: pass `fold`: `types[0]` must be a non-empty string, not undefined",
        "help: write `types: [PassType.Lowering]`, or the name of your own type",
        'error[PWC0105]: pass `fold`: `provides[0]` must be a non-empty string, not ""',
        "help: correct the definition",
        'error[PWC0105]: pass `fold`: `types` must be a list, not "Lowering"',
        "help: write `types: [PassType.Lowering]`, or the name of your own type",
        "error[PWC0105]: pass `fold`: `anchor` must be a non-empty string, not 3",
        "help: correct the definition",
        "error[PWC0105]: pass `fold`: `requires` and `forbids` contain `sorted`",
        "help: remove the name from one of the lists",
        'error[PWC0105]: pass `fold`: `idempotent` must be true or false, not "yes"',
        "help: correct the definition",
        "error[PWC0105]: pass `fold`: `deterministic` must be true or false, not 0",
        "help: correct the definition",
        "error[PWC0105]: pass `fold`: unknown key `reads.file`; did you mean `reads.files`?",
        "help: correct the definition",
        'error[PWC0105]: pass `fold`: `reads.files` must be a list, not "names.json"',
        "help: correct the definition",
        'error[PWC0103]: pass `fold`: the value of option `limit` is not an option: write `limit: int(3, "what it is for")`, or bool, string, float, oneOf, list',
        "help: use names and defaults that can be written as `name=value` in a pipeline",
      ].join("\n"),
    );
  });

  it("refuses anchors with the prefix of managers that run at every depth", () => {
    expect(() => definePass({ name: "fold", anchor: "**path", runOnOperation() {} })).to.throw(
      'pass `fold`: `anchor` must be the name of an operation without `**`, not "**path"',
    );
  });

  it("refuses functions that are ignored, because `create` makes the body", () => {
    const create = (): object => ({ runOnOperation: () => undefined });
    const texts = [{ runOnOperation() {} }, { initialize() {} }, { canScheduleOn: () => true }, { batch: {} }].map(
      (more) => describeThrow(() => definePass({ name: "fold", create, ...more } as never)),
    );
    expect(texts.join("\n")).to.equal(
      ["runOnOperation", "initialize", "canScheduleOn", "batch"]
        .flatMap((key) => [
          `error[PWC0105]: pass \`fold\`: \`${key}\` is ignored, because \`create\` makes the body`,
          `help: remove \`${key}\`, or move it into the object that \`create\` returns`,
        ])
        .join("\n"),
    );
  });

  it("refuses placeholders in `reads` that are not options", () => {
    const define = (reads: object, options: object = { table: string("a", "") }): unknown =>
      definePass({ name: "fold", options, reads, runOnOperation: (_op: Item) => undefined } as never);
    const attempts = [
      { files: ["{table}", "data/{tabel}.json"] },
      { environment: ["{table}_{mode}"] },
      { programs: ["{toString}"] },
    ];
    expect(
      [
        ...attempts.map((reads) => describeThrow(() => define(reads))),
        describeThrow(() => define({ files: ["{a}"] }, {})),
      ].join("\n"),
    ).to.equal(
      [
        "error[PWC0105]: pass `fold`: `{tabel}` in `reads.files` is not an option",
        "help: did you mean `table`?",
        "error[PWC0105]: pass `fold`: `{mode}` in `reads.environment` is not an option",
        "help: write the name of an option of the pass in the braces",
        "error[PWC0105]: pass `fold`: `{toString}` in `reads.programs` is not an option",
        "help: write the name of an option of the pass in the braces",
        "error[PWC0105]: pass `fold`: `{a}` in `reads.files` is not an option",
        "help: write the name of an option of the pass in the braces",
      ].join("\n"),
    );
    define({ files: ["{table}.json", "{}", "a}b{"], environment: ["{table}"], programs: ["{table}"] });
  });

  it("refuses functions whose result cannot be used, when the pass is defined or created", () => {
    const body = { runOnOperation() {} };
    const shown = (code: object): string =>
      describeThrow(() => definePass({ name: "fold", ...code } as never).create()).replace("pass `fold`: ", "");
    expect(
      [
        { *runOnOperation() {} },
        { async *runOnOperation() {} },
        { create: () => ({ *runOnOperation() {} }) },
        { create() {} },
        { create: () => ({ runOnOperation: 4 }) },
        { async create() {} },
        { *initialize() {}, ...body },
        { canScheduleOn: async () => false, ...body },
        { worksOn: async () => false, ...body },
      ]
        .map(shown)
        .join("\n"),
    ).to.equal(
      [
        "error[PWC0105]: `runOnOperation` must not be a generator",
        "help: make it an ordinary or async function",
        "error[PWC0105]: `runOnOperation` must not be a generator",
        "help: make it an ordinary or async function",
        "error[PWC0105]: `runOnOperation` must not be a generator",
        "help: make it an ordinary or async function",
        "error[PWC0105]: `create` must return an object with a function `runOnOperation`",
        "help: return `{ runOnOperation(op, pass) { … } }` from `create`",
        "error[PWC0105]: `create` must return an object with a function `runOnOperation`",
        "help: return `{ runOnOperation(op, pass) { … } }` from `create`",
        "error[PWC0105]: `create` must not be async",
        "help: make it a synchronous function",
        "error[PWC0105]: `initialize` must not be a generator",
        "help: make it a synchronous function",
        "error[PWC0105]: `canScheduleOn` must not be async",
        "help: make it a synchronous function",
        "error[PWC0105]: `worksOn` must not be async",
        "help: make it a synchronous function",
      ].join("\n"),
    );
    expect(definePass({ name: "fold", runOnOperation: async () => undefined }).create().declaration.name).to.equal(
      "fold",
    );
  });

  it("refuses generators as the code of conversions and groups", () => {
    const ir = { name: "a", nameOf: () => undefined };
    const convert = function* (): Generator {};
    expect(describeThrow(() => defineConversion({ name: "lower", from: ir, to: ir, convert } as never))).to.equal(
      "error[PWC0105]: pass `lower`: `convert` must not be a generator\nhelp: make it an ordinary or async function",
    );
    expect(describeThrow(() => defineGroup({ name: "all", splits: "report", run: convert } as never))).to.equal(
      "error[PWC0107]: group `all`: `run` must not be a generator\nhelp: make it an ordinary or async function",
    );
  });

  it("refuses a definition without code, which JavaScript can pass", () => {
    expect(describeThrow(() => definePass({ name: "fold" } as never))).to.equal(
      [
        "error[PWC0104]: pass `fold` has no code",
        "help: add `runOnOperation(op, pass)`, or `create(options)` that returns an object with `runOnOperation`",
      ].join("\n"),
    );
  });
});
