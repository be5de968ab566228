import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const PACKAGE = fileURLToPath(new URL("../", import.meta.url));

function readAll(folder: string): string {
  return readdirSync(`${PACKAGE}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(`${PACKAGE}${folder}/${path}`, "utf8"))
    .join("\n");
}

function codesIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, code]) => code ?? ""))].sort();
}

describe("error codes", () => {
  it("each have a test with their rendered text", () => {
    const used = codesIn(readAll("src"), /"(PWC[0-9]{4})"/g);
    const tested = codesIn(readAll("test"), /(?:error|warning|remark)\[(PWC[0-9]{4})\]: /g);
    expect(used.length).to.be.greaterThan(20);
    expect(tested.filter((code) => used.includes(code))).to.deep.equal(used);
  });
});
