import { defineFramework, definePlugin, definePluginFor, int } from "@passwright/sdk";
import { renderDiagnostic, UsageError } from "@passwright/core";
import { expect } from "chai";

/** Returns the exception of a definition in one line. */
function refusalOf(define: () => unknown): string {
  try {
    define();
  } catch (thrown) {
    if (thrown instanceof UsageError) return renderDiagnostic(thrown.diagnostic).split("\n")[0] ?? "";
    throw thrown;
  }
  return "accepted";
}

const ir = { name: "toy" } as never;

describe("names with control characters", () => {
  it("are refused in definitions of frameworks", () => {
    const parts: readonly object[] = [
      {},
      { name: "acme\u001b[31m" },
      { ir: { name: "toy\n" } },
      { anchor: "mod\u202eule" },
      { extensionPoints: { "end\r": { since: "1", doc: "" } } },
      { extensionPoints: { end: { since: "1", doc: "any\ntext\u001b", formerly: ["stop\u009b"] } } },
      { passTypes: { "Tiling\u2066": "cuts loops" } },
      { hooks: { "on\u0000": { kind: "SyncHook", args: [] } } },
      { hooks: { on: { kind: "SyncHook", args: ["a\tb"] } } },
      { properties: { "clean\u2028": { kind: "structural" } } },
      { targets: ["cpu", "gpu\u007f"] },
      { levels: ["O1\n"] },
      { cleanups: ["cse\u001b"] },
      { externalPasses: ["cse\u001b"] },
    ];
    const refusals = parts.map((part) =>
      refusalOf(() => defineFramework({ name: "acme", ir, anchor: "any", ...part })),
    );
    expect(refusals.join("\n")).to.equal(
      [
        "accepted",
        "error[PWC0106]: framework: name `acme\\u001b[31m` contains a control character",
        "error[PWC0106]: framework: IR `toy\\n` contains a control character",
        "error[PWC0106]: framework: anchor `mod\\u202eule` contains a control character",
        "error[PWC0106]: framework: extension point `end\\r` contains a control character",
        "error[PWC0106]: framework: extension point `stop\\u009b` contains a control character",
        "error[PWC0106]: framework: pass type `Tiling\\u2066` contains a control character",
        "error[PWC0106]: framework: hook `on\\u0000` contains a control character",
        "error[PWC0106]: framework: hook argument `a\\tb` contains a control character",
        "error[PWC0106]: framework: property `clean\\u2028` contains a control character",
        "error[PWC0106]: framework: target `gpu\\u007f` contains a control character",
        "error[PWC0106]: framework: level `O1\\n` contains a control character",
        "error[PWC0106]: framework: pass `cse\\u001b` contains a control character",
        "error[PWC0106]: framework: pass `cse\\u001b` contains a control character",
      ].join("\n"),
    );
  });

  it("are refused in definitions of plugins", () => {
    const build = (): void => undefined;
    const parts: readonly object[] = [
      { options: { depth: int(1, "") }, lacks: "a\nb" },
      { pipelines: [{ name: "all\u001b", summary: "", build }] },
      { dialects: [{ name: "toy\n" }] },
      { options: { "depth\u202e": int(1, "") } },
    ];
    const define = (part: object): string => refusalOf(() => definePlugin({ passes: [], ...part }));
    const forOne = refusalOf(() =>
      definePluginFor<{ name: "acme" }>()({ passes: [], dialects: [{ name: "a\u001b" }] }),
    );
    expect([...parts.map(define), forOne].join("\n")).to.equal(
      [
        "accepted",
        "error[PWC0106]: plugin: pipeline `all\\u001b` contains a control character",
        "error[PWC0106]: plugin: dialect `toy\\n` contains a control character",
        "error[PWC0106]: plugin: option `depth\\u202e` contains a control character",
        "error[PWC0106]: plugin: dialect `a\\u001b` contains a control character",
      ].join("\n"),
    );
  });

  it("leave values of other kinds to the loaded definition", () => {
    const odd = {
      name: 7,
      ir: null,
      anchor: undefined,
      hooks: [],
      targets: "cpu",
      passTypes: null,
      extensionPoints: { x: null },
    };
    expect(refusalOf(() => defineFramework(odd as never))).to.equal("accepted");
    expect(refusalOf(() => definePlugin({ passes: 1, pipelines: 2, dialects: [null] } as never))).to.equal("accepted");
  });
});
