import {
  anyOf,
  bool,
  code,
  codeText,
  definePass,
  givenOptions,
  int,
  jsonText,
  list,
  optional,
  optionTable,
  parseOptions,
  printOptions,
  record,
  string,
  takeOptions,
} from "@passwright/core";
import { expect } from "chai";

const specs = {
  prefix: optional(anyOf([bool(false, ""), string("", ""), code("")], "a prefix")),
  digits: optional(anyOf([int(3, "", { min: 0, max: 20 }), bool(false, "")], "digits, or false")),
};

function take(input: object): object | string {
  const taken = takeOptions(specs, input as { readonly [name: string]: unknown });
  return taken.ok ? taken.options.values : taken.problem.message;
}

describe("options with code", () => {
  it("take functions and regular expressions, and name them by a hash in texts and JSON", () => {
    const prefix = (): string => "a";
    const taken = takeOptions(specs, { prefix });
    if (!taken.ok) throw new Error(taken.problem.message);
    expect(taken.options.values["prefix"]).to.equal(prefix);
    expect(printOptions(specs, taken.options)).to.equal(`{ prefix=${codeText(prefix)}}`);
    expect(codeText(prefix)).to.match(/^function:[0-9a-f]{16}$/);
    expect(codeText(/^#f/i)).to.match(/^regexp:/);
    expect(codeText(/^#f/i)).not.to.equal(codeText(/^#f/));
    expect(jsonText({ prefix, pattern: /x/ })).to.equal(
      `{"prefix":"${codeText(prefix)}","pattern":"${codeText(/x/)}"}`,
    );
  });

  it("accept values of one of several kinds", () => {
    expect(take({ prefix: "icon", digits: false })).to.deep.equal({ prefix: "icon", digits: false });
    expect(take({ prefix: true, digits: 2 })).to.deep.equal({ prefix: true, digits: 2 });
    expect(take({ digits: 99 })).to.equal(
      "option `digits` must be a whole number from 0 to 20, or true or false, not 99",
    );
    expect(take({ prefix: { a: 1 } })).to.equal(
      'option `prefix` must be true or false, or a string, or a function or a regular expression, not {"a":1}',
    );
    const parsed = parseOptions(specs, "digits=false prefix=icon");
    expect(parsed.ok && parsed.options.values).to.deep.equal({ digits: false, prefix: "icon" });
  });

  it("accept lists, tables and maps in place of simpler values, and keep them in texts", () => {
    const some = {
      ids: optional(anyOf([string("", ""), list(string("", ""), "")], "")),
      usage: optional(anyOf([bool(false, ""), optionTable({ tags: bool(true, ""), ids: bool(true, "") }, "")], "")),
      attribute: optional(anyOf([string("", ""), record("")], "")),
      data: record(""),
    };
    const values = [
      { ids: "a" },
      { ids: [] },
      { ids: ["a"] },
      { ids: ['[a="b"]', "c, d"], usage: false },
      { usage: { tags: false } },
      { attribute: { "xml:a": 'b" {c}', d: -0.5, e: true, f: null } },
      { attribute: {}, data: { a: "[" } },
    ];
    for (const input of values) {
      const taken = takeOptions(some, input);
      if (!taken.ok) throw new Error(taken.problem.message);
      const text = printOptions(some, taken.options);
      const parsed = parseOptions(some, text.slice(1, -1));
      expect(parsed.ok && givenOptions(parsed.options), text).to.deep.equal({
        data: {},
        ...givenOptions(taken.options),
      });
    }
    const refusal = (input: object): string | undefined => {
      const taken = takeOptions(some, input as { readonly [name: string]: unknown });
      return taken.ok ? undefined : taken.problem.message;
    };
    expect(refusal({ ids: 5 })).to.equal(
      "option `ids` must be a string, or a list; each element must be a string, not 5",
    );
    expect(refusal({ usage: { tagz: true } })).to.equal("option `usage`: unknown option `tagz`");
    expect(refusal({ data: { a: [1] } })).to.equal(
      'option `data` must be a map of strings, numbers, true, false or null, not {"a":[1]}',
    );
    expect(refusal({ ids: '["a"]' })).to.contain("the text of a pipeline cannot contain");
    const parsed = parseOptions(some, "data=x");
    expect(!parsed.ok && parsed.problem.message).to.equal(
      'must be a map of strings, numbers, true, false or null, not "x"',
    );
  });

  it("refuse text that means another kind, and text in place of code", () => {
    expect(take({ prefix: "true" })).to.equal(
      'the text of a pipeline cannot contain "true" in an option of several kinds: braces must be balanced, spaces are not allowed at the ends, and no other value can have the same text',
    );
    const parsed = parseOptions({ run: code("") }, "run=function:0123456789abcdef");
    expect(!parsed.ok && parsed.problem.message).to.equal(
      "'function:0123456789abcdef' cannot be read: only code can contain a function or a regular expression",
    );
  });

  it("unset an option with `null`, and pass only options that are set", () => {
    expect(take({ prefix: null, digits: 1 })).to.deep.equal({ digits: 1 });
    let given: object = {};
    const pass = definePass({
      name: "p",
      options: specs,
      create(options) {
        given = options;
        return { runOnOperation() {} };
      },
    });
    pass.create({ digits: 0 });
    expect(Object.keys(given)).to.deep.equal(["digits"]);
  });
});
