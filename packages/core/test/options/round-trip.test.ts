import * as core from "@passwright/core";
import {
  definePass,
  givenOptions,
  list,
  OpPassManager,
  optionTable,
  parseOptionData,
  parseOptions,
  parsePipeline,
  PassRegistry,
  printOptionData,
  printOptions,
  printPipeline,
  printPipelinePretty,
  readPipelinesWith,
  takeOptionData,
  takeOptions,
} from "@passwright/core";
import type { OptionSpecs, PassDefinition } from "@passwright/core";
import { anyText, optionsCase, samples } from "@passwright/development";
import type { OptionKinds } from "@passwright/development";
import { expect } from "chai";
import * as fc from "fast-check";
import type { Item } from "../toy-ir.ts";
import { block } from "../trace.ts";

const kinds = core as unknown as OptionKinds;
const owner = { name: "toy" };
const runOnOperation = (_op: Item): undefined => undefined;
const cse = definePass({ name: "cse", runOnOperation });

function registryWith(...passes: readonly PassDefinition<Item>[]): PassRegistry<Item> {
  const registry = new PassRegistry<Item>();
  for (const pass of [cse, ...passes]) registry.registerPass(pass as PassDefinition<Item>, owner);
  return registry;
}

const read = readPipelinesWith(registryWith());

/**
 * Converts values to JSON and back. JSON preserves neither the sign of zero nor the difference between a missing key
 * and `undefined`.
 */
function viaJson(values: unknown): unknown {
  return JSON.parse(JSON.stringify(values));
}

function hasNegativeZero(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasNegativeZero);
  return Object.is(value, -0);
}

describe("options of every kind", () => {
  /** Runs a check on random options that are accepted, and verifies that enough options are accepted. */
  function each(check: (specs: OptionSpecs, values: { readonly [name: string]: unknown }) => void, runs = 2000): void {
    let accepted = 0;
    fc.assert(
      fc.property(optionsCase(kinds), ({ specs, values }) => {
        if (!takeOptions(specs as OptionSpecs, values, read).ok) return;
        accepted++;
        check(specs as OptionSpecs, values);
      }),
      { numRuns: samples(runs) },
    );
    expect(accepted).to.be.greaterThan(0.4 * samples(runs));
  }

  function taken(specs: OptionSpecs, values: { readonly [name: string]: unknown }): core.OptionValues {
    const result = takeOptions(specs, values, read);
    if (!result.ok) throw new Error(result.problem.message);
    return result.options;
  }

  it("are printed as text that is read as the same values", () => {
    each((specs, values) => {
      const options = taken(specs, values);
      const text = printOptions(specs, options);
      const parsed = parseOptions(specs, text.slice(1, -1), read);
      if (!parsed.ok) throw new Error(`${text}: ${parsed.problem.message}`);
      expect(parsed.options.values).to.deep.equal(options.values);
      expect(printOptions(specs, parsed.options)).to.equal(text);
    });
  });

  it("are printed from data as text that is read as the same values", () => {
    each((specs, values) => {
      const text = printOptionData(values, specs);
      const parsed = parseOptions(specs, text === undefined ? "?" : text.slice(1, -1), read);
      if (!parsed.ok) throw new Error(`${text}: ${parsed.problem.message}`);
      expect(parsed.options.values).to.deep.equal(taken(specs, values).values);
    });
  });

  it("are data that is taken as the same values, through JSON too", () => {
    each((specs, values) => {
      const options = taken(specs, values);
      const given = givenOptions(options);
      expect(taken(specs, given).values).to.deep.equal(options.values);
      expect(printOptions(specs, taken(specs, given))).to.equal(printOptions(specs, options));
      if (hasNegativeZero(values)) return;
      expect(taken(specs, viaJson(given) as typeof given).values).to.deep.equal(options.values);
      // Checks data that contains the values of all options, including defaults.
      expect(taken(specs, viaJson(options.values) as typeof given).values).to.deep.equal(options.values);
    });
  });

  it("read from text are data that prints as the same text", () => {
    each((specs, values) => {
      const text = printOptions(specs, taken(specs, values)).slice(1, -1);
      const data = parseOptionData(specs, text);
      if (!data.ok) throw new Error(data.problem.message);
      expect(printOptions(specs, taken(specs, data.data)).slice(1, -1)).to.equal(text);
    });
  });

  it("keep their text in pipelines, nested ones and those in options too", () => {
    let held = 0;
    each((specs, values) => {
      const pass = definePass({ name: "p", options: specs, runOnOperation }) as unknown as PassDefinition<Item>;
      const holder = definePass({ name: "holder", options: { inner: core.pipeline("", "") }, runOnOperation });
      const registry = registryWith(pass, holder as unknown as PassDefinition<Item>);
      const manager = new OpPassManager<Item>("m");
      manager.addPass(pass.create(values as never));
      manager.nest("f").addPass(pass.create(values as never));
      const text = printPipeline(manager);
      for (const one of [text, printPipelinePretty(manager)]) {
        const parsed = parsePipeline(one, registry);
        if (!parsed.ok) throw new Error(`${one}: ${parsed.diagnostic.message}`);
        const found: unknown[] = [];
        parsed.manager.forEachPass(({ options }) => found.push(options.values));
        const wanted = taken(specs, values).values;
        expect(found).to.deep.equal([wanted, wanted]);
      }
      // An unpaired quote inside an option may prevent parsing of a pipeline.
      if (!takeOptions(holder.options, { inner: text }, readPipelinesWith(registry)).ok) return;
      held++;
      const outer = new OpPassManager<Item>("m").addPass(holder.create({ inner: text }));
      const again = parsePipeline(printPipeline(outer), registry);
      if (!again.ok) throw new Error(again.diagnostic.message);
      // The text of a pipeline in an option contains its passes with all their options.
      const printed = printPipeline(again.manager);
      const once = parsePipeline(printed, registry);
      expect(once.ok && printPipeline(once.manager)).to.equal(printed);
    }, 500);
    expect(held).to.be.greaterThan(0.3 * samples(500));
  });

  it("of named pipelines arrive as they were given", () => {
    each((specs, values) => {
      let arrived: unknown;
      const registry = registryWith();
      const build = (_manager: OpPassManager<Item>, options: unknown): void => void (arrived = options);
      registry.registerPipeline({ name: "all", summary: "", options: specs, build }, owner);
      const text = printOptions(specs, taken(specs, values));
      const parsed = parsePipeline(`m(f(all${text}))`, registry);
      if (!parsed.ok) throw new Error(parsed.diagnostic.message);
      expect(arrived).to.deep.equal(taken(specs, values).values);
    }, 500);
  });
});

describe("options of a pass that is not known", () => {
  const scalar = fc.oneof(anyText, fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }));
  const names = fc.constantFrom("a", "b", "size");
  const table = fc.dictionary(names, fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })), { maxKeys: 2 });
  const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), table, fc.array(table, { maxLength: 3 }));

  it("are printed as text that is read as texts, which print the same", () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.dictionary(names, value, { maxKeys: 3 }), (data) => {
        const taken = takeOptionData(undefined, data);
        if (!taken.ok) return;
        accepted++;
        const text = printOptionData(data) as string;
        const parsed = parseOptionData(undefined, text.slice(1, -1));
        // A list with unpaired quotes is written as several options.
        if (!parsed.ok) return void expect(parsed.problem.message).to.contain("appears twice");
        const again = printOptionData(parsed.data) as string;
        expect(parseOptionData(undefined, again.slice(1, -1))).to.deep.equal(parsed);
      }),
      { numRuns: samples(2000) },
    );
    expect(accepted).to.be.greaterThan(0.3 * samples(2000));
  });

  it("are refused if no text can express them unambiguously", () => {
    const bad: readonly { readonly [name: string]: unknown }[] = [
      { a: null },
      { a: Number.NaN },
      { a: [Infinity] },
      { a: "{" },
      { a: " x" },
      { a: "\ud800" },
      { a: [[1]] },
      { a: [1, {}] },
      { a: new Map() },
      { a: { b: null } },
      { "a b": 1 },
      { a: 1n },
    ];
    const messages = bad.map((data) => {
      const taken = takeOptionData(undefined, data);
      return taken.ok ? "accepted" : taken.problem.message;
    });
    const twice = parseOptionData(undefined, "a=1 b=2 a=3");
    expect([...messages, twice.ok ? "accepted" : twice.problem.message].join("\n")).to.equal(
      [
        ...["null", "NaN", "[null]", '"{"', '" x"', '"\\ud800"', "[[1]]", "[1,{}]", "{}", '{"b":null}'].map(
          (shown) =>
            `option \`a\`: the text of a pipeline cannot contain ${shown}: braces must be balanced, and spaces are not allowed at the ends`,
        ),
        "`a b` cannot be the name of an option",
        'option `a`: the text of a pipeline cannot contain "1n": braces must be balanced, and spaces are not allowed at the ends',
        "option `a` appears twice, but is not known to accept a list",
      ].join("\n"),
    );
  });
});

describe("tables in options", () => {
  const specs: OptionSpecs = {
    tile: optionTable({ sizes: list(core.int(0, ""), ""), order: core.oneOf(["inner", "outer"], "inner", "") }, ""),
    tiles: list(
      optionTable({ threshold: core.int(1, ""), deep: optionTable({ on: core.bool(true, "") }, "") }, ""),
      "",
    ),
  };

  it("get defaults for missing options, from data and from text", () => {
    const fromData = takeOptions(specs, { tile: { sizes: [4] }, tiles: [{ threshold: 2 }, { deep: {} }, {}] });
    const fromText = parseOptions(specs, "tile={sizes=4} tiles={{threshold=2},{deep={}},{}}");
    if (!fromData.ok || !fromText.ok) throw new Error("refused");
    expect(fromData.options.values).to.deep.equal(fromText.options.values);
    expect(fromData.options.values).to.deep.equal({
      tile: { sizes: [4], order: "inner" },
      tiles: [
        { threshold: 2, deep: { on: true } },
        { threshold: 1, deep: { on: true } },
        { threshold: 1, deep: { on: true } },
      ],
    });
    expect(printOptions(specs, fromData.options)).to.equal(printOptions(specs, fromText.options));
    expect(givenOptions(fromData.options)).to.deep.equal({
      tile: { sizes: [4] },
      tiles: [{ threshold: 2 }, { deep: {} }, {}],
    });
  });

  it("do not change when their caller changes the value, and cannot be changed", () => {
    const value = { sizes: [1] };
    const taken = takeOptions(specs, { tile: value });
    value.sizes.push(2);
    const { tile } = (taken.ok ? taken.options.values : {}) as { tile: { sizes: number[] } };
    expect(tile.sizes).to.deep.equal([1]);
    expect(() => tile.sizes.push(3)).to.throw(TypeError);
  });

  it("are refused with the name of the invalid part", () => {
    const bad: readonly { readonly [name: string]: unknown }[] = [
      { tile: { size: 1 } },
      { tile: { sizes: "4" } },
      { tile: 7 },
      { tile: [] },
      { tile: new Map([["sizes", [1]]]) },
      { tiles: { threshold: 1 } },
      { tiles: [{ threshold: 1 }, { deep: { on: 1 } }] },
      // eslint-disable-next-line no-sparse-arrays -- JavaScript callers can pass sparse arrays
      { tiles: [, { threshold: 1 }] },
    ];
    const messages = bad.map((values) => {
      const taken = takeOptions(specs, values);
      return taken.ok ? "accepted" : taken.problem.message;
    });
    expect(messages.join("\n")).to.equal(
      block(`
        option \`tile\`: unknown option \`size\`
        option \`tile\`: option \`sizes\` must be a list; each element must be a whole number from -2147483648 to 2147483647, not "4"
        option \`tile\` must be a table of order, sizes, not 7
        option \`tile\` must be a table of order, sizes, not []
        option \`tile\` must be a table of order, sizes, not {}
        option \`tiles\` must be a list; each element must be a table of deep, threshold, not {"threshold":1}
        option \`tiles\`: option \`deep\`: option \`on\` must be true or false, not 1
        option \`tiles\` must be a list; each element must be a table of deep, threshold, not [null,{"threshold":1}]
      `),
    );
  });
});

describe("an option that is a pipeline", () => {
  it("may be empty if that is its default, and prints what can be parsed", () => {
    const pass = definePass({ name: "p", options: { inner: core.pipeline("", "") }, runOnOperation });
    const registry = registryWith(pass as unknown as PassDefinition<Item>);
    const texts = [undefined, "", "any(cse)"].map((inner) => {
      const manager = new OpPassManager<Item>("m").addPass(pass.create(inner === undefined ? {} : { inner }));
      const parsed = parsePipeline(printPipeline(manager), registry);
      return parsed.ok ? printPipeline(parsed.manager) : parsed.diagnostic.message;
    });
    expect(texts).to.deep.equal(["m(p{inner=})", "m(p{inner=})", "m(p{inner=any(cse)})"]);
  });

  it("is refused where its syntax is wrong, without a registry too", () => {
    const pass = definePass({
      name: "p",
      options: { inner: core.pipeline("any()", ""), all: list(core.pipeline("", ""), "") },
      runOnOperation,
    });
    const messages = [{ inner: "" }, { inner: "cse" }, { inner: "any(cse" }, { all: [""] }, { all: ["any(cse))"] }].map(
      (options) => {
        try {
          pass.create(options);
          return "accepted";
        } catch (thrown) {
          return (thrown as Error).message;
        }
      },
    );
    const unwrapped =
      "is not a pipeline: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'";
    expect(messages.join("\n")).to.equal(
      [
        `pass \`p\`: option \`inner\` ${unwrapped}`,
        `pass \`p\`: option \`inner\` ${unwrapped}`,
        `pass \`p\`: option \`inner\` ${unwrapped}`,
        `pass \`p\`: option \`all\` ${unwrapped}`,
        "pass `p`: option `all` is not a pipeline: encountered extra closing ')' creating unbalanced parentheses while parsing pipeline",
      ].join("\n"),
    );
  });
});
