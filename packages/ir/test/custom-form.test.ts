import { Context, dialects, parseModule, verifyOperation } from "@passwright/ir";
import {
  describeWithMlirOpt,
  forEachProgram,
  perturb,
  perturbCustom,
  runMlirOpt,
  runMlirOptOnEach,
  samples,
} from "@passwright/development";
import { expect } from "chai";
import { readInput } from "./read-input.ts";

interface Flags {
  readonly generic?: boolean;
  readonly debugInfo?: boolean;
  readonly localScope?: boolean;
}

/** Returns a text as Passwright prints it, or the first error in the text. */
function print(text: string, flags: Flags = { generic: false }): string {
  const parsed = parseModule(new Context({ allowUnregistered: true, dialects }), text, { file: "<stdin>" });
  if (!parsed.ok) return `${parsed.diagnostics[0]!.at?.line}: ${parsed.diagnostics[0]!.message}`;
  const wrong: string[] = [];
  verifyOperation(parsed.op, { recursive: true }, (diagnostic) => wrong.push(diagnostic.message));
  return wrong[0] ?? `${parsed.op.print(flags)}\n`;
}

const allow = "--allow-unregistered-dialect";

describeWithMlirOpt("custom form, compared with mlir-opt", () => {
  for (const name of ["every-operation.mlir", "hand-written.mlir", "loops.mlir", "branches.mlir", "memref-rest.mlir"]) {
    it(`reads and prints ${name} the same`, () => {
      const text = readInput(name);
      const custom = runMlirOpt([allow], text).stdout;
      expect(print(text)).to.equal(custom);
      expect(print(custom)).to.equal(custom);
      expect(print(custom, { generic: true })).to.equal(runMlirOpt([allow, "--mlir-print-op-generic"], custom).stdout);
      expect(print(text, { generic: false, debugInfo: true })).to.equal(
        runMlirOpt([allow, "--mlir-print-debuginfo"], text).stdout,
      );
      expect(print(text, { generic: false, debugInfo: true, localScope: true })).to.equal(
        runMlirOpt([allow, "--mlir-print-debuginfo", "--mlir-print-local-scope"], text).stdout,
      );
    });
  }

  for (const options of [{}, { unregistered: true }, { locations: true, depth: 5 }]) {
    it(`reads and prints random programs the same, as they are and respelled: ${JSON.stringify(options)}`, () => {
      const texts: string[] = [];
      const size = { functions: 3, operationsPerFunction: 15 };
      forEachProgram({ seed: 100, count: samples(334), ...size, ...options }, (program) => {
        texts.push(perturb(program.text, texts.length));
      });
      const debugInfo = "locations" in options;
      const args = debugInfo ? [allow, "--mlir-print-debuginfo"] : [allow];
      const custom = runMlirOptOnEach(args, texts);
      // Returns whether mlir-opt can parse its own output. mlir-opt cannot parse a cf.switch that passes one of several
      // results.
      const isReadable = (text: string): boolean => !/^ +(?:default|\d+): \^bb\d+\(.*#/m.test(text);
      const generic = runMlirOptOnEach(
        [...args, "--mlir-print-op-generic"],
        custom.filter((text) => isReadable(text)),
      );
      // Split outputs lack the empty line with which mlir-opt ends a file.
      let next = 0;
      texts.forEach((text, i) => {
        expect(print(text, { generic: false, debugInfo }).trimEnd()).to.equal(custom[i]!.trimEnd());
        if (!isReadable(custom[i]!)) return;
        const respelled = perturbCustom(custom[i]!, i);
        expect(print(respelled, { generic: false, debugInfo }).trimEnd(), respelled).to.equal(custom[i]!.trimEnd());
        // Arguments without a location have the location of their line, which depends on the text before the split.
        if (!debugInfo) expect(print(custom[i]!, { generic: true }).trimEnd()).to.equal(generic[next]!.trimEnd());
        next++;
      });
    });
  }
});
