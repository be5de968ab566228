import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";

function textsIn(folder: URL): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? textsIn(new URL(`${entry.name}/`, folder))
      : [readFileSync(new URL(entry.name, folder), "utf8")],
  );
}

describe("errors", () => {
  it("all stand in a test as they are printed", () => {
    const source = textsIn(new URL("../src/", import.meta.url)).join("\n");
    const codes = new Set(Array.from(source.matchAll(/"(PWL\d{4})"/g), ([, code]) => code as string));
    const tests = textsIn(new URL("../test/", import.meta.url)).join("\n");
    expect(codes.size).to.be.greaterThan(40);
    expect([...codes].sort().filter((code) => !tests.includes(`[${code}]: `))).to.deep.equal([]);
  });
});
