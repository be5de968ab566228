import {
  anyOf,
  bool,
  definePass,
  float,
  int,
  list,
  oneOf,
  optional,
  optionTable,
  pipelineText,
  string,
} from "@passwright/core";
import type { OptionSpec } from "@passwright/core";
import { expect } from "chai";
import { block, describeThrow } from "../trace.ts";

function read<T>(spec: OptionSpec<T>, texts: readonly (string | undefined)[]): string {
  return texts
    .map((text) => {
      const value = spec.parse(text);
      return `${text === undefined ? "(none)" : text} => ${value.ok ? JSON.stringify(value.value) : value.message}`;
    })
    .join("\n");
}

describe("kinds of options", () => {
  it("refuse words and elements of the wrong type, which JavaScript can pass", () => {
    const attempts = [
      () => list(int as never, ""),
      () => list("x" as never, ""),
      () => list(undefined as never, ""),
      () => optional(int as never),
      () => anyOf([int(0, ""), bool] as never, ""),
      () => anyOf(undefined as never, ""),
      () => anyOf([] as never, ""),
      () => optionTable(undefined as never, ""),
      () => optionTable([int(0, "")] as never, ""),
      () => optionTable({ size: 3 } as never, ""),
      () => oneOf("x" as never, "x" as never, ""),
      () => oneOf([1, 2] as never, 1 as never, ""),
      () => oneOf([], "b" as never, ""),
      () => list(list(int(0, ""), "") as never, ""),
      () => int(3, "", { type: "int64" } as never),
      () => int(3, "", { minimum: 1 } as never),
      () => int(3, "", { min: 5, max: 1 }),
    ];
    expect(attempts.map(describeThrow).join("\n")).to.equal(
      [
        'error[PWC0103]: `list` requires an option, such as `int(3, "what it is for")`, not the function int',
        'help: pass an option, such as `int(3, "what it is for")`',
        'error[PWC0103]: `list` requires an option, such as `int(3, "what it is for")`, not "x"',
        'help: pass an option, such as `int(3, "what it is for")`',
        'error[PWC0103]: `list` requires an option, such as `int(3, "what it is for")`, not undefined',
        'help: pass an option, such as `int(3, "what it is for")`',
        'error[PWC0103]: `optional` requires an option, such as `int(3, "what it is for")`, not the function int',
        'help: pass an option, such as `int(3, "what it is for")`',
        'error[PWC0103]: `anyOf` requires an option, such as `int(3, "what it is for")`, not the function bool',
        'help: pass an option, such as `int(3, "what it is for")`',
        "error[PWC0103]: `anyOf` requires a list of options, not undefined",
        "help: pass a list of options",
        "error[PWC0103]: `anyOf` requires a list of options, not []",
        "help: pass a list of options",
        "error[PWC0103]: `optionTable` requires a table of options, not undefined",
        "help: pass a table of options",
        `error[PWC0103]: \`optionTable\` requires a table of options, not ${JSON.stringify([int(0, "")])}`,
        "help: pass a table of options",
        'error[PWC0103]: `optionTable` requires an option, such as `int(3, "what it is for")`, not 3',
        'help: pass an option, such as `int(3, "what it is for")`',
        'error[PWC0103]: `oneOf` requires a list of at least one string, not "x"',
        "help: pass a list of at least one string",
        "error[PWC0103]: `oneOf` requires a list of at least one string, not [1,2]",
        "help: pass a list of at least one string",
        "error[PWC0103]: `oneOf` requires a list of at least one string, not []",
        "help: pass a list of at least one string",
        'error[PWC0103]: `list` requires an option that is not a list, not "list"',
        "help: pass an option that is not a list",
        'error[PWC0103]: `int` requires limits such as `{ type: "uint", min: 1, max: 8 }`, not {"type":"int64"}',
        'help: pass limits such as `{ type: "uint", min: 1, max: 8 }`',
        'error[PWC0103]: `int` requires limits such as `{ type: "uint", min: 1, max: 8 }`, not {"minimum":1}',
        'help: pass limits such as `{ type: "uint", min: 1, max: 8 }`',
        'error[PWC0103]: `int` requires limits such as `{ type: "uint", min: 1, max: 8 }`, not {"min":5,"max":1}',
        'help: pass limits such as `{ type: "uint", min: 1, max: 8 }`',
      ].join("\n"),
    );
  });

  it("read booleans, whose bare name means true", () => {
    const texts = [undefined, "", "true", "TRUE", "True", "1", "false", "FALSE", "False", "0", "yes", "tRUE"];
    expect(read(bool(false, ""), texts)).to.equal(
      block(`
        (none) => true
         => true
        true => true
        TRUE => true
        True => true
        1 => true
        false => false
        FALSE => false
        False => false
        0 => false
        yes => 'yes' is invalid value for boolean argument! Try 0 or 1
        tRUE => 'tRUE' is invalid value for boolean argument! Try 0 or 1
      `),
    );
  });

  it("read the words of an enumeration", () => {
    expect(read(oneOf(["zero", "one"], "zero", ""), ["one", "One", "", undefined])).to.equal(
      block(`
        one => "one"
        One => Cannot find option named 'One'!
         => Cannot find option named ''!
        (none) => requires a value!
      `),
    );
  });

  it("read decimal numbers, finite ones", () => {
    expect(
      read(float(0, ""), ["1", "-0.5", ".5", "5.", "1e3", "+2E-2", "1e400", "0x10", "nan", "", undefined]),
    ).to.equal(
      block(`
        1 => 1
        -0.5 => -0.5
        .5 => 0.5
        5. => 5
        1e3 => 1000
        +2E-2 => 0.02
        1e400 => '1e400' value invalid for floating point argument!
        0x10 => '0x10' value invalid for floating point argument!
        nan => 'nan' value invalid for floating point argument!
         => '' value invalid for floating point argument!
        (none) => requires a value!
      `),
    );
  });

  it("print numbers as LLVM does, with all digits where six would be another number", () => {
    const values = [1, 0.1, 1e-10, 123456789, 1.234567891, -0, 1e100, Number.MIN_VALUE];
    expect(values.map((value) => float(0, "").print(value)).join(" ")).to.equal(
      "1.000000e+00 1.000000e-01 1.000000e-10 123456789 1.234567891 -0.000000e+00 1.000000e+100 4.940656e-324",
    );
  });

  it("print negative zero as zero in an `anyOf` whose first option is an integer", () => {
    expect(anyOf([int(1, ""), float(2, "")], "").print(-0)).to.equal("0");
    expect(anyOf([float(2, ""), int(1, "")], "").print(-0)).to.equal("-0.000000e+00");
  });

  it("read integers of other C++ types within their limits and with their words", () => {
    const specs = [
      int(0, "", { type: "uint" }),
      int(0, "", { type: "long" }),
      int(0, "", { type: "ulong" }),
      int(1, "", { min: 1, max: 8 }),
    ];
    const lines = specs.map(
      (spec) => `${spec.placeholder}\n${read(spec, ["4294967295", "-1", "-0", "9007199254740993"])}`,
    );
    expect(lines.join("\n")).to.equal(
      block(`
        <uint>
        4294967295 => 4294967295
        -1 => '-1' value invalid for uint argument!
        -0 => '-0' value invalid for uint argument!
        9007199254740993 => '9007199254740993' value invalid for uint argument!
        <long>
        4294967295 => 4294967295
        -1 => -1
        -0 => 0
        9007199254740993 => '9007199254740993' value invalid for long argument!
        <ulong>
        4294967295 => 4294967295
        -1 => '-1' value invalid for ulong argument!
        -0 => '-0' value invalid for ulong argument!
        9007199254740993 => '9007199254740993' value invalid for ulong argument!
        <int>
        4294967295 => '4294967295' value invalid for integer argument!
        -1 => '-1' value invalid for integer argument!
        -0 => '-0' value invalid for integer argument!
        9007199254740993 => '9007199254740993' value invalid for integer argument!
      `),
    );
  });

  it("read strings and pipelines literally", () => {
    expect(`${read(string("", ""), ["a b", "", undefined])}\n${read(pipelineText("", ""), ["any(cse)"])}`).to.equal(
      block(`
        a b => "a b"
         => ""
        (none) => requires a value!
        any(cse) => "any(cse)"
      `),
    );
  });

  it("read lists of each, and stop at the first wrong element", () => {
    const texts = ["1,2", "{1},'2',\"3\"", "", '""', "1,,2", "1,a,b", undefined];
    expect(`${read(list(int(0, ""), ""), texts)}\n${read(list(bool(true, ""), ""), ["true,0"])}`).to.equal(
      block(`
        1,2 => [1,2]
        {1},'2',"3" => [1,2,3]
         => []
        "" => '' value invalid for integer argument!
        1,,2 => '' value invalid for integer argument!
        1,a,b => 'a' value invalid for integer argument!
        (none) => requires a value!
        true,0 => [true,false]
      `),
    );
  });

  it("describe themselves as JSON Schema and in words", () => {
    const specs: readonly OptionSpec<never>[] = [
      int(3, "how many", { min: 0, max: 9 }),
      float(0.5, "how much"),
      bool(true, "whether"),
      string("x", "what"),
      pipelineText("any()", "how"),
      oneOf(["a", "b"], "b", "which"),
      list(oneOf(["a", "b"], "a", ""), "which ones"),
    ] as never[];
    const lines = specs.map(
      ({ kind, placeholder, expects, schema }) => `${kind} ${placeholder}: ${expects}; ${JSON.stringify(schema())}`,
    );
    expect(lines.join("\n")).to.equal(
      block(`
        int <int>: a whole number from 0 to 9; {"type":"integer","minimum":0,"maximum":9,"default":3,"description":"how many"}
        float <number>: a number; {"type":"number","default":0.5,"description":"how much"}
        bool : true or false; {"type":"boolean","default":true,"description":"whether"}
        string <string>: a string; {"type":"string","default":"x","description":"what"}
        pipeline <pipeline>: the text of a pipeline; {"type":"string","default":"any()","description":"how"}
        enum <value>: one of a, b; {"enum":["a","b"],"default":"b","description":"which"}
        list <value>: a list; each element must be one of a, b; {"type":"array","items":{"enum":["a","b"]},"default":[],"description":"which ones"}
      `),
    );
  });

  it("accept values of their own type only", () => {
    const specs: readonly OptionSpec<unknown>[] = [
      int(0, "", { max: 5 }),
      float(0, ""),
      bool(true, ""),
      string("", ""),
      oneOf(["a"], "a", ""),
      list(int(0, ""), ""),
    ];
    const values = [3, 6, 1.5, Number.NaN, Infinity, true, "a", "b", [], [1], ["a"], null, {}];
    const table = specs.map((spec) => values.map((value) => (spec.take(value).ok ? "x" : ".")).join(""));
    expect(table.join("\n")).to.equal(
      ["x............", "xxx..........", ".....x.......", "......xx.....", "......x......", "........xx..."].join("\n"),
    );
  });

  it("are undefined, and not printed, unless they are set, if they are optional", () => {
    const pass = definePass({ name: "p", options: { size: optional(int(3, "a size")) }, runOnOperation() {} });
    const shown = [pass.create(), pass.create({ size: 3 }), pass.create({ size: undefined })].map(
      (one) => `${String(one.options.values["size"])} ${[...one.options.given].join()}`,
    );
    expect(shown).to.deep.equal(["undefined ", "3 size", "undefined "]);
    expect(pass.options.size.schema()).to.not.have.property("default");
  });
});
