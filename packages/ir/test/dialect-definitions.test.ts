import { diagnosticOf } from "@passwright/core";
import {
  anyType,
  buildableType,
  Context,
  dagPattern,
  defineDialect,
  dialects,
  flags,
  flatSymbol,
  integerArray,
  flagSet,
  integerAttribute,
  integerEnum,
  integerOf,
  stringAttribute,
  symbolName,
  node,
  parseModule,
} from "@passwright/ir";
import type { Attribute, OpDefinition } from "@passwright/ir";
import { expect } from "chai";

const fold = (): undefined => undefined;

/** Returns the problems that `defineDialect` reports. */
function problems(definition: object): readonly string[] {
  try {
    defineDialect(definition as never);
  } catch (error) {
    const { code, message, notes = [] } = diagnosticOf(error)!;
    const first = message.replace(/^`defineDialect`: (the dialect|dialect `t[^`]*`): (`ops\.op`: )?/, "");
    return [`${code} ${first}`, ...notes.map((note) => note.message)];
  }
  return [];
}

/** Returns the code and message of the error that a function throws. */
function thrownBy(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    const { code, message } = diagnosticOf(error)!;
    return `${code} ${message}`;
  }
  return "";
}

const problem = (op: object): string => problems({ name: "t", ops: { op } }).join("; ");
const value = (name: string, many?: string): object => ({ name, type: anyType, ...(many !== undefined && { many }) });

/** Wrong definitions of an operation, with the problem. */
const WRONG: readonly (readonly [definition: object, problem: string])[] = [
  [{ effects: ["wirte"] }, '`ops.op.effects[0]` must be "read", "write", "allocate" or "free", not "wirte"'],
  [{ traits: ["Pur"] }, "`ops.op.traits[0]`: unknown trait `Pur`; did you mean `Pure`?"],
  [{ parents: ["t.loop", "scf.for"] }, "the dialect does not define `t.loop`"],
  [{ traits: ["SingleBlockImplicitTerminator"], implicitTerminator: "t.end" }, "the dialect does not define `t.end`"],
  [{ traits: "Pure" }, '`ops.op.traits` must be a list, not "Pure"'],
  [{ assemblyFromat: "attr-dict" }, "unknown key `ops.op.assemblyFromat`; did you mean `ops.op.assemblyFormat`?"],
  [{ operands: [value("x", "varidic")] }, '`ops.op.operands[0].many` must be "optional" or "variadic", not "varidic"'],
  [
    { operands: [{ name: "x", typ: anyType }] },
    "unknown key `ops.op.operands[0].typ`; did you mean `ops.op.operands[0].type`?; also: `ops.op.operands[0].type` must be a plain object, not undefined",
  ],
  [
    { results: [{ name: "x", type: {} }] },
    "`ops.op.results[0].type.description` must be a non-empty string, not undefined; also: `ops.op.results[0].type.accepts` must be a function, not undefined",
  ],
  [{ regions: -1 }, "`ops.op.regions` must be a whole number of at least 0, not -1"],
  [{ successors: "one" }, '`ops.op.successors` must be a whole number of at least 0, or "at least one", not "one"'],
  [{ fold: async () => undefined }, "`ops.op.fold` must not be async"],
  [{ attributes: { n: { unit: true } } }, "`attributes.n` needs `optional: true` because of `unit`"],
  [
    { attributes: { n: { defaultWhenAbsent: "1 : i32" } } },
    "`attributes.n` needs `optional: true` because of `defaultWhenAbsent`",
  ],
  [{ operands: [value("x")], results: [value("x")] }, "two parts are named `x`"],
  [
    { operands: [value("a", "variadic"), value("b", "optional")] },
    "several optional or variadic operands need the trait `AttrSizedOperandSegments`",
  ],
  [
    { results: [value("a", "variadic"), value("b", "optional")] },
    "several optional or variadic results need the trait `AttrSizedResultSegments`",
  ],
  [{ traits: ["Symbol"] }, "the trait `Symbol` needs the attribute `sym_name`"],
  [{ traits: ["HasParent"] }, "the trait `HasParent` needs `parents`"],
  [
    { traits: ["SingleBlockImplicitTerminator"] },
    "the trait `SingleBlockImplicitTerminator` needs `implicitTerminator`",
  ],
  [{ traits: ["Pure"], effects: ["write"] }, "`effects` contradict the trait `Pure`"],
  [
    { traits: ["ConstantLike"], results: [value("r")] },
    "the trait `ConstantLike` needs `fold`, which returns the constant",
  ],
  [
    { traits: ["ConstantLike"], fold, operands: [value("x")], results: [value("r")] },
    "an operation with the trait `ConstantLike` has one result and no operands",
  ],
  [
    { traits: ["SameOperandsAndResultType"], operands: [], results: [value("r")] },
    "the trait `SameOperandsAndResultType` needs operands and results",
  ],
  [
    { traits: ["Involution"], operands: [value("x"), value("y")], results: [value("r")] },
    "the trait `Involution` needs one operand and one result",
  ],
  [
    { traits: ["Involution"], operands: [value("x", "variadic")], results: [value("r")] },
    "the trait `Involution` needs one operand and one result",
  ],
  [
    { traits: ["Idempotent"], operands: [value("x"), value("y"), value("z")], results: [value("r")] },
    "the trait `Idempotent` needs one or two operands and one result",
  ],
  [{ traits: ["SymbolTable"], regions: 0 }, "the trait `SymbolTable` needs one region"],
  [
    { attributes: { n: { optional: true, unit: true, constraint: stringAttribute } } },
    "`attributes.n` cannot have both `unit` and `constraint`",
  ],
  [
    { attributes: { n: { optional: true, default: "1", defaultWhenAbsent: "2" } } },
    "`attributes.n` cannot have both `defaultWhenAbsent` and `default`",
  ],
  [
    new (class {
      readonly verify = fold;
    })(),
    "the definition must be a plain object, because methods of classes are not used",
  ],
  [{ parents: [] }, "`parents` must not be empty"],
  ...["verify", "verifyRegions", "verifySignature", "verifySymbolUses"].map((key): readonly [object, string] => [
    { [key]: async () => await Promise.resolve() },
    `\`ops.op.${key}\` must not be async`,
  ]),
  [
    { traits: ["SingleBlockImplicitTerminator", "NoTerminator"], implicitTerminator: "u.end" },
    "the traits `SingleBlockImplicitTerminator` and `NoTerminator` contradict each other",
  ],
  [{ implicitTerminator: "u.end" }, "`implicitTerminator` needs the trait `SingleBlockImplicitTerminator`"],
  [
    { traits: ["SingleBlockImplicitTerminator"], implicitTerminator: "end" },
    "`implicitTerminator` must be a name with a dialect, not `end`",
  ],
  [
    { traits: ["SingleBlockImplicitTerminator"], implicitTerminator: "t.op" },
    "the implicit terminator `t.op` needs the trait `Terminator`",
  ],
  [
    { traits: ["SingleBlockImplicitTerminator", "Terminator"], implicitTerminator: "t.op", attributes: { n: {} } },
    "the operands, results and attributes of the implicit terminator `t.op` must be optional",
  ],
  [{ traits: ["Pure"], speculatability: fold }, "`speculatability` contradicts the trait `Pure`"],
  [{ regions: 1, loopLike: { regions: [1] } }, "`loopLike.regions` contains a region that the operation does not have"],
  [
    { operands: [value("x")], results: [value("r")], inferTypes: { x: "r", r: "x" } },
    "`inferTypes.x` depends on itself; also: `ops.op`: `inferTypes.r` depends on itself",
  ],
  [{ attributes: { größe: {} } }, "`attributes.größe`: the name must consist of ASCII characters"],
  [{ regions: 1, regionNames: ["a", "b"] }, "`regionNames` has more names than the operation has regions"],
  [{ successors: 1, successorNames: ["a", "b"] }, "`successorNames` has more names than the operation has successors"],
  [
    { attributes: { f: { format: flags("t", "x") } } },
    "`attributes.f` needs `parse` for the attribute `x` of the dialect",
  ],
  [{ successorOperands: [{ name: "x" }] }, "`successorOperands`: no operand is named `x`"],
  [
    { successors: 1, successorOperands: [{ name: "x" }], operands: [value("x")] },
    "`successorOperands`: the operand `x` must be optional or variadic",
  ],
  [
    {
      successors: "at least one",
      successorOperands: [{ name: "x", segments: "sizes" }],
      operands: [value("x", "variadic")],
    },
    "`successorOperands`: no attribute is named `sizes`",
  ],
  ...[{ successors: 2 }, { successors: "at least one" }, { successorNames: ["a", "b"], assemblyFormat: "" }].map(
    (count): readonly [object, string] => [
      { ...count, successorOperands: [{ name: "x" }], operands: [value("x", "variadic")] },
      "`successorOperands` needs an entry for each successor, or `segments` in the last entry",
    ],
  ),
  [{ resultNames: [""] }, "`ops.op.resultNames` must be a list of non-empty names, or a function, not a list"],
  [
    { results: [value("r")], inferTypes: { r: "x", s: "r" } },
    "`inferTypes.r`: no operand, result or attribute is named `x`; also: `ops.op`: `inferTypes`: no operand or result is named `s`",
  ],
  [
    { canonicalizationPatterns: [dagPattern({ name: "P", match: node("t.other", []), rewrite: () => undefined })] },
    "`canonicalizationPatterns`: pattern `P` is for `t.other`",
  ],
  [
    { canonicalizationPatterns: [{ name: "P", lables: ["a"], matchAndRewrite: () => false }] },
    "unknown key `ops.op.canonicalizationPatterns[0].lables`; did you mean `ops.op.canonicalizationPatterns[0].labels`?",
  ],
  ...[-1, 1.5, 65535, "9"].map((benefit): readonly [object, string] => [
    { canonicalizationPatterns: [{ name: "P", benefit, matchAndRewrite: () => false }] },
    `\`ops.op.canonicalizationPatterns[0].benefit\` must be an integer from 0 to 65534, not ${JSON.stringify(benefit)}`,
  ]),
  [
    { directives: { Foo: { parse: fold, print: fold, bind: ["n"] } } },
    "unknown key `ops.op.directives.Foo.bind`; did you mean `ops.op.directives.Foo.binds`?",
  ],
];

/** Wrong assembly formats of an operation with the parts below. */
const PARTS: OpDefinition = {
  traits: ["AttrSizedOperandSegments"],
  attributes: {
    n: { optional: true, unit: true },
    any: {},
    target: { format: flatSymbol },
    maybe: { optional: true },
    size: { default: "1 : i8", format: integerOf(8) },
    color: { default: "0 : i8", format: integerEnum(["red"], 8) },
    shade: { format: integerEnum(["dark", "red"], 8) },
    look: { format: { ...flatSymbol, starts: (parser) => parser.peek() === 60 } },
    fruit: { optional: true, format: integerEnum(["plum", "red currant"], 8) },
    symbol: { optional: true, format: symbolName },
    other: { optional: true, format: flatSymbol },
    list: { optional: true, format: integerArray(8) },
  },
  operands: [value("x"), value("xs", "variadic"), value("ys", "variadic")] as never,
  results: [value("r")] as never,
  regionNames: ["body"],
  successorNames: ["next"],
  directives: { Foo: { parse: () => undefined, print: () => undefined } },
};
const WHOLE = "$x `:` type($x) ($xs^ `:` type($xs))? `;`";
const TYPED = "$x `:` type($x) `to` type($r) $next";
const LISTS = "(`in` $xs^ `:` type($xs))? (`out` $ys^ `:` type($ys))?";
const FORMATS: readonly (readonly [format: string, problem: string])[] = [
  [`${TYPED} ${LISTS} $any attr-dict-with-keyword $body`, ""],
  [`${TYPED} $any $body attr-dict-with-keyword (\`in\` type($xs) \`:\` $xs^)? (\`out\` type($ys) \`:\` $ys^)?`, ""],
  [WHOLE, "`;` is neither a keyword nor one of the characters `:,=<>()[]{}?+-*`"],
  ["$y", "unknown operand, attribute, region or successor `y`"],
  ["custom<Bar>", "unknown directive `Bar`"],
  ["custom<Foo>($x)", "`custom<Foo>` cannot have arguments; write a space before an optional group"],
  ["frob", "unexpected `frob`"],
  ["$x ^", "unexpected `^`"],
  ["`a", "cannot read ``a`"],
  ["functional-type($y, results)", "`$y` is not an operand"],
  ["functional-type(operands, $x)", "`results` is expected before `$x`"],
  ["( $xs )?", "an optional group needs an anchor: `^`"],
  ["( $xs^ $ys^ )?", "an optional group has only one anchor"],
  ["( $n^ )?", "a unit attribute needs a literal before it"],
  ["( $x )*", "a group that repeats needs a region"],
  ["( $x $body )*", "`$x` cannot be in a repeated group, which contains one region"],
  ["( `case` $body )* `,` $body", "`$body` occurs twice"],
  ["( `a` $x^ )?", "`$x` is not optional, so it cannot be in an optional group"],
  ["( `a` $any^ )?", "attribute `any` is not optional, so it cannot be an anchor"],
  ["( `a` $xs^ attr-dict )?", "`attr-dict` cannot be in an optional group"],
  ["( $maybe^ )?", "a literal is needed before attribute `maybe`, which starts an optional group"],
  ["( `a` $xs^ `b` $ys )?", "`$ys` needs an optional group of its own, because the anchor is `$xs`"],
  ["( `a` $xs^ type($ys) )?", "`type($ys)` needs an optional group of its own, because the anchor is `$xs`"],
  ["( `a` $xs^ $any )?", "`$any` needs an optional group of its own, because the anchor is `$xs`"],
  ["( `a` $xs^ ( `b` $ys^ )? )?", "`$ys` needs an optional group of its own, because the anchor is `$xs`"],
  ["( `a` $xs^ $body )?", "`$body` needs an optional group of its own, because the anchor is `$xs`"],
  ["( type($xs) $xs^ )?", "an optional group must start with a literal or a variable"],
  ["( custom<Foo>^ )?", "a directive needs the function `isPresent` to be an anchor"],
  ["( custom<Foo> $xs^ )?", "a directive needs the function `starts` to start an optional group"],
  ["( $xs^ )? $x", "`$xs` starts an optional group, and `$x` after it starts with the same text"],
  ["( `-` $n^ )? `->` $x", "`-` starts an optional group, and `->` after it starts with the same text"],
  ["( `[` $n^ `]` )? $any", "`[` starts an optional group, and `$any` after it starts with the same text"],
  ["( `true` $n^ )? $any", "`true` starts an optional group, and `$any` after it starts with the same text"],
  ["( `-` $n^ )? $size", "`-` starts an optional group, and `$size` after it starts with the same text"],
  ["( $symbol^ )? $any", "`$symbol` starts an optional group, and `$any` after it starts with the same text"],
  ["( $symbol^ )? ( $other^ )?", "`$symbol` starts an optional group, and `$other` after it starts with the same text"],
  ["( $list^ )? ( `[` $n^ )?", "`$list` starts an optional group, and `[` after it starts with the same text"],
  ["( $list^ )? $any", "`$list` starts an optional group, and `$any` after it starts with the same text"],
  ["( $color^ )? ( `red` $n^ )?", "`$color` starts an optional group, and `red` after it starts with the same text"],
  ["( $color^ `+` ):( `red` )?", "`$color` starts an optional group, and `red` after it starts with the same text"],
  ["( $color^ )? $shade", "`$color` starts an optional group, and `$shade` after it starts with the same text"],
  ["( $color^ )? ( $fruit^ )? `end`", "region `$body` is missing"],
  ["( $fruit^ )?", "`$fruit` starts an optional group, and the next operation after it starts with the same text"],
  ["( $body )* attr-dict", "`$body` starts a repeated group, and `attr-dict` after it starts with the same text"],
  ["type(operands) operands $body", "`type(operands)` must be after the operands"],
  ["( `red` $n^ )? $color", "`red` starts an optional group, and `$color` after it starts with the same text"],
  ["( `i32` $n^ )? type($x)", "`i32` starts an optional group, and `type($x)` after it starts with the same text"],
  ["( `loc` $n^ )?", "`loc` starts an optional group, and the location after it starts with the same text"],
  ["( $xs^ )?", "`$xs` starts an optional group, and the next operation after it starts with the same text"],
  ["( ` ` $n^ `x` )?", "a unit attribute needs a literal before it"],
  ["attr-dict $any", "`attr-dict` can be absent, and `$any` after it starts with the same text"],
  ["attr-dict `{`", "`attr-dict` can be absent, and `{` after it starts with the same text"],
  [
    "attr-dict-with-keyword `attributes`",
    "`attr-dict` can be absent, and `attributes` after it starts with the same text",
  ],
  ["$any `<`", "`<` after `$any` is ambiguous, because parameters in `<…>` can follow the name of an alias"],
  [
    "type($x) `` $look",
    "`$look` after `type($x)` is ambiguous, because parameters in `<…>` can follow the name of an alias",
  ],
  ["$x `` `->`", "a space is needed between `$x` and `->`"],
  ["$xs `:` type($xs)", "`type($xs)` can be absent, so it must be in an optional group"],
  ["$maybe", "`$maybe` can be absent, so it must be in an optional group"],
  ["$x $x", "`$x` occurs twice"],
  ["$x operands", "`operands` overlaps with another element"],
  ["type(results) type($r)", "`type(results)` overlaps with another element"],
  ["attr-dict $body", "`attr-dict` before a region is ambiguous; use `attr-dict-with-keyword`"],
  ["$any `:` type($x)", "`:` after attribute `any` is ambiguous, because the attribute can end with a type"],
  ["$xs `,` $x", "`,` after `$xs` is ambiguous"],
  [
    "$target `:` ( `[` $n^ )? `:` type($x)",
    "two `:` after attribute `target` are ambiguous, because the name of a nested symbol can follow `::`",
  ],
  ["$xs $x", "`$xs` and `$x` need a literal between them"],
  ["`` `a`", "a space is needed between the name of the operation and `a`"],
  ["`a` `` type($x)", "a space is needed between `a` and `type($x)`"],
  ["region($body, hide-arguments)", "`hide-arguments` needs a directive before `$body`, which writes the arguments"],
  ["region($body, elide-terminator)", "`elide-terminator` needs `implicitTerminator`"],
  [`${TYPED} ${LISTS} $any attr-dict`, "region `$body` is missing"],
  [`${TYPED} ${LISTS} $any $body`, "`attr-dict` is missing"],
  ["$body attr-dict", "operand `$x` is missing"],
  ["$body attr-dict operands `:` type(operands)", "successor `$next` is missing"],
  [
    "$body attr-dict operands `:` type(operands) $next",
    "`operands` does not show the sizes of the groups; write the name of each group",
  ],
  [`$body attr-dict $x ${LISTS} $next`, "the type of operand `x` is unknown; add `type($x)`"],
  [`$body attr-dict $x \`:\` type($x) ${LISTS} $next`, "the type of result `r` is unknown; add `type($r)`"],
];

describe("defineDialect", () => {
  for (const [definition, expected] of WRONG)
    it(`reports: ${expected}`, () => expect(problem(definition)).to.equal(`PWI0017 ${expected}`));

  it("reports cases of an enum that are equal", () => {
    expect(() => integerEnum(["a", "b", "a"], 8)).to.throw("`integerEnum`: case `a` occurs twice");
  });

  const ARGUMENTS: readonly (readonly [make: () => unknown, expected: string])[] = [
    [() => integerOf(-1), "`integerOf`: `width` must be a whole number from 0 to 16777215, not -1"],
    [() => integerOf(1.5), "`integerOf`: `width` must be a whole number from 0 to 16777215, not 1.5"],
    [() => integerOf(NaN), "`integerOf`: `width` must be a whole number from 0 to 16777215, not NaN"],
    [() => integerOf("32" as never), '`integerOf`: `width` must be a whole number from 0 to 16777215, not "32"'],
    [() => integerArray(2 ** 24), "`integerArray`: `width` must be a multiple of 8 from 8 to 16777208, not 16777216"],
    [() => integerArray(7), "`integerArray`: `width` must be a multiple of 8 from 8 to 16777208, not 7"],
    [() => integerArray(0), "`integerArray`: `width` must be a multiple of 8 from 8 to 16777208, not 0"],
    [
      () => integerEnum(["a"], 2 ** 24),
      "`integerEnum`: `width` must be a whole number from 0 to 16777215, not 16777216",
    ],
    [() => integerEnum("ab" as never, 32), '`integerEnum`: `cases` must be a list, not "ab"'],
    [() => integerEnum(["a", ""], 32), '`integerEnum`: `cases[1]` must be a non-empty string, not ""'],
    [() => integerEnum([], 32), "`integerEnum`: `cases` must not be empty"],
    [() => integerEnum(["a", "b", "c"], 1), "`integerEnum`: the largest value of `i1` is 1, but there are 3 cases"],
    [() => integerEnum(["a", "b", "c"], 2), "`integerEnum`: the largest value of `i2` is 1, but there are 3 cases"],
    [() => buildableType(undefined as never), "`buildableType`: `text` must be a non-empty string, not undefined"],
    [() => flags("toy", "" as never), '`flags`: `name` must be a non-empty string, not ""'],
  ];
  for (const [make, expected] of ARGUMENTS)
    it(`reports: ${expected}`, () => expect(thrownBy(make)).to.equal(`PWI0017 ${expected}`));

  it("accepts formats of all other widths", () => {
    expect([integerOf(0), integerOf(1), integerOf(16777215), integerArray(8), integerArray(128)]).to.have.length(5);
    expect([
      integerEnum(["a"], 0),
      integerEnum(["a", "b"], 1),
      integerEnum(["a", "b"], 2),
      integerEnum(["a"], 64),
    ]).to.have.length(4);
  });

  it("reports flags that cannot be parsed again", () => {
    const flagsOf =
      (cases: readonly string[], separator = ",", all?: string) =>
      (): unknown =>
        flagSet({ cases, separator, attributeName: "T_Attr", cppName: "T", ...(all !== undefined && { all }) });
    expect(flagsOf(["a", "a"])).to.throw("`flagSet`: case `a` occurs twice or is not a word");
    expect(flagsOf(["a", "none"])).to.throw("`flagSet`: case `none` occurs twice or is not a word");
    expect(flagsOf(["a"], ",", "a")).to.throw("`flagSet`: case `a` occurs twice or is not a word");
    expect(flagsOf(["a b"])).to.throw("`flagSet`: case `a b` occurs twice or is not a word");
    expect(flagsOf(["a", "b"], "and")).to.throw("`flagSet`: the separator must be `,` or `|`");
    expect(flagsOf(["a", "b"], " | ")).not.to.throw();
  });

  it("makes the only objects that a context accepts", () => {
    const register = (): Context => new Context({ dialects: [{ name: "t", ops: {} }] });
    expect(register).to.throw("dialect `t` is not a result of `defineDialect`");
    expect(() => new Context({ dialects: ["arith"] as never })).to.throw('"arith" is not a result of `defineDialect`');
    expect(() => new Context({ dialects: [null] as never })).to.throw("null is not a result of `defineDialect`");
    expect(() => new Context({ dialect: [] } as never)).to.throw(
      "`new Context`: unknown key `options.dialect`; did you mean `options.dialects`?",
    );
  });

  it("reports wrong dialects", () => {
    expect(problems({ name: "t", ops: [] })).to.deep.equal(["PWI0017 `ops` must be a plain object, not an empty list"]);
    expect(problems({ name: "t.u" })).to.deep.equal([
      'PWI0017 `name` must be a name of letters, digits and `_`, not "t.u"',
      "also: `ops` must be a plain object, not undefined",
    ]);
    expect(problems({ name: "t", ops: { "t.a": {}, "b-c": {} } })).to.deep.equal([
      "PWI0017 `ops.t.a`: write the name without `t.`",
      "also: `ops.b-c`: the name must consist of letters, digits, `_`, `$` and `.`",
    ]);
    expect(problems({ name: "t", ops: {}, types: { "a b": {} }, attributes: { "1": {} } })).to.deep.equal([
      'PWI0017 `attributes`: "1" must consist of letters, digits, `_`, `$` and `.`',
      'also: `types`: "a b" must consist of letters, digits, `_`, `$` and `.`',
    ]);
    expect(problems(undefined as never)).to.deep.equal(["PWI0017 `dialect` must be a plain object, not undefined"]);
    class Dialect {
      readonly name = "t";
      readonly ops = {};
    }
    expect(problems(new Dialect())).to.deep.equal([
      "PWI0017 `dialect` must be a plain object, because methods of classes are not used",
    ]);
    expect(problems("t" as never)).to.deep.equal(['PWI0017 `dialect` must be a plain object, not "t"']);
  });

  for (const [assemblyFormat, expected] of FORMATS)
    it(`checks the format \`${assemblyFormat}\``, () => {
      const full = expected === "" ? "" : `PWI0012 invalid assembly format of \`t.op\`: ${expected}`;
      expect(problem({ ...PARTS, assemblyFormat })).to.equal(full);
    });

  it("compares the start of `attr-dict` only with attributes that can be dictionaries", () => {
    const start = (accepts: (attribute: Attribute) => boolean): string =>
      problem({ attributes: { n: { constraint: { description: "d", accepts } } }, assemblyFormat: "attr-dict $n" });
    expect(start(({ kind }) => kind === "dictionary")).to.contain(
      "`attr-dict` can be absent, and `$n` after it starts",
    );
    expect(start(({ kind }) => kind === "integer")).not.to.contain("can be absent");
  });

  it("accepts `successors` outside of a group only if the operation has successors", () => {
    const withCount = (successors: number | string): string =>
      problem({ traits: ["Terminator"], operands: [], successors, assemblyFormat: "successors attr-dict" });
    expect([2, "at least one", 0].map(withCount)).to.deep.equal([
      "",
      "",
      "PWI0012 invalid assembly format of `t.op`: `successors` can be absent, so it must be in an optional group",
    ]);
  });

  it("accepts the dialects of the package, except three formats that MLIR accepts", () => {
    expect(dialects.flatMap((dialect) => problems(dialect))).to.deep.equal([
      "PWI0012 invalid assembly format of `builtin.unrealized_conversion_cast`: `type($outputs)` can be absent, so it must be in an optional group",
      "PWI0012 invalid assembly format of `memref.distinct_objects`: `type($objects)` can be absent, so it must be in an optional group",
      "PWI0012 invalid assembly format of `scf.reduce`: `$reductions` starts an optional group, and `attr-dict` after it starts with the same text",
    ]);
  });
});

describe("a default value", () => {
  const use = (definition: object): string => {
    const dialect = defineDialect({ name: "t", ops: { op: { attributes: { n: definition } } } });
    try {
      parseModule(new Context({ dialects: [...dialects, dialect] }), '"t.op"() : () -> ()');
      return "";
    } catch (error) {
      return diagnosticOf(error)!.message;
    }
  };
  const prefix = "`defineDialect`: dialect `t`: `ops.op`: `attributes.n.";

  it("is checked when the operation is first used", () => {
    expect(use({ default: "1 : i32", constraint: integerAttribute(32) })).to.equal("");
    expect(use({ default: "1 : i8", constraint: integerAttribute(32) })).to.equal(
      `${prefix}default\`: the value is not: 32-bit signless integer attribute`,
    );
    expect(use({ optional: true, defaultWhenAbsent: "red" })).to.equal(
      `${prefix}defaultWhenAbsent\`: \`red\` is not an attribute: expected attribute value`,
    );
  });
});

describe("a dialect", () => {
  const box = defineDialect({
    name: "t",
    types: { box: {}, list: { parse: (parser) => (parser.parsePunctuation("<"), parser.parsePunctuation(">"), "<>") } },
    ops: {
      color: {
        attributes: { color: { format: integerEnum(["red", "light blue", "1x", "é"], 32) } },
        assemblyFormat: "$color attr-dict",
      },
      blocks: { traits: ["NoTerminator"], regionNames: ["body"], assemblyFormat: "attr-dict-with-keyword $body" },
      pair: {
        operands: [value("a"), value("b")] as never,
        regionNames: ["then", "otherwise"],
        traits: ["SameTypeOperands", "NoTerminator", "SingleBlock"],
        assemblyFormat: "operands `:` type($a) $then (`else` $otherwise^)? attr-dict-with-keyword",
      },
    },
  });
  const roundTrip = (text: string): string => {
    const parsed = parseModule(new Context({ dialects: [...dialects, box] }), text, { implicitModule: true });
    return parsed.ok ? parsed.op.print({ generic: false }) : parsed.diagnostics[0]!.message;
  };

  it("prints cases of an enum that are not keywords in quotes", () => {
    const text = 'module {\n  t.color red\n  t.color "light blue"\n  t.color "1x"\n  t.color "\\C3\\A9"\n}\n';
    expect(roundTrip(text)).to.equal(text);
    expect(roundTrip('t.color "é"')).to.equal('module {\n  t.color "\\C3\\A9"\n}\n');
  });

  it("accepts only its types", () => {
    const text = "module {\n  func.func private @f(!t.box, !t.list<>)\n}\n";
    expect(roundTrip(text)).to.equal(text);
    expect(roundTrip("func.func private @f(!t.bxo)")).to.equal("unknown type `bxo` in dialect `t`");
    expect(roundTrip("func.func private @f(!t.box<3>)")).to.equal("type `box` does not have parameters");
    expect(roundTrip("func.func private @f(!t.list<)")).to.equal("unbalanced '<' character in pretty dialect name");
  });

  it("distinguishes a region without blocks from a region with an empty block", () => {
    const text = "module {\n  t.blocks {\n  }\n  t.blocks {\n  ^bb0:\n  }\n}\n";
    expect(roundTrip(text)).to.equal(text);
    expect(roundTrip('"t.blocks"() ({}) : () -> () "t.blocks"() ({^bb0:}) : () -> ()')).to.equal(text);
  });

  it("has an empty region for an optional group that is absent", () => {
    const text = "module {\n  func.func @f(%arg0: i32) {\n    t.pair %arg0, %arg0 : i32 {\n    }\n    return\n  }\n}\n";
    expect(roundTrip(text)).to.equal(text);
  });
});
