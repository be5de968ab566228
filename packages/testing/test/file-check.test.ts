import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { itLong, makeTemporaryFolder, samples } from "@passwright/development";
import { fileCheck } from "@passwright/testing";
import { cases } from "./file-check-cases.ts";

const program = ["FileCheck-22", "FileCheck"].find((name) => spawnSync(name, ["--version"]).status === 0);
const randomCases = samples(400);

/** Makes a generator of random numbers below a bound. The same seed gives the same numbers. */
function makeRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % bound;
  };
}

/**
 * Returns random checks and an input. Uses few letters, so that checks match at several positions, overlap, and fail.
 */
function randomCase(seed: number): readonly [checks: string, input: string] {
  const random = makeRandom(seed);
  const pick = (list: readonly string[]): string => list[random(list.length)] ?? "";
  const kinds = ["", "", "", "-NEXT", "-SAME", "-NOT", "-DAG", "-DAG", "-LABEL", "-COUNT-2", "-EMPTY"];
  const texts = [
    "a",
    "b",
    "c",
    "ab",
    "a b",
    "{{a|ab}}",
    "{{[ab]+}}",
    "[[X:[abc]]]",
    "[[X]]",
    "{{^}}a",
    "b{{$}}",
    "{{b?}}c",
  ];
  const checks = Array.from({ length: 1 + random(5) }, () => {
    const kind = pick(kinds);
    return `CHECK${kind}:${kind === "-EMPTY" ? "" : ` ${pick(texts)}`}\n`;
  });
  const lines = Array.from(
    { length: 1 + random(7) },
    () => `${pick(["", "a", "b", "c", "ab", "a b", "c a", "b c", "abc"])}\n`,
  );
  return [checks.join(""), lines.join("")];
}

describe("CHECK lines", () => {
  const folder = makeTemporaryFolder();

  function verdictOfFileCheck(checks: string, input: string): boolean {
    const [checksFile, inputFile] = [join(folder, "checks"), join(folder, "input")];
    // Adds a line end, because FileCheck treats the end of a file as text.
    writeFileSync(checksFile, `${checks}\n`);
    writeFileSync(inputFile, input);
    return spawnSync(program ?? "", [checksFile, `--input-file=${inputFile}`]).status === 0;
  }

  function compare(list: readonly (readonly [string, string])[]): void {
    const wrong = list.filter(
      ([checks, input]) => fileCheck({ checks, input }).ok !== verdictOfFileCheck(checks, input),
    );
    expect(wrong.slice(0, 5), `${wrong.length} of ${list.length}`).to.deep.equal([]);
  }

  itLong("have FileCheck's meaning, case by case", function () {
    if (program === undefined && process.env["CI"] !== "true") this.skip();
    compare(cases);
  });

  it("have FileCheck's meaning on random cases", function () {
    if (program === undefined && process.env["CI"] !== "true") this.skip();
    compare(Array.from({ length: randomCases }, (_, seed) => randomCase(seed + 1)));
  });

  it("may have other prefixes", () => {
    const options = { checks: "FOO: a\nCHECK: z\nBAR-NEXT: b", input: "a\nb\n" };
    expect(fileCheck({ ...options, prefixes: ["FOO", "BAR"] }).ok).to.equal(true);
    expect(fileCheck(options).ok).to.equal(false);
  });
});
