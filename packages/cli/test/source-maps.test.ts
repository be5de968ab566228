import { readFileSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

/** IR whose source maps contain the name of their file. */
const FRAMEWORK = `import { defineFramework, defineIr } from "@passwright/sdk";
const ir = defineIr({
  name: "sign",
  extensions: [".sign"],
  root: "sign",
  parse: (text) => ({ kind: "sign", text, signs: [] }),
  nameOf: ({ kind }) => kind,
  childrenOf: "signs",
  print: ({ text }) => text,
  printWithMap: ({ text }, target) =>
    text.startsWith("plain") ? { text } : { text, map: { version: 3, file: target.file } },
});
export default defineFramework({ name: "signer", ir, pipeline() {} });
`;

const signer = (): Workplace =>
  makeWorkplace({
    "signer.js": FRAMEWORK,
    "passwright.config.yaml": "framework: ./signer.js\n",
    "in/a.sign": "stop\n",
    "in/b.sign": "go\n",
    "in/plain.sign": "plain\n",
  });

/** Returns the contents of all files in a folder. */
function contents(folder: string): object {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), "utf8")]),
  );
}

describe("source maps of results", () => {
  it("are written beside their results in a folder", async () => {
    const { passwright, folder } = signer();
    expect(await passwright("run", "in/*.sign", "-o", "out/")).to.match(/3 inputs, written to out\n--- exit 0\n$/);
    expect(contents(join(folder, "out"))).to.deep.equal({
      "a.sign": "stop\n",
      "a.sign.map": '{"version":3,"file":"out/a.sign"}',
      "b.sign": "go\n",
      "b.sign.map": '{"version":3,"file":"out/b.sign"}',
      "plain.sign": "plain\n",
    });
  });

  it("are written beside a file with one result", async () => {
    const { passwright, folder } = signer();
    expect(await passwright("run", "in/a.sign", "-o", "sign.txt")).to.match(/--- exit 0\n$/);
    expect(readFileSync(join(folder, "sign.txt.map"), "utf8")).to.equal('{"version":3,"file":"sign.txt"}');
  });

  it("are part of JSON", async () => {
    const printed = await signer().passwright("run", "--json", "in/a.sign");
    expect(JSON.parse(/\{[^]*\}/.exec(printed)?.[0] ?? "")).to.deep.include({
      inputs: [{ file: "in/a.sign", ok: true, text: "stop\n", map: { version: 3, file: "" }, diagnostics: [] }],
    });
  });

  it("are reported as lost where they have no file", async () => {
    const { passwright, folder } = signer();
    const warning = (why: string): string =>
      `warning[PWR0111]: the source maps of \`in/a.sign\` and 1 other input were not written, ${why}\n` +
      "help: write the results to a folder: `-o out/`\n";
    expect(await passwright("run", "in/*.sign")).to.contain(
      warning("because standard output cannot contain a source map"),
    );
    expect(await passwright("run", "in/*.sign", "-o", "all.txt")).to.contain(
      warning("because one file contains all results"),
    );
    expect(readdirSync(folder)).to.include("all.txt").and.not.include("all.txt.map");
  });

  it("are removed with stale results", async () => {
    const { passwright, folder } = signer();
    await passwright("run", "in/a.sign", "in/b.sign", "-o", "out/", "--remove-stale");
    unlinkSync(join(folder, "in/a.sign"));
    await passwright("run", "in/b.sign", "-o", "out/", "--remove-stale");
    expect(Object.keys(contents(join(folder, "out")))).to.deep.equal([
      ".passwright-results.json",
      "b.sign",
      "b.sign.map",
    ]);
  });

  it("are not written if the result cannot be written", async () => {
    const { passwright, folder } = signer();
    expect(await passwright("run", "in/a.sign", "in/missing.sign", "-o", "all.txt")).to.match(/--- exit 1\n$/);
    expect(readdirSync(folder)).to.not.include("all.txt.map");
  });
});
