import {
  describeWithMlirOpt,
  generateProgram,
  mutate,
  runMlirOpt,
  runMlirOptOnEach,
  samples,
} from "@passwright/development";
import { expect } from "chai";
import { changeOperation } from "./change-operation.ts";
import { readInput } from "./read-input.ts";
import { whatMlirOptSays, whatWeSay } from "./what-is-wrong.ts";

const BATCH = 50;
const allow = "--allow-unregistered-dialect";

describeWithMlirOpt("mistakes, compared with mlir-opt", () => {
  it("have the same text and position", () => {
    const texts = readInput("mistakes.mlir").split("// -----\n");
    const expected = whatMlirOptSays(texts);
    const different = texts.flatMap((text, i) => {
      const [ours, theirs] = [whatWeSay(text).join("\n"), expected[i]?.join("\n")];
      return ours === theirs ? [] : [`${text}ours: ${ours}\nmlir-opt: ${theirs}`];
    });
    expect(different.join("\n\n")).to.equal("");
  });

  it("that hands make end in the same verdict, and nearly always in the same words", () => {
    const generic = Array.from({ length: 20 }, (_, i) => {
      const shape = { functions: 2, operationsPerFunction: 8, depth: 2 };
      return generateProgram({ seed: i + 1, ...shape, unregistered: i % 2 === 0, locations: i % 7 === 3 }).text;
    });
    const valid = [...generic, ...runMlirOptOnEach([allow], generic)];
    const count = samples(2000);
    const texts = Array.from({ length: count }, (_, i) => mutate(valid[i % valid.length]!, i));
    const { refused, verdicts, words } = compare(texts);
    expect(verdicts.length, verdicts.join("\n")).to.be.at.most(count * 0.01);
    expect(words.length, words.join("\n")).to.be.at.most(refused * 0.03);
  });

  it("that operations do not allow have the same text", () => {
    const functions = ["every-operation", "memref-rest", "loops", "branches", "hand-written"].flatMap((name) => {
      const { stdout } = runMlirOpt([allow, "--mlir-print-op-generic"], readInput(`${name}.mlir`));
      const [, ...parts] = stdout.split(/\n(?= {2}"func\.func")/);
      return parts.map((part) => part.replace(/\n\}\) : \(\) -> \(\)\s*$/, "\n"));
    });
    const count = samples(1500);
    const texts = Array.from({ length: count }, (_, i) => changeOperation(functions[i % functions.length]!, i));
    const { refused, verdicts, words } = compare(texts);
    expect(refused).to.be.greaterThan(count / 4);
    expect([...verdicts, ...words].join("\n")).to.equal("");
  });
});

/** Returns the number of texts that mlir-opt refuses, and the texts for which our message differs. */
function compare(texts: readonly string[]): {
  readonly refused: number;
  readonly verdicts: readonly string[];
  readonly words: readonly string[];
} {
  const verdicts: string[] = [];
  const words: string[] = [];
  let refused = 0;
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH);
    whatMlirOptSays(batch).forEach((theirs, i) => {
      // If mlir-opt crashes, checks only that our program does not crash.
      const ours = whatWeSay(batch[i]!.endsWith("\n") ? batch[i]! : `${batch[i]!}\n`);
      if (theirs === undefined) return;
      if (theirs.length > 0) refused++;
      const difference = `${start + i}: ${theirs.join(" | ")} <> ${ours.join(" | ")}`;
      if (theirs.length > 0 !== ours.length > 0) verdicts.push(difference);
      else if (theirs.join("\n") !== ours.join("\n")) words.push(difference);
    });
  }
  return { refused, verdicts, words };
}
