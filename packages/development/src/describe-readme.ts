import { strictEqual } from "node:assert";
import { readFileSync } from "node:fs";

/**
 * Defines a suite that checks the README of the calling package. `test` is the caller's `import.meta.url`. The first
 * `ts` block must be equal to test/readme-example.ts, which the build compiles. The first `text` block must be equal to
 * `output`.
 */
export function describeReadme(test: string, output: string): void {
  const read = (path: string): string => readFileSync(new URL(`../${path}`, test), "utf8");

  describe("the README", () => {
    it("shows the example that is compiled here", () => {
      strictEqual(/```ts\n([^]*?)```/.exec(read("README.md"))?.[1], read("test/readme-example.ts"));
    });

    it("shows what it prints", () => {
      strictEqual(/```text\n([^]*?)\n```/.exec(read("README.md"))?.[1], output);
    });
  });
}
