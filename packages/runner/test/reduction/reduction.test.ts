import type { IrAdapter } from "@passwright/core";
import { reduceRoot } from "@passwright/runner";
import { sampleOf, testLevel } from "@passwright/development";
import { expect } from "chai";
import { REDUCTION_FAULTS } from "./faults.ts";
import { reducedByMlir, smallestOfTen } from "./smallest-known.ts";

/** Maximum ratio of a result's size to the smallest known size. */
const MOST = 1.2;

const CASES = REDUCTION_FAULTS.flatMap((fault) =>
  Array.from({ length: fault.count }, (_, index) => ({ ...fault, seed: 101 + index })),
);

describe("reduceRoot, on large inputs", () => {
  for (const { ir, host, fragment, fault, smallest, seed } of sampleOf(sampleOf(CASES))) {
    it(`${ir.name}: ${fault.source}, seed ${seed}`, async () => {
      const adapter = ir as unknown as Required<IrAdapter<object>>;
      const print = (root: object): string => adapter.print(root, {});
      const read = (text: string): object => {
        const parsed = adapter.parse(text, { file: `input.${ir.name}`, allowUnregistered: true });
        if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
        return parsed.op;
      };
      const fails = (root: object): boolean => fault.test(print(root));
      const isValid = (text: string): boolean =>
        adapter.verify?.(read(text), { recursive: true }, () => undefined) ?? true;
      const input = read(host(seed, fragment));
      const before = print(input);
      expect(before).to.match(fault);
      const onSmaller = (root: object): void => {
        expect(fails(root) && isValid(print(root)), print(root)).to.equal(true);
      };
      const result = print((await reduceRoot<object>(adapter, input, fails, { onSmaller })).root);
      expect(result).to.match(fault);
      expect(print(input), "the input is not changed").to.equal(before);
      expect(result.length, result).to.be.at.most(smallest * MOST);
      if (testLevel() !== "long") return;
      const best = await smallestOfTen(adapter, input, fails, seed);
      const others = ir.name === "mlir" ? [reducedByMlir(before, fault)].flatMap((one) => one ?? []) : [];
      const known = Math.min(...[best, ...others].map((text) => text.length));
      expect(result.length, `${result}\nand a smaller one:\n${best}`).to.be.at.most(known * MOST);
    });
  }
});
