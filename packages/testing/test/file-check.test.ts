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

  it("are refused if they are certainly mistyped", () => {
    const messages = (checks: string, prefixes = ["CHECK"]): readonly string[] =>
      fileCheck({ checks, input: "a\n", prefixes }).diagnostics.map(
        ({ code, message, help = [] }) => `${code} ${message}; ${help.join()}`,
      );
    const mistyped: readonly (readonly [wrong: string, right: string])[] = [
      ["CHECK-NXT", "CHECK-NEXT"],
      ["CHECK-NETX", "CHECK-NEXT"],
      ["CHECK-NEXTT", "CHECK-NEXT"],
      ["CHECK-LABLE", "CHECK-LABEL"],
      ["CHECK-EMTPY", "CHECK-EMPTY"],
      ["CHECK-SAEM", "CHECK-SAME"],
      ["CHECK-NTO", "CHECK-NOT"],
      ["CHECK-CONT-2", "CHECK-COUNT-2"],
      ["CHECK_NEXT", "CHECK-NEXT"],
      ["CHECK_COUNT-2", "CHECK-COUNT-2"],
      ["CHECKNEXT", "CHECK-NEXT"],
      ["CHEK", "CHECK"],
      ["CEHCK", "CHECK"],
      ["CHEK-NEXT", "CHECK-NEXT"],
    ];
    for (const [wrong, right] of mistyped)
      for (const comment of ["", "// ", "-- ", "# ", "  ; "])
        expect(messages(`CHECK: a\n${comment}${wrong}: b`), `${comment}${wrong}`).to.deep.equal([
          `PWT0702 \`${wrong}:\` is not a directive of FileCheck; did you mean \`${right}:\`?`,
        ]);
    expect(messages("FOLD: a\nFOLD-NXT: b", ["FOLD"]).length).to.equal(1);
  });

  it("may be beside other prefixes and texts", () => {
    const others = [
      "CHECK-FOLD",
      "CHECK-NO",
      "CHECK-NOTE",
      "CHECK-TEXT",
      "CHECKS",
      "CHECK1",
      "CHECK-X86",
      "CHECK-A-NEXT",
    ];
    for (const name of [...others, "check", "Chek", "see CHEK", "HACK", "DAGS", "NOTE", "CHECK-NEXT-FOLD"])
      expect(fileCheck({ checks: `CHECK: a\n// ${name}: b`, input: "a\n" }).ok, name).to.equal(true);
  });

  it("may have other prefixes", () => {
    const options = { checks: "FOO: a\nCHECK: z\nBAR-NEXT: b", input: "a\nb\n" };
    expect(fileCheck({ ...options, prefixes: ["FOO", "BAR"] }).ok).to.equal(true);
    expect(fileCheck(options).ok).to.equal(false);
  });
});
