import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";

/**
 * Runs a pass with this body on a text. The IR does not have locations, and one object contains all words of the text.
 */
function run(
  parts: { readonly body?: string; readonly adapter?: string },
  ...argv: readonly string[]
): Promise<string> {
  const framework = `import { defineFramework, definePass } from "@passwright/sdk";
const name = { text: "text", isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
const ir = {
  name: "words", intern: () => name, nameOf: () => name, collectNested() {},
  parse: (text) => ({ ok: true, op: { words: text.trim() } }), print: (op) => op.words, verify: () => true, ${parts.adapter ?? ""} };
const read = definePass({ name: "read", runOnOperation(op, pass) { ${parts.body ?? ""} } });
export default defineFramework({ name: "reader", anchor: "text", ir, pipeline: (b) => void b.addPass(read) });
`;
  const { passwright } = makeWorkplace({
    "reader.js": framework,
    "passwright.config.yaml": "framework: ./reader.js\n",
    "good.txt": "good\n",
    "bad.txt": "bad\n",
  });
  return passwright("run", "good.txt", "bad.txt", ...argv);
}

describe("diagnostics on an input of an IR without locations", () => {
  const ifBad = (what: string): string => `if (op.words === "bad") ${what};`;
  const cases: { readonly [what: string]: readonly [parts: Parameters<typeof run>[0], error: string] } = {
    "a pass that fails": [
      { body: ifBad("pass.signalPassFailure()") },
      "error[PWC0408]: pass `read` failed on 'text' without reporting an error",
    ],
    "a pass that throws": [
      { body: ifBad("throw new Error('no')") },
      "error[PWC0406]: pass `read` threw on 'text': Error: no",
    ],
    "a pass that reports an error": [
      { body: ifBad("{ pass.emitError('too short'); pass.signalPassFailure(); }") },
      "error[PWC0501]: too short",
    ],
    "a pass that warns": [{ body: ifBad("pass.emitWarning('short')") }, "warning[PWC0501]: short"],
    "an invalid result": [
      { body: ifBad("op.words = 'worse'"), adapter: "verify: (op) => op.words !== 'worse'" },
      "error[PWC0409]: the IR is not valid after pass `read` on 'text'",
    ],
    "an invalid input": [
      {
        adapter:
          "verify: (op, how, report) => op.words !== 'bad' || (report({ code: 'WRD0001', severity: 'error', message: 'not a word' }), false)",
      },
      "error[WRD0001]: not a word",
    ],
    "an invalid input of which the adapter reports nothing": [
      { adapter: "verify: (op) => op.words !== 'bad'" },
      "error[PWR0108]: `verify` of IR `words` returned false and reported nothing",
    ],
    "an input that cannot be parsed": [
      {
        adapter:
          "parse: (text) => text.startsWith('good') ? { ok: true, op: { words: 'good' } } : { ok: false, diagnostics: [{ code: 'WRD0002', severity: 'error', message: 'bad' }] }",
      },
      "error[WRD0002]: bad",
    ],
    "a result that cannot be printed": [
      { adapter: "print: (op) => { if (op.words === 'bad') throw new Error('cannot'); return op.words; }" },
      "error[PWR0108]: ",
    ],
    "a result that the adapter refuses to print": [
      {
        adapter:
          "print: (op) => { if (op.words === 'bad') throw Object.assign(new Error(), { diagnostic: { code: 'WRD0003', severity: 'error', message: 'no' } }); return op.words; }",
      },
      "error[WRD0003]: no",
    ],
  };

  for (const [what, [parts, error]] of Object.entries(cases)) {
    it(`name the input of ${what}`, async () => {
      const lines = (await run(parts)).split("\n");
      const index = lines.findIndex((line) => line.startsWith(error));
      expect(lines.join("\n")).to.contain(error);
      expect(lines[index + 1]).to.match(/^ {2}--> .*\bbad\.txt\b/);
      expect(lines.join("\n")).to.not.contain("good.txt");
    });
  }

  it("are not necessary for a form as bytes that only prints", async () => {
    const text = await run({ adapter: "bytes: { print: (op) => new TextEncoder().encode(op.words + '!\\n') }" });
    expect(text).to.equal("--- out\ngood!\n// -----\nbad!\n--- exit 0\n");
  });

  it("name it in JSON, without a line", async () => {
    const text = await run({ body: ifBad("pass.signalPassFailure()") }, "--json");
    const { inputs } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as {
      readonly inputs: readonly { readonly diagnostics: readonly { readonly at?: object }[] }[];
    };
    expect(inputs.map(({ diagnostics }) => diagnostics.map(({ at }) => at))).to.deep.equal([
      [],
      [{ file: "bad.txt", line: 0, column: 0 }],
    ]);
  });
});
