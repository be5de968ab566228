import {
  defineAnalysis,
  definePass,
  escapeControlCharacters,
  escapeSourceLine,
  hasControlCharacters,
  int,
  messageOf,
  PassRegistry,
  renderDiagnostic,
  wholeMessage,
} from "@passwright/core";
import type { Diagnostic, NamedPipeline, PassDefinition, SourceLocation } from "@passwright/core";
import { hostileText, samples } from "@passwright/development";
import { expect } from "chai";
import * as fc from "fast-check";
import type { Item } from "./toy-ir.ts";
import { block, describeThrow } from "./trace.ts";

const BAD = [
  "\0",
  "\u001b",
  "\n",
  "\r",
  "\t",
  "\u007f",
  "\u009b",
  "\u061c",
  "\u200e",
  "\u2028",
  "\u202e",
  "\u2066",
  "\u2069",
  "\ud83d",
];

describe("control characters", () => {
  it("are found and escaped, other characters are not", () => {
    const escaped = BAD.map((one) => escapeControlCharacters(`a${one}b`)).join(" ");
    expect(escaped).to.equal(
      "a\\u0000b a\\u001bb a\\nb a\\rb a\\tb a\\u007fb a\\u009bb a\\u061cb a\\u200eb a\\u2028b a\\u202eb a\\u2066b a\\u2069b a\\ud83db",
    );
    expect(BAD.every((one) => hasControlCharacters(one))).to.equal(true);
    const plain = "ä 日本 😀 👩‍👩‍👧 \\n \\u001b `x` \u00a0";
    expect([hasControlCharacters(plain), escapeControlCharacters(plain)]).to.deep.equal([false, plain]);
  });

  it("of source lines are escaped except tabs, and the end of a CRLF is dropped", () => {
    expect(escapeSourceLine("\ta\u001b[31m\rb\r")).to.equal("\ta\\u001b[31m\\rb");
  });
});

describe("messages of several lines", () => {
  it("are split and joined again", () => {
    fc.assert(fc.property(fc.string(), (text) => wholeMessage(messageOf(text)) === text));
    expect([messageOf("a"), messageOf("a\n b\n")]).to.deep.equal([
      { message: "a" },
      { message: "a", lines: [" b", ""] },
    ]);
  });
});

describe("names with control characters", () => {
  const runOnOperation = (_op: Item): undefined => undefined;
  const definedWith = (more: object): string =>
    describeThrow(() => definePass({ name: "fold", runOnOperation, ...more } as never)).split("\n")[0] ?? "";

  it("are refused in definitions of passes", () => {
    const whole = describeThrow(() => definePass({ name: "fold", types: ["Cleanup\u001b[31m"], runOnOperation }));
    const others: readonly object[] = [
      { displayName: "a\nb" },
      { anchor: "func\u202e.func" },
      { interface: "\u0000" },
      { dependentDialects: ["a", "b\r"] },
      { requires: ["\u009b"] },
      { forbids: ["\u2028"] },
      { provides: ["\u2066"] },
      { invalidates: ["\t"] },
      { preserves: ["\u007f"] },
      { statistics: { "seen\u001b": "things seen" } },
      { options: { "a\u001b": int(0, "") } },
      { name: "x\u001b" },
    ];
    expect([whole, ...others.map(definedWith)].join("\n")).to.equal(
      block(`
        error[PWC0106]: pass \`fold\`: \`types\` contains a control character: \`Cleanup\\u001b[31m\`
        help: remove the escaped character from the name
        error[PWC0106]: pass \`fold\`: \`displayName\` contains a control character: \`a\\nb\`
        error[PWC0106]: pass \`fold\`: \`anchor\` contains a control character: \`func\\u202e.func\`
        error[PWC0106]: pass \`fold\`: \`interface\` contains a control character: \`\\u0000\`
        error[PWC0106]: pass \`fold\`: \`dependentDialects\` contains a control character: \`b\\r\`
        error[PWC0106]: pass \`fold\`: \`requires\` contains a control character: \`\\u009b\`
        error[PWC0106]: pass \`fold\`: \`forbids\` contains a control character: \`\\u2028\`
        error[PWC0106]: pass \`fold\`: \`provides\` contains a control character: \`\\u2066\`
        error[PWC0106]: pass \`fold\`: \`invalidates\` contains a control character: \`\\t\`
        error[PWC0106]: pass \`fold\`: \`preserves\` contains a control character: \`\\u007f\`
        error[PWC0106]: pass \`fold\`: \`statistics\` contains a control character: \`seen\\u001b\`
        error[PWC0103]: pass \`fold\`: \`a\\u001b\` cannot be the name of an option
        error[PWC0101]: \`x\\u001b\` cannot be the name of a pass
      `),
    );
  });

  it("are allowed in summaries and descriptions, which are escaped when they are shown", () => {
    expect(definedWith({ summary: "a\tb", description: "one\ntwo\u001b", statistics: { seen: "\u001b" } })).to.equal(
      "nothing was thrown",
    );
  });

  it("are refused in analyses and in registries", () => {
    const registry = new PassRegistry<Item>();
    const plain: PassDefinition<Item> = definePass({ name: "plain", runOnOperation: () => undefined });
    const [owner, compute] = [{ name: "care" }, () => 0];
    const pipeline: NamedPipeline<Item> = { name: "p", summary: "", build: () => undefined };
    const attempts = [
      () => defineAnalysis({ name: "a\u001b", compute }),
      () => defineAnalysis({ name: "a", displayName: "b\n", compute }),
      () => registry.registerPipeline(pipeline, { name: "care\u202e" }),
      () => registry.registerPipeline(pipeline, { name: "care", version: "1\n" }),
      () => registry.registerPipeline({ ...pipeline, name: "p\u001b" }, owner),
      () => registry.registerGroup({ name: "g\u0085" }, owner),
      () => registry.registerPass({ ...plain, declaration: { name: "raw\u001b" } }, owner),
      () => registry.registerAnalysis({ name: "raw\u001b", displayName: "raw", compute } as never, owner),
    ];
    expect(attempts.map((attempt) => describeThrow(attempt).split("\n")[0]).join("\n")).to.equal(
      block(`
        error[PWC0106]: analysis: \`name\` contains a control character: \`a\\u001b\`
        error[PWC0106]: analysis: \`displayName\` contains a control character: \`b\\n\`
        error[PWC0106]: registry: owner contains a control character: \`care\\u202e\`
        error[PWC0106]: registry: version contains a control character: \`1\\n\`
        error[PWC0302]: named pipeline \`p\\u001b\`: \`p\\u001b\` cannot be the name of a pipeline
        error[PWC0106]: registry: group contains a control character: \`g\\u0085\`
        error[PWC0106]: registry: pass contains a control character: \`raw\\u001b\`
        error[PWC0106]: registry: analysis contains a control character: \`raw\\u001b\`
      `),
    );
  });
});

describe("any diagnostic with hostile strings", () => {
  const text = hostileText();
  const texts = fc.array(text, { maxLength: 3 });
  const at: fc.Arbitrary<SourceLocation> = fc.record(
    { file: text, line: fc.nat(9), column: fc.integer({ min: -1, max: 12 }), lineText: text },
    { requiredKeys: ["file", "line", "column"] },
  );
  const note = fc.record({ message: text, lines: texts, at }, { requiredKeys: ["message"] });
  const diagnostic: fc.Arbitrary<Diagnostic> = fc.record(
    {
      code: text,
      severity: fc.constantFrom("error" as const, "warning" as const),
      message: text,
      lines: texts,
      at,
      plugin: text,
      pluginKind: text as fc.Arbitrary<never>,
      step: text,
      notes: fc.array(note, { maxLength: 2 }),
      help: texts,
    },
    { requiredKeys: ["code", "severity", "message"] },
  );

  const excerptLines = (place: SourceLocation | undefined): number =>
    place?.lineText === undefined || place.column < 1 ? 0 : 2;

  it("is rendered without control characters and without additional lines", () => {
    fc.assert(
      fc.property(diagnostic, (one) => {
        const rendered = renderDiagnostic(one);
        const lines = rendered.split("\n");
        for (const line of lines) {
          const isExcerpt = line.startsWith("   | ");
          expect(hasControlCharacters(isExcerpt ? line.replaceAll("\t", "") : line), JSON.stringify(line)).to.equal(
            false,
          );
        }
        const { lines: more = [], notes = [], help = [] } = one;
        // A position without a file name and line is not rendered.
        const hasPlaceText = one.at !== undefined && (one.at.file !== "" || one.at.line !== 0);
        const hasPlace = one.plugin !== undefined || hasPlaceText || one.step !== undefined;
        const ofNotes = notes.map((each) => 1 + (each.lines?.length ?? 0) + excerptLines(each.at));
        const wanted = [1, more.length, hasPlace ? 1 : 0, excerptLines(one.at), ...ofNotes, help.length];
        expect(lines.length).to.equal(wanted.reduce((sum, count) => sum + count, 0));
        // Except for the headline, only the lines of `help` start at the left margin.
        const margin = lines.slice(1).filter((line) => !line.startsWith("  "));
        expect(margin.length).to.equal(help.length);
      }),
      { numRuns: samples(3000) },
    );
  });

  it("has its caret below the right character", () => {
    const lineText = "a\u001b[31m\tb";
    const rendered = renderDiagnostic({
      code: "PWX0001",
      severity: "error",
      message: "no",
      at: { file: "f", line: 1, column: 8, lineText },
    });
    expect(rendered.split("\n").slice(2)).to.deep.equal(["   | a\\u001b[31m\tb", "   |            \t^"]);
  });
});
