import { expect } from "chai";
import { diagnosticOf, renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { HookSet } from "@passwright/sdk/loading";
import { syncBailHook, syncHook, syncWaterfallHook } from "@passwright/sdk";

type Tap = (options: unknown, run: unknown) => void;

const declarations = {
  word: syncWaterfallHook<[string]>("word"),
  heard: syncHook<[string]>("word"),
  answer: syncBailHook<[string], number>("question"),
};

const tapOf = (hooks: HookSet, plugin: string, name: keyof typeof declarations): Tap =>
  (hooks.forPlugin(plugin)[name] as { tap: Tap }).tap;
const callOf = (hooks: HookSet, name: keyof typeof declarations): ((...args: unknown[]) => unknown) =>
  (hooks.forFramework()[name] as { call: (...args: unknown[]) => unknown }).call;

const show = (diagnostics: readonly Diagnostic[]): string => diagnostics.map(renderDiagnostic).join("\n\n");

/** Returns the diagnostic that a call throws, as text. */
function thrownBy(run: () => unknown): string {
  try {
    run();
  } catch (thrown) {
    const diagnostic = diagnosticOf(thrown);
    if (diagnostic !== undefined) return renderDiagnostic(diagnostic);
    throw thrown;
  }
  return "nothing";
}

/**
 * Adds taps of plugins to the hook `word`, in the given order. Each tap appends its own name. Returns the result of a
 * call with an empty string, or the problems with the taps.
 */
async function order(taps: readonly [plugin: string, options: unknown][], plugins: string[] = []): Promise<unknown> {
  const hooks = new HookSet("kettle", declarations);
  for (const [plugin, options] of taps) {
    const name = typeof options === "string" ? options : (options as { name: string }).name;
    tapOf(hooks, plugin, "word")(options, (word: string) => `${word}${name} `);
  }
  const problems = hooks.seal([...new Set([...taps.map(([plugin]) => plugin), ...plugins])]);
  if (problems.length > 0) return show(problems);
  return callOf(hooks, "word")("");
}

describe("HookSet", () => {
  it("makes tapable's hooks: waterfall, bail and plain ones", async () => {
    const hooks = new HookSet("kettle", declarations);
    const heard: string[] = [];
    tapOf(hooks, "a", "word")("double", (word: string) => word + word);
    tapOf(hooks, "a", "heard")("listen", (word: string) => heard.push(word));
    tapOf(hooks, "a", "answer")("does not know", () => undefined);
    tapOf(hooks, "b", "answer")("knows", () => 42);
    expect(hooks.seal(["a", "b"])).to.deep.equal([]);
    expect(callOf(hooks, "word")("ho")).to.equal("hoho");
    expect(callOf(hooks, "heard")("tea")).to.equal(undefined);
    expect(callOf(hooks, "answer")("?")).to.equal(42);
    expect(heard).to.deep.equal(["tea"]);
  });

  it("orders taps by stage, plugin and call, not by time", async () => {
    const taps: [string, unknown][] = [
      ["b", "b1"],
      ["b", "b2"],
      ["a", { name: "a1", stage: 1 }],
      ["a", "a2"],
      ["c", { name: "c1", stage: -1 }],
    ];
    expect(await order(taps)).to.equal("c1 a2 b1 b2 a1 ");
    expect(await order([...taps.slice(2), ...taps.slice(0, 2)])).to.equal("c1 a2 b1 b2 a1 ");
  });

  it("puts a tap before taps or plugins that it names, though they come later", async () => {
    expect(
      await order([
        ["a", "a1"],
        ["b", { name: "b1", before: "a1" }],
      ]),
    ).to.equal("b1 a1 ");
    expect(
      await order([
        ["b", { name: "b1", before: ["c", "a"] }],
        ["a", "a1"],
        ["c", "c1"],
      ]),
    ).to.equal("b1 a1 c1 ");
    // tapable itself would ignore `stage` if `before` is set.
    expect(
      await order([
        ["a", "a1"],
        ["b", { name: "b1", before: "a", stage: 5 }],
      ]),
    ).to.equal("b1 a1 ");
  });

  it("knows plugins of the config that tapped nothing, or were left out", async () => {
    expect(await order([["b", { name: "b1", before: "quiet" }]], ["quiet"])).to.equal("b1 ");
  });

  it("refuses unknown names in `before`", async () => {
    expect(
      await order([
        ["b", { name: "b1", before: "nobody" }],
        ["a", "a1"],
      ]),
    ).to.equal(
      `error[PWL0303]: tap \`b1\` of hook \`word\` must run before \`nobody\`, which is neither a tap nor a plugin
  --> plugin b
   = taps and plugins: \`a\`, \`a1\`, \`b\`, \`b1\`
help: set \`before\` to one of these names, or remove \`before\``,
    );
  });

  it("reports a cycle of `before`", async () => {
    const taps: [string, unknown][] = [
      ["a", { name: "a1", before: "b1" }],
      ["b", { name: "b1", before: "c1" }],
      ["c", { name: "c1", before: "a1" }],
      ["d", "d1"],
    ];
    const text = `error[PWL0304]: the taps of hook \`word\` form a cycle: \`a1\` -> \`b1\` -> \`c1\` -> \`a1\`
  --> plugin a, b, c
   = tap \`a1\` of plugin \`a\` must run before \`b1\`
   = tap \`b1\` of plugin \`b\` must run before \`c1\`
   = tap \`c1\` of plugin \`c\` must run before \`a1\`
help: remove \`before\` from one of these taps`;
    expect(await order(taps)).to.equal(text);
    expect(await order([...taps].reverse())).to.equal(text);
  });

  it("refuses a tap that must run before itself, but not before its plugin or another tap with the same name", async () => {
    expect(await order([["a", { name: "a1", before: "a1" }]])).to
      .equal(`error[PWL0304]: the taps of hook \`word\` form a cycle: \`a1\` -> \`a1\`
  --> plugin a
   = tap \`a1\` of plugin \`a\` must run before \`a1\`
help: remove \`before\` from one of these taps`);
    expect(
      await order([
        ["a", "same"],
        ["b", { name: "same", before: "same" }],
        ["c", "c1"],
        ["c", { name: "c", before: "c" }],
      ]),
    ).to.equal("same same c c1 ");
  });

  it("refuses async functions and taps that are none, all at once", () => {
    const hooks = new HookSet("kettle", declarations);
    tapOf(hooks, "b", "word")("slow", async (word: string) => word);
    tapOf(hooks, "a", "word")("", () => "");
    tapOf(hooks, "a", "word")("nothing", undefined);
    tapOf(hooks, "a", "word")({ name: "odd", stage: "late" }, () => "");
    tapOf(hooks, "a", "word")({ name: "odd", before: 3 }, () => "");
    tapOf(hooks, "a", "word")({ name: "odd", after: "slow" }, () => "");
    expect(show(hooks.seal(["a", "b"]))).to
      .equal(`error[PWL0301]: invalid tap of hook \`word\`: \`before\` must be a name or a list of names, not 3
  --> plugin a
help: write \`hooks.word.tap("NAME", (…) => { … })\`

error[PWL0301]: invalid tap of hook \`word\`: \`stage\` must be a number, not "late"
  --> plugin a
help: write \`hooks.word.tap("NAME", (…) => { … })\`

error[PWL0301]: invalid tap of hook \`word\`: the second argument of \`tap("nothing", …)\` must be a function
  --> plugin a
help: write \`hooks.word.tap("NAME", (…) => { … })\`

error[PWL0301]: invalid tap of hook \`word\`: the tap has no name
  --> plugin a
help: write \`hooks.word.tap("NAME", (…) => { … })\`

error[PWL0301]: invalid tap of hook \`word\`: unknown key \`after\`; allowed keys: \`name\`, \`before\`, \`stage\`
  --> plugin a
help: write \`hooks.word.tap("NAME", (…) => { … })\`

error[PWL0302]: tap \`slow\` of hook \`word\` must not be async
  --> plugin b
help: make the function synchronous, because the hook does not wait for promises`);
  });

  it("names the plugin of a tap that throws or returns a promise", async () => {
    const hooks = new HookSet("kettle", declarations);
    tapOf(
      hooks,
      "a",
      "word",
    )("check", () => {
      throw new Error("the operation has no name");
    });
    tapOf(hooks, "b", "answer")("verify", () => Promise.reject(new Error("not reported")));
    hooks.seal(["a", "b"]);
    expect(thrownBy(() => callOf(hooks, "word")(""))).to
      .equal(`error[PWL0305]: tap \`check\` of hook \`word\` threw an exception: Error: the operation has no name
  --> plugin a
help: report the problem to the author of \`a\`, with the stack from \`--debug\``);
    expect(thrownBy(() => callOf(hooks, "answer")(""))).to
      .equal(`error[PWL0306]: tap \`verify\` of hook \`answer\` returned a promise
  --> plugin b
help: make the function synchronous, because the hook does not wait for promises`);
  });

  it("refuses taps after setup, and calls before", () => {
    const hooks = new HookSet("kettle", declarations);
    expect(thrownBy(() => callOf(hooks, "word")(""))).to
      .equal(`error[PWL0308]: hook \`word\` was called before plugins could tap it
  --> framework kettle
help: call the hook in a pass, which runs after all plugins have tapped their hooks`);
    const tap = tapOf(hooks, "a", "word");
    hooks.seal([]);
    expect(thrownBy(() => tap("late", () => ""))).to
      .equal(`error[PWL0307]: hook \`word\` was tapped after the \`setup\` of \`a\` returned
  --> plugin a
help: call \`hooks.word.tap\` in \`setup\``);
  });
});
