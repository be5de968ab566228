import { defineFramework, definePlugin, definePluginFor, int } from "@passwright/sdk";
import { renderDiagnostic, UsageError } from "@passwright/core";
import { expect } from "chai";

/** Calls `define` and returns the first line of the error, or `accepted` if there is no error. */
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
        "error[PWC0106]: framework: `name` contains a control character: `acme\\u001b[31m`",
        "error[PWC0106]: framework: `ir` contains a control character: `toy\\n`",
        "error[PWC0106]: framework: `anchor` contains a control character: `mod\\u202eule`",
        "error[PWC0106]: framework: `extensionPoints` contains a control character: `end\\r`",
        "error[PWC0106]: framework: `extensionPoints` contains a control character: `stop\\u009b`",
        "error[PWC0106]: framework: `passTypes` contains a control character: `Tiling\\u2066`",
        "error[PWC0106]: framework: `hooks` contains a control character: `on\\u0000`",
        "error[PWC0106]: framework: `hooks` contains a control character: `a\\tb`",
        "error[PWC0106]: framework: `properties` contains a control character: `clean\\u2028`",
        "error[PWC0106]: framework: `targets` contains a control character: `gpu\\u007f`",
        "error[PWC0106]: framework: `levels` contains a control character: `O1\\n`",
        "error[PWC0106]: framework: `cleanups` contains a control character: `cse\\u001b`",
        "error[PWC0106]: framework: `externalPasses` contains a control character: `cse\\u001b`",
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
        "error[PWC0106]: plugin: `pipelines` contains a control character: `all\\u001b`",
        "error[PWC0106]: plugin: `dialects` contains a control character: `toy\\n`",
        "error[PWC0106]: plugin: `options` contains a control character: `depth\\u202e`",
        "error[PWC0106]: plugin: `dialects` contains a control character: `a\\u001b`",
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
