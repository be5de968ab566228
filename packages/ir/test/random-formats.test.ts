import { samples } from "@passwright/development";
import {
  anyType,
  buildableType,
  Context,
  defineDialect,
  dialects,
  flags,
  flagSet,
  flatSymbol,
  integerArray,
  integerAttribute,
  integerEnum,
  integerOf,
  parseModule,
  stringAttribute,
  symbolName,
  verifyOperation,
} from "@passwright/ir";
import type { AttributeDefinition, OpDefinition, TraitName, ValueDefinition } from "@passwright/ir";
import { expect } from "chai";
import * as fc from "fast-check";

/** An attribute definition with texts of values that it accepts. */
interface AttributeChoice {
  readonly definition: AttributeDefinition;
  readonly values: readonly string[];
}

const ATTRIBUTES: readonly AttributeChoice[] = [
  {
    definition: {},
    values: [
      "1 : i32",
      '"text"',
      "[1 : i8, 123456789.0]",
      "@f::@g",
      "dense<1> : tensor<2xi32>",
      "#t.dot",
      "{a = 1.0 : f32}",
    ],
  },
  { definition: { constraint: stringAttribute }, values: ['""', '"a b"'] },
  { definition: { constraint: integerAttribute(8) }, values: ["0 : i8", "-3 : i8"] },
  { definition: { format: integerOf(64) }, values: ["7 : i64", "-1 : i64"] },
  {
    definition: { format: integerEnum(["plain", "two words", "-", "é"], 32) },
    values: ["0 : i32", "1 : i32", "2 : i32", "3 : i32"],
  },
  { definition: { optional: true, unit: true }, values: ["unit"] },
  { definition: { optional: true, format: flatSymbol }, values: ["@f", '@"a b"'] },
  { definition: { optional: true, format: integerEnum(["plain", "loc", "in"], 8) }, values: ["0 : i8", "2 : i8"] },
  { definition: { optional: true, format: symbolName }, values: ['"g"', '"a b"'] },
  { definition: { optional: true, format: flags("t", "look") }, values: ["#t.look<none>", "#t.look<dark|warm>"] },
  { definition: { format: flatSymbol }, values: ["@f"] },
  { definition: { optional: true, format: integerArray(32) }, values: ["array<i32: 1, 2>", "array<i32>"] },
  { definition: {}, values: ["affine_map<(d0) -> (d0)>", "true", "() -> i32", "-5 : i8", "[]"] },
  { definition: { default: "5 : i16", format: integerOf(16) }, values: ["5 : i16", "6 : i16"] },
  {
    definition: { optional: true, defaultWhenAbsent: '"none"', constraint: stringAttribute },
    values: ['"some"', '""'],
  },
];
/** Words and punctuation that other elements of a format can start with. */
const TRAPS = ["-", "->", "[", "{", "(", "<", "loc", "true", "i32", "plain", "attributes"];
const TYPES = ["i32", "f32", "!t.box", "tensor<2xi8>", "() -> i1"] as const;
const TRAITS: readonly TraitName[] = [
  "AttrSizedOperandSegments",
  "AttrSizedResultSegments",
  "SameOperandsAndResultType",
  "SameTypeOperands",
  "NoTerminator",
];
const CONSTRAINTS = [anyType, buildableType("i32"), buildableType("!t.box")];

const many = fc.constantFrom<ValueDefinition["many"]>(undefined, undefined, "optional", "variadic");
const groups = (prefix: string): fc.Arbitrary<readonly ValueDefinition[]> =>
  fc
    .array(fc.tuple(fc.constantFrom(...CONSTRAINTS), many), { maxLength: 3 })
    .map((all) => all.map(([type, size], i) => ({ name: `${prefix}${i}`, type, ...(size && { many: size }) })));

/** The text of an element, in an optional group or outside of a group. */
function inGroup(text: string, isOptional: boolean): fc.Arbitrary<string> {
  const trap = fc.constantFrom(...TRAPS).map((start) => `(\`${start}\` ${text}^)?`);
  const inside = [`(${text}^)?`, `(\`in\` ${text}^)?`, `(\`is\` ${text}^ \`,\`):(\`not\`)?`];
  return isOptional ? fc.oneof(fc.constantFrom(text, ...inside), trap) : fc.constant(text);
}

/** The text of an operand, with its type or without. */
function variable({ name, many: size }: ValueDefinition, isTyped: boolean): fc.Arbitrary<string> {
  const plain = inGroup(`$${name}`, size !== undefined);
  const typed = `$${name} \`:\` type($${name})`;
  const grouped =
    size === undefined ? [] : [`($${name}^ \`:\` type($${name}))?`, `(\`of\` ${typed.replace(" ", "^ ")})?`];
  return isTyped ? fc.oneof(plain, fc.constantFrom(typed, ...grouped)) : plain;
}

interface Draft {
  readonly definition: OpDefinition;
  readonly attributes: readonly AttributeChoice[];
}

/** Definitions whose formats contain most of the required elements, in a random order, and some superfluous ones. */
const drafts: fc.Arbitrary<Draft> = fc
  .record({
    operands: groups("o"),
    results: groups("r"),
    attributes: fc.array(fc.constantFrom(...ATTRIBUTES), { maxLength: 3 }),
    regions: fc.nat({ max: 2 }),
    traits: fc.subarray([...TRAITS], { maxLength: 3 }),
    inferred: fc.constantFrom("none", "operands", "results"),
  })
  .chain(({ operands, results, attributes, regions, traits, inferred }) => {
    const pairs = results.slice(0, operands.length).map(({ name }, i) => [name, operands[i]!.name]);
    const inferTypes = {
      none: {},
      results: Object.fromEntries(pairs),
      operands: Object.fromEntries(pairs.map(([result, operand]) => [operand, result])),
    }[inferred];
    const regionNames = Array.from({ length: regions }, (_, i) => `b${i}`);
    const format = fc.constantFrom("each", "all", "functional", "results").chain((style) => {
      const isTyped = style === "each" || style === "results";
      const elements = [
        ...(style === "all"
          ? [fc.constant("operands"), fc.constant("`:` type(operands)")]
          : operands.map((group) => variable(group, isTyped))),
        ...(style === "each"
          ? results.map(({ name, many: size }) => inGroup(`type($${name})`, size !== undefined))
          : []),
        fc.constantFrom(
          ...(style === "functional"
            ? ["functional-type(operands, results)"]
            : style === "each"
              ? ["` `"]
              : ["`to` type(results)"]),
        ),
        ...attributes.map(({ definition: { optional, default: text } }, i) =>
          inGroup(`$a${i}`, optional === true || text !== undefined),
        ),
        ...regionNames.map((name, i) =>
          i < regions - 1
            ? inGroup(`$${name}`, true)
            : fc.oneof(inGroup(`$${name}`, true), fc.constantFrom(`($${name})*`, `(\`case\` $${name})*`)),
        ),
        fc.constantFrom("attr-dict", "attr-dict", "attr-dict-with-keyword"),
        fc.constantFrom("", "", "", "operands", "type(results)", "regions"),
        ...["`x`", "`,`", "`:`", "``", "`\\n`"].map((text) => fc.constantFrom(text, "")),
        fc.constantFrom("", "", ...TRAPS.map((text) => `\`${text}\``), "`` `->`"),
      ];
      return fc.tuple(...elements).chain((texts) => fc.shuffledSubarray(texts, { minLength: texts.length - 1 }));
    });
    return format.map((texts) => ({
      attributes,
      definition: {
        operands,
        results,
        traits,
        regionNames,
        inferTypes,
        attributes: Object.fromEntries(attributes.map(({ definition }, i) => [`a${i}`, definition])),
        assemblyFormat: texts.join(" "),
      },
    }));
  });

const look = flagSet({ cases: ["dark", "warm"], separator: "|", attributeName: "Look", cppName: "Look" });
const defineOp = (op: OpDefinition): ReturnType<typeof defineDialect> =>
  defineDialect({ name: "t", types: { box: {} }, attributes: { dot: {}, look }, ops: { op } });

/** Definitions that `defineDialect` accepts. */
const accepted: fc.Arbitrary<Draft> = drafts.filter(({ definition }) => {
  try {
    defineOp(definition);
    return true;
  } catch {
    return false;
  }
});

/** Operations of a definition in generic form, with random numbers of values, attributes, types and regions. */
function programs({ definition, attributes }: Draft): fc.Arbitrary<string> {
  const sizes = fc.infiniteStream(fc.nat({ max: 2 }));
  const choices = fc.infiniteStream(fc.nat({ max: 1000 }));
  return fc.tuple(sizes, choices, fc.boolean()).map(([counts, choose, hasNote]) => {
    const take = <T>(from: readonly T[]): T => from[choose.next().value! % from.length]!;
    const countOf = ({ many: size }: ValueDefinition): number =>
      size === undefined ? 1 : Math.min(counts.next().value!, size === "optional" ? 1 : 2);
    const same = take(TYPES);
    const isSame = definition.traits?.some((trait) => trait.startsWith("Same")) === true;
    const typesOf = (list: readonly ValueDefinition[] = []): readonly (readonly string[])[] =>
      list.map((group) =>
        Array.from({ length: countOf(group) }, () =>
          group.type === CONSTRAINTS[1]
            ? "i32"
            : group.type === CONSTRAINTS[2]
              ? "!t.box"
              : isSame
                ? same
                : take(TYPES),
        ),
      );
    const operands = typesOf(definition.operands);
    const groupedResults = typesOf(definition.results);
    const results = groupedResults.flat();
    const inputs = operands.flat();
    const entries = attributes.flatMap((choice, i) => {
      const { optional = false, default: text } = choice.definition;
      return (optional || text !== undefined) && choose.next().value! % 2 === 0 ? [] : `a${i} = ${take(choice.values)}`;
    });
    const sizesOf = (list: readonly (readonly string[])[]): string =>
      `array<i32${list.length === 0 ? "" : `: ${list.map((group) => group.length).join(", ")}`}>`;
    const has = (trait: TraitName): boolean => definition.traits?.includes(trait) === true;
    if (has("AttrSizedOperandSegments")) entries.push(`operandSegmentSizes = ${sizesOf(operands)}`);
    if (has("AttrSizedResultSegments")) entries.push(`resultSegmentSizes = ${sizesOf(groupedResults)}`);
    const { regionNames = [], assemblyFormat = "" } = definition;
    const fewest = assemblyFormat.includes("regions") ? 0 : -1;
    const count = regionNames.length + (assemblyFormat.includes(")*") ? (choose.next().value! % 3) + fewest : 0);
    const empty = has("NoTerminator") ? "{ ^bb0: }" : "{}";
    const regions = Array.from({ length: count }, () =>
      take(["{}", empty, '{ "u.end"() : () -> () }', '{ ^bb0(%x: i1): "u.end"() : () -> () }']),
    );
    const uses = inputs.map((_, i) => `%arg${i}`).join(", ");
    const names = results.length === 0 ? "" : `%r:${results.length} = `;
    return `"func.func"() <{function_type = (${inputs.join(", ")}) -> (), sym_name = "f"}> ({
^bb0(${inputs.map((type, i) => `%arg${i}: ${type}`).join(", ")}):
  ${names}"t.op"(${uses}) <{${entries.join(", ")}}> ${regions.length === 0 ? "" : `(${regions.join(", ")})`} ${hasNote ? '{note = "n", "t.more"}' : ""} : (${inputs.join(", ")}) -> (${results.join(", ")})
  %next = "u.next"() : () -> i1
  "u.use"(${results.map((_, i) => `%r#${i}`).join(", ")}) : (${results.join(", ")}) -> ()
  "func.return"() : () -> ()
}) : () -> ()`;
  });
}

describe("assembly formats that defineDialect accepts", () => {
  it("print text that is read as the same operations", () => {
    let compared = 0;
    const cases = accepted.chain((draft) => programs(draft).map((text) => ({ draft, text })));
    fc.assert(
      fc.property(cases, ({ draft, text }) => {
        const context = new Context({ allowUnregistered: true, dialects: [...dialects, defineOp(draft.definition)] });
        const parsed = parseModule(context, text);
        if (!parsed.ok) expect.fail(parsed.diagnostics[0]?.message);
        const problems: string[] = [];
        verifyOperation(parsed.op, { recursive: true }, ({ message }) => problems.push(message));
        if (problems.length > 0) {
          expect(problems[0]).to.match(/^'t\.op' op (requires (the|all)|expected 1 or more|failed to verify) /);
          return;
        }
        compared++;
        for (const debugInfo of [false, true]) {
          const custom = parsed.op.print({ debugInfo });
          expect(custom).to.match(/ t\.op\b/);
          const again = parseModule(context, custom);
          if (!again.ok) expect.fail(`${again.diagnostics[0]?.message}\n${custom}`);
          expect(again.op.print({ generic: true }), custom).to.equal(parsed.op.print({ generic: true }));
        }
      }),
      { numRuns: samples(2000) },
    );
    expect(compared).to.be.greaterThan(20);
  });
});
