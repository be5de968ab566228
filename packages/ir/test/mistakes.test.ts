import { describeWithMlirOpt, generateProgram, mutate, runMlirOptOnEach, samples } from "@passwright/test-support";
import { expect } from "chai";
import { readInput } from "./read-input.ts";
import { whatMlirOptSays, whatWeSay } from "./what-is-wrong.ts";

const BATCH = 50;
const allow = "--allow-unregistered-dialect";

describeWithMlirOpt("mistakes, compared with mlir-opt", () => {
  it("are said in the same words at the same places", () => {
    const texts = readInput("mistakes.mlir").split("// -----\n");
    const expected = whatMlirOptSays(texts);
    const different = texts.flatMap((text, i) => {
      const [ours, theirs] = [whatWeSay(text).join("\n"), expected[i]?.join("\n")];
      return ours === theirs ? [] : [`${text}ours: ${ours}\nmlir-opt: ${theirs}`];
    });
    expect(different.join("\n\n")).to.equal("");
  });

  it("that hands make end in the same verdict, and nearly always in the same words", function () {
    this.timeout(300_000);
    const generic = Array.from({ length: 20 }, (_, i) => {
      const shape = { functions: 2, operationsPerFunction: 8, depth: 2 };
      return generateProgram({ seed: i + 1, ...shape, unregistered: i % 2 === 0, locations: i % 7 === 3 }).text;
    });
    const valid = [...generic, ...runMlirOptOnEach([allow], generic)];
    const count = samples(2000);
    const texts = Array.from({ length: count }, (_, i) => mutate(valid[i % valid.length]!, i));
    const verdicts: string[] = [];
    const words: string[] = [];
    let refused = 0;
    for (let start = 0; start < count; start += BATCH) {
      const batch = texts.slice(start, start + BATCH);
      whatMlirOptSays(batch).forEach((theirs, i) => {
        // Where mlir-opt dies, being alive is all that is asked.
        const ours = whatWeSay(batch[i]!.endsWith("\n") ? batch[i]! : `${batch[i]!}\n`);
        if (theirs === undefined) return;
        if (theirs.length > 0) refused++;
        const difference = `${start + i}: ${theirs.join(" | ")} <> ${ours.join(" | ")}`;
        if (theirs.length > 0 !== ours.length > 0) verdicts.push(difference);
        else if (theirs.join("\n") !== ours.join("\n")) words.push(difference);
      });
    }
    expect(verdicts.length, verdicts.join("\n")).to.be.at.most(count * 0.01);
    expect(words.length, words.join("\n")).to.be.at.most(refused * 0.03);
  });
});
