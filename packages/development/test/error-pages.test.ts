import { readdirSync, readFileSync } from "node:fs";
import {
  errorPages,
  findCodes,
  parseExplanations,
  readExplanations,
  textsIn,
} from "@passwright/development/documentation";
import { expect } from "chai";

const FOLDER = new URL("../../../docs/errors/", import.meta.url);

describe("pages of error codes", () => {
  it("are there for every code of the sources, and for no other", () => {
    const codes = findCodes();
    expect(codes.length).to.be.greaterThan(250);
    expect(
      readExplanations().map(({ code }) => code),
      "write about it in packages/development/errors",
    ).to.deep.equal(codes);
  });

  it("are equal to the output of `npm run docs` with the texts of the tests", () => {
    const written = readdirSync(FOLDER).map((file) => [file, readFileSync(new URL(file, FOLDER), "utf8")]);
    const pages = [...errorPages()].sort(([left], [right]) => (left < right ? -1 : 1));
    expect(Object.fromEntries(written), "npm run docs writes them anew").to.deep.equal(Object.fromEntries(pages));
  });

  it("show each code in its own text", () => {
    for (const [file, page] of errorPages()) {
      // Skips errors of passwright-opt in mlir-opt's format, which do not contain codes.
      if (file === "README.md" || /^PWR040[1235]/.test(file)) continue;
      const code = file.slice(0, -3);
      expect(page).to.match(new RegExp(String.raw`^(?:error|warning|remark)\[${code}\]: `, "m"));
    }
  });
});

describe("texts in tests", () => {
  const texts = (path: string, content: string): string[] => textsIn(path, content).map(({ text }) => text);

  it("are found in golden files, indented or not", () => {
    const golden =
      "$ x\nerror[PWX0001]: a\n  --> f:1:1\nhelp: b\n--- exit 1\n    warning[PWX0002]: c\n       = d\n  e\n";
    expect(texts("p/a/test/golden/x.txt", golden)).to.deep.equal([
      "error[PWX0001]: a\n  --> f:1:1\nhelp: b",
      "warning[PWX0002]: c\n   = d",
    ]);
  });

  it("are found in arrays, template literals, strings and joined strings", () => {
    const source = [
      `  "error[PWX0001]: a \\"b\\"",`,
      `  '   = "c"',`,
      `  "error[PWX0002]: d",`,
      "  expect(x).to.equal(block(`",
      "    error[PWX0003]: \\`e\\`",
      "      --> f:1:1",
      "    help: g`),",
      '  said("error[PWX0004]: h\\nhelp: i");',
      "  say(`error[PWX0005]: ${j}`);",
      '    "error[PWX0006]: k\\n   = l\\n" +',
      '      "help: m\\nn",',
    ].join("\n");
    expect(texts("p/a/test/x.test.ts", source)).to.deep.equal([
      'error[PWX0001]: a "b"\n   = "c"',
      "error[PWX0002]: d",
      "error[PWX0003]: `e`\n  --> f:1:1\nhelp: g",
      "error[PWX0004]: h\nhelp: i",
      "error[PWX0006]: k\n   = l\nhelp: m",
    ]);
  });
});

describe("explanations", () => {
  it("need a meaning, an example and a next step", () => {
    const section = "## PWX0001 Title\n\nMeaning.\n\n```ts\na();\n```\n\nDo: This.\n";
    expect(parseExplanations("core", section)).to.deep.equal([
      {
        code: "PWX0001",
        title: "Title",
        package: "core",
        meaning: "Meaning.",
        example: "```ts\na();\n```",
        advice: "This.",
      },
    ]);
    expect(() => parseExplanations("core", section.replace("Do: This.", ""))).to.throw(
      'core.md: section "PWX0001 Title" needs a meaning, an example in a fence, and "Do:"',
    );
  });
});
