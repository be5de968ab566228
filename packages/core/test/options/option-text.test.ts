import { list, parseOptions, string } from "@passwright/core";
import type { OptionSpecs } from "@passwright/core";
import { expect } from "chai";
import { block } from "../trace.ts";

const specs: OptionSpecs = { list: list(string("", ""), ""), string: string("-", "") };

/** Parses the options in the braces of a pass. Returns the string and the list, or the error. */
function read(text: string): string {
  const parsed = parseOptions(specs, text);
  if (!parsed.ok) return `${parsed.problem.option}: ${parsed.problem.message}`;
  return `${JSON.stringify(parsed.options.values["string"])} ${JSON.stringify(parsed.options.values["list"])}`;
}

function table(texts: readonly string[]): string {
  return texts.map((text) => `${text} => ${read(text)}`).join("\n");
}

describe("the text between the braces of a pass", () => {
  it("is separated by spaces, outside quotes and braces", () => {
    const texts = [
      "",
      "   ",
      "string=a list=b",
      "string=a  list=b ",
      'string="a b" list={b c}',
      "string='a b'",
      "string={a {b c} d}",
      'string=a"b c"d',
      "string=(a b)",
      "string=a\tb",
    ];
    expect(table(texts)).to.equal(
      block(`
        => "-" []
            => "-" []
        string=a list=b => "a" ["b"]
        string=a  list=b  => "a" ["b"]
        string="a b" list={b c} => "a b" ["b c"]
        string='a b' => "a b" []
        string={a {b c} d} => "a {b c} d" []
        string=a"b c"d => "a\\"b c\\"d" []
        string=(a b) => b): unknown option \`b)\`
        string=a\tb => "a\\tb" []
      `).replace(/^=>/, " =>"),
    );
  });

  it("loses one layer around a value, and space inside that", () => {
    const texts = [
      'string=" a "',
      "string={{a}}",
      "string={a},{b}",
      "string={}",
      "string='",
      'string={"a"}',
      "string='a\"",
    ];
    expect(table(texts)).to.equal(
      block(`
        string=" a " => "a" []
        string={{a}} => "{a}" []
        string={a},{b} => "{a},{b}" []
        string={} => "" []
        string=' => "'" []
        string={"a"} => "\\"a\\"" []
        string='a" => "'a\\"" []
      `),
    );
  });

  it("takes the last of several scalars, and all of several lists", () => {
    expect(read("string=a list=a,b string=b list={c}")).to.equal('"b" ["a","b","c"]');
  });

  it("skips a value without a key, and takes layers off keys too", () => {
    expect(table(["{=1}", "=1", "'string'=x", "{list}=x", "string =x", " string = x"])).to.equal(
      block(`
        {=1} => {: unknown option \`{\`
        =1 => "-" []
        'string'=x => "x" []
        {list}=x => "-" ["x"]
        string =x => string: requires a value!
         string = x => string: requires a value!
      `),
    );
  });

  it("splits lists at commas outside brackets and quotes; one that stays open holds the rest", () => {
    const texts = [
      "list=a,b",
      "list={a b,c}",
      "list=a(b,c),d",
      "list=[a,b],c",
      "list='a,b',\"c,d\"",
      "list={{a},{b}}",
      "list={{{a}}}",
      "list=a(b,c",
      'list=a"b,c',
      "list=",
      "list={}",
      'list=""',
      'list={""}',
      "list={,}",
      "list=a,",
    ];
    expect(table(texts)).to.equal(
      block(`
        list=a,b => "-" ["a","b"]
        list={a b,c} => "-" ["a b","c"]
        list=a(b,c),d => "-" ["a(b,c)","d"]
        list=[a,b],c => "-" ["[a,b]","c"]
        list='a,b',"c,d" => "-" ["a,b","c,d"]
        list={{a},{b}} => "-" ["a","b"]
        list={{{a}}} => "-" ["{a}"]
        list=a(b,c => "-" ["a(b,c"]
        list=a"b,c => "-" ["a\\"b,c"]
        list= => "-" []
        list={} => "-" []
        list="" => "-" []
        list={""} => "-" [""]
        list={,} => "-" ["",""]
        list=a, => "-" ["a",""]
      `),
    );
  });
});
