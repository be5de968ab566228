import { readFileSync } from "node:fs";
import { expect } from "chai";
import { output } from "./readme-example.ts";

function readPackageFile(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}

describe("the README", () => {
  const readme = readPackageFile("README.md");

  it("shows the example that is compiled here", () => {
    expect(/```ts\n([^]*?)```/.exec(readme)?.[1]).to.equal(readPackageFile("test/readme-example.ts"));
  });

  it("shows what it prints", () => {
    expect(/```text\n([^]*?)\n```/.exec(readme)?.[1]).to.equal(output);
  });
});
