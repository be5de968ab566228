import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import type { Operation, PrintFlags } from "@passwright/ir";
import { describeWithMlirOpt, runMlirOpt } from "@passwright/development";
import { expect } from "chai";
import { readInput } from "./read-input.ts";

const flags: readonly (readonly [readonly string[], PrintFlags])[] = [
  [[], {}],
  [["--mlir-print-debuginfo"], { debugInfo: true }],
  [["--mlir-print-debuginfo", "--mlir-pretty-debuginfo"], { debugInfo: true, prettyDebugInfo: true }],
  [["--mlir-print-debuginfo", "--mlir-print-local-scope"], { debugInfo: true, localScope: true }],
  [["--mlir-print-skip-regions"], { skipRegions: true }],
  [["--mlir-print-unique-ssa-ids"], { uniqueSsaIds: true }],
  [["--mlir-print-value-users"], { valueUsers: true }],
  [["--mlir-print-value-users", "--mlir-print-debuginfo"], { valueUsers: true, debugInfo: true }],
  [["--mlir-print-value-users", "--mlir-print-unique-ssa-ids"], { valueUsers: true, uniqueSsaIds: true }],
  [["--mlir-use-nameloc-as-prefix"], { nameLocAsPrefix: true }],
  [["--mlir-use-nameloc-as-prefix", "--mlir-print-debuginfo"], { nameLocAsPrefix: true, debugInfo: true }],
  [["--mlir-elide-elementsattrs-if-larger=0"], { elideElementsAttrsIfLarger: 0 }],
  [["--mlir-elide-elementsattrs-if-larger=2"], { elideElementsAttrsIfLarger: 2 }],
  [["--mlir-elide-elementsattrs-if-larger=4"], { elideElementsAttrsIfLarger: 4 }],
  [["--mlir-print-elementsattrs-with-hex-if-larger=0"], { elementsAttrsWithHexIfLarger: 0 }],
  [["--mlir-print-elementsattrs-with-hex-if-larger=2"], { elementsAttrsWithHexIfLarger: 2 }],
  [["--mlir-print-elementsattrs-with-hex-if-larger=-1"], { elementsAttrsWithHexIfLarger: -1 }],
  ...[2, 3, 4, 13, 100].map((limit): readonly [readonly string[], PrintFlags] => [
    [`--mlir-elide-resource-strings-if-larger=${limit}`],
    { elideResourceStringsIfLarger: limit },
  ]),
];

function print(text: string, asked: PrintFlags): string {
  const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "<stdin>" });
  if (!parsed.ok) return parsed.diagnostics[0]!.message;
  const wrong: string[] = [];
  verifyOperation(parsed.op, { recursive: true }, ({ message }) => wrong.push(message));
  return wrong[0] ?? `${parsed.op.print(asked)}\n`;
}

describeWithMlirOpt("flags of the printer, compared with mlir-opt", () => {
  const text = readInput("printing.mlir");
  for (const [args, asked] of flags) {
    for (const generic of [false, true]) {
      it(`${args.join(" ")}${generic ? ", generic form" : ""}`, () => {
        const form = generic ? ["--mlir-print-op-generic"] : [];
        const { stdout } = runMlirOpt(["--allow-unregistered-dialect", ...args, ...form], text);
        expect(print(text, { ...asked, generic })).to.equal(stdout);
      });
    }
  }
});

describe("distinct attributes", () => {
  it("are the same in one text, and others in the next", () => {
    const context = new Context({ allowUnregistered: true });
    const read = (): readonly unknown[] => {
      const parsed = parseModule(
        context,
        '"a.b"() {x = distinct[0]<>, y = distinct[0]<>, z = distinct[1]<>} : () -> ()\n',
      );
      const op = parsed.ok ? parsed.op.getRegion(0).front?.front : undefined;
      return ["x", "y", "z"].map((name) => op?.getAttr(name));
    };
    const [x, y, z] = read();
    expect(x).to.equal(y);
    expect(x).not.to.equal(z);
    expect(read()[0]).not.to.equal(x);
  });

  it("are numbered in the order of printing", () => {
    const text = '"a.b"() {x = distinct[7]<distinct[3]<>>} : () -> ()\n';
    const parsed = parseModule(new Context({ allowUnregistered: true }), text);
    const printed = parsed.ok ? parsed.op.print({ localScope: true }) : "";
    expect(printed).to.contain("x = distinct[0]<distinct[1]<>>");
  });

  it("have one value", () => {
    const parsed = parseModule(
      new Context({ allowUnregistered: true }),
      '"a.b"() {x = distinct[7]<1 : i32>, y = distinct[7]<2 : i32>} : () -> ()\n',
    );
    expect(parsed.ok ? "" : parsed.diagnostics[0]!.message).to.equal(
      "referenced attribute does not match previous definition: 1 : i32",
    );
  });
});

describe("the local scope", () => {
  it("prints the same text of a function after other functions", () => {
    const text = readInput("printing.mlir");
    const functions = (): readonly Operation[] => {
      const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "<stdin>" });
      return parsed.ok ? [...(parsed.op.getRegion(0).front?.operations ?? [])] : [];
    };
    const asked = [false, true].map((generic): PrintFlags => ({ localScope: true, generic, assumeVerified: true }));
    const printed = functions();
    expect(printed).to.have.length.greaterThan(3);
    for (const flagsOfPrint of [...asked, ...asked].reverse()) {
      for (const [index, op] of printed.entries())
        expect(op.print(flagsOfPrint)).to.equal(functions()[index]?.print(flagsOfPrint));
    }
  });
});
