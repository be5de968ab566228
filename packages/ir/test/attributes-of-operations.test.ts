import {
  changeAttribute,
  describeWithMlirOpt,
  eachOperation,
  Random,
  runMlirOptOnEach,
  samples,
} from "@passwright/development";
import { Context, dialects, parseModule } from "@passwright/ir";
import { expect } from "chai";
import { whatMlirOptSays, whatWeSay } from "./what-is-wrong.ts";

const BATCH = 200;

/**
 * Operations whose attributes determine the result type. The verifier does not check that the result type is correct.
 */
const SHAPES = /memref\.(subview|reinterpret_cast|expand_shape|collapse_shape|transpose)/;

/**
 * Returns the texts for which Passwright and mlir-opt differ in their verdict or first error. If mlir-opt crashes,
 * accepts any error of Passwright. `refused` is the number of texts that both programs refuse in the same way.
 */
function differences(texts: readonly string[]): { readonly different: readonly string[]; readonly refused: number } {
  const different: string[] = [];
  let refused = 0;
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH);
    whatMlirOptSays(batch).forEach((theirs, i) => {
      const [ours] = whatWeSay(batch[i]!);
      if (theirs === undefined ? ours !== undefined : ours === theirs[0]) {
        if (ours !== undefined) refused++;
        return;
      }
      different.push(`${batch[i]!}ours: ${ours}\nmlir-opt: ${theirs?.[0] ?? "crashes"}`);
    });
  }
  return { different, refused };
}

/** Operations with each case of each enumeration. */
const enumerations: readonly string[] = [
  ...range(16).map((kind) => {
    // Kinds whose names end in `i`, `s` or `u` are for integers.
    const type = [1, 2, 6, 7, 10, 11, 13, 14, 15].includes(kind) ? "i32" : "f32";
    const types = `(${type}, memref<4x${type}>, index)`;
    return `%0:3 = "t.v"() : () -> ${types}\n%1 = "memref.atomic_rmw"(%0#0, %0#1, %0#2) <{kind = ${kind} : i64}> : ${types} -> ${type}\n`;
  }),
  ...range(10).map((i) => binary("arith.cmpi", `predicate = ${i} : i64`, "i8", "i1")),
  ...range(16).map((i) => binary("arith.cmpf", `predicate = ${i} : i64`, "f32", "i1")),
  ...range(4).map((i) => {
    const flags = ["nsw", "nuw"].filter((_, bit) => (i & (1 << bit)) !== 0).join(", ");
    return binary("arith.addi", `overflowFlags = #arith.overflow<${flags === "" ? "none" : flags}>`, "i8", "i8");
  }),
  ..."none reassoc nnan ninf nsz arcp contract afn fast afn,nnan"
    .split(" ")
    .map((flags) => binary("arith.addf", `fastmath = #arith.fastmath<${flags}>`, "f32", "f32")),
  ...range(5).map(
    (i) => `%0 = "t.v"() : () -> f32\n%1 = "arith.truncf"(%0) <{roundingmode = ${i} : i32}> : (f32) -> f16\n`,
  ),
];

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => i);
}

function binary(name: string, properties: string, type: string, result: string): string {
  return `%0 = "t.v"() : () -> ${type}\n%1 = "${name}"(%0, %0) <{${properties}}> : (${type}, ${type}) -> ${result}\n`;
}

function print(text: string, flags: { readonly generic?: boolean }): string {
  const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "in.mlir" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]!.message);
  return parsed.op.print(flags).trimEnd();
}

describe("programs for each operation", () => {
  it("have every operation of every dialect", () => {
    const text = eachOperation().join("");
    const names = dialects.flatMap(({ name, ops }) => Object.keys(ops).map((op) => `${name}.${op}`));
    expect(names.filter((name) => !text.includes(`"${name}"`))).to.deep.equal([]);
  });
});

describeWithMlirOpt("attributes of operations, compared with mlir-opt", () => {
  it("of any kind get its verdict and its first error", () => {
    const programs = eachOperation().filter((text) => !SHAPES.test(text));
    expect(differences(programs).different.join("\n")).to.equal("");
    const count = samples(6000);
    const texts = Array.from({ length: count }, (_, i) => {
      const random = new Random(i);
      return changeAttribute(random.pick(programs), random);
    }).filter((text) => text !== undefined);
    const { different, refused } = differences(texts);
    expect(different.join("\n")).to.equal("");
    expect(refused).to.be.greaterThan(texts.length / 2);
  });

  it("of enumerations have its words and its numbers", () => {
    const expected = runMlirOptOnEach(["--allow-unregistered-dialect"], enumerations);
    const generic = runMlirOptOnEach(["--allow-unregistered-dialect", "--mlir-print-op-generic"], enumerations);
    expect(enumerations.map((text) => print(text, {}))).to.deep.equal(expected.map((text) => text.trimEnd()));
    expect(expected.map((text) => print(text, { generic: true }))).to.deep.equal(generic.map((text) => text.trimEnd()));
  });
});
