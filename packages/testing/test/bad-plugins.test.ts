import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { checkGolden, itLong, sampleOf } from "@passwright/development";
import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { printReport, testPlugin } from "@passwright/testing";

const folder = new URL("../bad-plugins/", import.meta.url);
const names = readdirSync(folder).sort();

/** Replaces random values, which differ between two runs of this test: `0.k3f9x2`, `probe-k3f9x2`. */
function withoutChance(text: string): string {
  const values = new Map<string, string>();
  const examples = ["k3f9x2", "p7q2m4"];
  return text.replace(/("0\.|probe-)([0-9a-z]+)/g, (_whole, head: string, value: string) => {
    if (!values.has(value)) values.set(value, examples[values.size] ?? "<more>");
    return `${head}${values.get(value)}`;
  });
}

describe("bad plugins", () => {
  for (const name of sampleOf(names)) {
    // The plugin `never-ends` uses a processor for five seconds.
    (name === "never-ends" ? itLong : it)(`${name}: fails, for the reason that its name says`, async () => {
      // A step of a valid plugin takes much less than five seconds, even if two tests share a processor.
      const timeLimitMs = name === "never-ends" ? 5000 : 20_000;
      const report = await testPlugin({ plugin: new URL(name, folder), timeLimitMs });
      expect(report.ok).to.equal(false);
      checkGolden(withoutChance(printReport(report)), `bad-plugins/${name}.txt`, import.meta.url);
    });
  }

  it("are each wrong in one way", () => {
    const golden = fileURLToPath(new URL("../test/golden/bad-plugins/", import.meta.url));
    for (const name of names) {
      const text = readFileSync(`${golden}${name}.txt`, "utf8");
      expect([...text.matchAll(/^error\[/gm)].length, name).to.equal(1);
    }
  });

  it("are reported without colors and paths", async () => {
    const { findings } = await testPlugin({ plugin: new URL("throws-in-setup", folder) });
    expect(findings.map((one: Diagnostic) => renderDiagnostic(one)).join("")).not.to.include(fileURLToPath(folder));
  });
});
