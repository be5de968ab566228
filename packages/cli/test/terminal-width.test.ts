import { expect } from "chai";
import { commands, main } from "@passwright/cli";
import { runProgram } from "@passwright/development";
import { wrapWords } from "../dist/render/wrap.js";
import { makeProject } from "./project.ts";

const folder = makeProject(
  {
    "passwright.config.yaml": `framework: kettle
plugins: [plugin-mint, plugin-lemon, plugin-data]
insert:
  - pass: boil
    after: boil
    reason: ${"a reason that does not fit into one line of any terminal, however wide that ".repeat(3).trim()}
`,
  },
  ["kettle", "plugin-mint", "plugin-lemon", "plugin-data"],
);

async function shown(columns: number | undefined, ...argv: readonly string[]): Promise<string> {
  const { out } = await runProgram(main, argv, { cwd: folder, more: { columns: () => columns } });
  return out;
}

const widest = (text: string): number => Math.max(...text.split("\n").map((line) => line.length));
const words = (text: string): string[] => text.split(/[\s·]+/).filter((word) => word !== "");

describe("the width of the terminal", () => {
  for (const columns of [60, 80, 120])
    it(`of ${columns} columns is enough for plan, and no word is lost`, async () => {
      const [narrow, wide] = [await shown(columns, "plan"), await shown(undefined, "plan")];
      expect(widest(wide)).to.be.greaterThan(200);
      expect(widest(narrow)).to.be.lessThanOrEqual(columns);
      expect(words(narrow)).to.deep.equal(words(wide));
    });

  it("is not exceeded by help", async () => {
    for (const argv of [["help"], ...commands.map(({ name }) => ["help", name])]) {
      const [narrow, wide] = [await shown(80, ...argv), await shown(undefined, ...argv)];
      expect(widest(narrow), argv.join(" ")).to.be.lessThanOrEqual(80);
      expect(words(narrow)).to.deep.equal(words(wide));
    }
  });

  it("wraps messages and help of diagnostics, but not source lines", async () => {
    const place = "insert: [{ pass: boyl, before: a step that no plugin has }]";
    const wrong = makeProject({ "passwright.config.yaml": `framework: kettle\n${place}\n` }, ["kettle"]);
    const err = async (columns: number | undefined): Promise<string> =>
      (await runProgram(main, ["plan"], { cwd: wrong, more: { errColumns: () => columns } })).err;
    const [narrow, wide] = [await err(40), await err(undefined)];
    expect(narrow).to.contain(`   | ${place}\n`);
    const long = narrow.split("\n").filter((line) => line.length > 40);
    expect(long.filter((line) => !/^ {3}\|/.test(line))).to.deep.equal([]);
    expect(wide.split("\n").filter((line) => line.length > 40)).to.have.length.greaterThan(long.length);
    expect(words(narrow)).to.deep.equal(words(wide));
  });
});

describe("words of a text", () => {
  it("are split neither in commands nor in other code, as far as a line has room", () => {
    const help = "run `npm install x`, then `a b c d e f g h i j k l`";
    expect(wrapWords(help, 18)).to.deep.equal(["run", "`npm install x`,", "then `a b c d e f", "g h i j k l`"]);
  });
});

describe("--color and --no-color", () => {
  const ESCAPE = "\u001b[";

  it("decide before the terminal does", async () => {
    const run = (argv: readonly string[], outHasColor: boolean): Promise<{ readonly out: string }> =>
      runProgram(main, argv, { cwd: folder, more: { outHasColor } });
    expect((await run(["plan", "--color"], false)).out).to.contain(ESCAPE);
    expect((await run(["plan", "--no-color"], true)).out).not.to.contain(ESCAPE);
    expect((await run(["plan"], true)).out).to.contain(ESCAPE);
    expect((await run(["plan"], false)).out).not.to.contain(ESCAPE);
  });
});
