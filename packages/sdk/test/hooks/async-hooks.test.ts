import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic, UsageError } from "@passwright/core";
import { HookSet } from "@passwright/sdk/loading";
import {
  asyncParallelHook,
  asyncSeriesBailHook,
  asyncSeriesHook,
  asyncSeriesWaterfallHook,
  assemble,
  defineFramework,
  definePass,
  definePlugin,
} from "@passwright/sdk";
import type { AsyncCallable, TappableHooks } from "@passwright/sdk";
import { append, menu, sugar } from "../tea.ts";
import type { Line } from "../tea.ts";

const hooks = {
  each: asyncSeriesHook<[word: string]>("word"),
  first: asyncSeriesBailHook<[word: string], string>("word"),
  chain: asyncSeriesWaterfallHook<[word: string]>("word"),
  all: asyncParallelHook<[word: string]>("word"),
};

interface Outcome {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

type Names = keyof typeof hooks;

/** Runs a pass that calls the tapped hooks, and returns the text that the pass appended. */
async function run(
  setups: { readonly [name: string]: (taps: TappableHooks<typeof hooks>) => void },
  body: (own: { readonly [K in Names]: AsyncCallable<[word: string], unknown> }) => Promise<string>,
  others: readonly unknown[] = [],
): Promise<string> {
  const framework = defineFramework({
    name: "slow",
    ir: menu,
    anchor: "menu",
    hooks,
    pipeline(b, { hooks: own }) {
      const pass = definePass({
        name: "asks",
        runOnOperation: async (root: Line) => void append(root, await body(own as never)),
      });
      b.addPass(pass);
    },
  });
  const plugins = Object.entries(setups).map(([name, setup]) =>
    definePlugin({ name, setup: (_b, environment) => setup(environment.hooks as never) }),
  );
  const assembly = assemble(framework, { plugins: [...plugins, ...others] } as never);
  const parsed = assembly.parse("", { file: "x" });
  if (!parsed.ok || assembly.plan === undefined)
    return assembly.diagnostics.map((one) => assembly.render(one)).join("\n");
  const { ok, root, diagnostics } = await assembly.runAsync(parsed.root);
  return ok ? assembly.print(root as Line) : diagnostics.map((one) => assembly.render(one)).join("\n");
}

/** Assembles a framework whose pass calls `body`, and parses three roots. */
function simultaneous(body: (each: { promise(word: string): Promise<unknown> }) => unknown): {
  readonly assembly: { run(root: Line): Outcome; runAsync(root: Line): Promise<Outcome> };
  readonly roots: readonly Line[];
} {
  const framework = defineFramework({
    name: "slow",
    ir: menu,
    anchor: "menu",
    hooks,
    pipeline(b, { hooks: { each } }) {
      b.addPass(definePass({ name: "asks", runOnOperation: () => body(each) as Promise<void> }));
    },
  });
  const assembly = assemble(framework, {});
  const roots = [1, 2, 3].flatMap(() => {
    const parsed = assembly.parse("", { file: "x" });
    return parsed.ok ? [parsed.root] : [];
  });
  return { assembly, roots };
}

const later = <T>(value: T | PromiseLike<T>): Promise<T> => new Promise((resolve) => setImmediate(resolve, value));

describe("asynchronous hooks", () => {
  it("accept synchronous functions, also as taps that are data or that `tapPromise` adds", async () => {
    const log: string[] = [];
    const taps = { each: (word: string) => void log.push(`data ${word}`), first: () => "first" };
    const text = await run(
      { a: (own) => own.each.tapPromise("a", ((word: string) => void log.push(`a ${word}`)) as never) },
      async ({ each, first }) => {
        await each.promise("x");
        return String(await first.promise("y"));
      },
      [definePlugin({ name: "b", taps } as never)],
    );
    expect([text, ...log]).to.deep.equal(["first\n", "a x", "data x"]);
  });

  it("call taps as tapable does: in series, with bail, as a waterfall, in parallel", async () => {
    const log: string[] = [];
    const setups = {
      a: (taps: TappableHooks<typeof hooks>) => {
        taps.each.tapPromise("a", async (word) => void log.push(await later(`a ${word}`)));
        taps.first.tapPromise("a", () => later(undefined));
        taps.chain.tapAsync("a", (word, done) => setImmediate(done, null, `${word}a`));
        taps.all.tapPromise("a", async () => void log.push(await later("all a")));
      },
      b: (taps: TappableHooks<typeof hooks>) => {
        taps.each.tap({ name: "b", before: "a" }, (word) => void log.push(`b ${word}`));
        taps.first.tap("b", (word) => `${word}b`);
        taps.chain.tapPromise("b", async (word) => `${word}b`);
        taps.all.tap("b", () => void log.push("all b"));
      },
    };
    const text = await run(setups, async ({ each, first, chain, all }) => {
      await each.promise("x");
      await all.promise("x");
      return `${String(await first.promise("y"))}${String(await chain.promise("z"))}`;
    });
    expect(text).to.equal("ybzab\n");
    expect(log).to.deep.equal(["b x", "a x", "all b", "all a"]);
  });

  it("do nothing without taps", async () => {
    const text = await run({}, async ({ each, first, chain }) => {
      await each.promise("x");
      return `${String(await first.promise("x"))}${String(await chain.promise("w"))}`;
    });
    expect(text).to.equal("undefinedw\n");
  });

  it("name the plugin of a tap that rejects, in any way", async () => {
    const fail = (tap: (taps: TappableHooks<typeof hooks>) => void): Promise<string> =>
      run({ cup: tap }, async ({ each }) => String(await each.promise("x")));
    const ways = [
      (taps: TappableHooks<typeof hooks>) => taps.each.tapPromise("c", () => Promise.reject(new Error("cracked"))),
      (taps: TappableHooks<typeof hooks>) => taps.each.tapAsync("c", (_word, done) => done(new Error("cracked"))),
      (taps: TappableHooks<typeof hooks>) =>
        taps.each.tap("c", () => {
          throw new Error("cracked");
        }),
    ];
    for (const way of ways) {
      expect(await fail(way)).to.equal(
        "error[PWL0305]: tap `c` of hook `each` threw an exception: Error: cracked\n" +
          "  --> plugin cup, x, step asks\n   = in pass `asks` on 'menu'\n" +
          "help: report the problem to the author of `cup`, with the stack from `--debug`",
      );
    }
    expect(await fail((taps) => taps.each.tap("c", (async () => {}) as never))).to.contain(
      "error[PWL0302]: tap `c` of hook `each` must not be async\n  --> plugin cup\nhelp: use `tapPromise`",
    );
    expect(await fail((taps) => taps.each.tap("c", (() => Promise.resolve()) as never))).to.contain(
      "error[PWL0306]: tap `c` of hook `each` returned a promise",
    );
  });

  it("can be observed", async () => {
    const seen: string[] = [];
    await run({ a: (taps) => taps.each.tap("one", () => {}) }, async ({ each }) => {
      each.intercept({ call: (word) => void seen.push(`call ${word}`), tap: ({ name }) => void seen.push(name) });
      await each.promise("x");
      return "done";
    });
    expect(seen).to.deep.equal(["call x", "a: one"]);
  });
});

describe("a framework that uses its hooks in the wrong way", () => {
  it("is refused if it calls an asynchronous hook with `call`, even without taps", async () => {
    const body = (own: object): Promise<string> =>
      (own as { each: { call: (word: string) => Promise<string> } }).each.call("x");
    for (const setups of [{}, { cup: (taps: TappableHooks<typeof hooks>) => taps.each.tap("a", () => {}) }])
      expect(await run(setups, body)).to
        .contain(`error[PWL0312]: asynchronous hook \`each\` was called with \`call\`, which does not wait for taps
  --> framework slow, x, step asks
   = in pass \`asks\` on 'menu'
help: call the hook with \`await hooks.each.promise(…)\``);
  });

  const notAwaited = `error[PWL0313]: the run ended without awaiting the taps of asynchronous hook \`each\`
  --> framework slow
help: write \`await hooks.each.promise(…)\` in an asynchronous pass`;

  it("is refused if a run ends without awaiting a hook, even if a tap rejects later or has ended", async () => {
    const calls: ((each: AsyncCallable<[word: string], unknown>) => unknown)[] = [
      (each) => void each.promise("x"),
      (each) =>
        void each.promise("x").then(
          () => {},
          () => {},
        ),
      (each) => each.callAsync("x", () => {}),
    ];
    const taps: ((taps: TappableHooks<typeof hooks>) => void)[] = [
      ({ each }) => each.tapPromise("c", () => later(later(undefined))),
      ({ each }) => each.tapPromise("c", () => later("late").then((text) => Promise.reject(new Error(text)))),
    ];
    for (const cup of taps)
      for (const call of calls) expect(await run({ cup }, async ({ each }) => String(call(each)))).to.equal(notAwaited);
    const ended = run({ cup: ({ each }) => each.tap("c", () => {}) }, ({ each }) => {
      void each.promise("x");
      return later("x");
    });
    expect(await ended).to.equal(notAwaited);
    await later(later(undefined));
  });

  it("is not refused if simultaneous runs await hooks later, or if the run has failed", async () => {
    const { assembly, roots } = simultaneous(async (each) => {
      const promise = each.promise("x");
      await later(later(undefined));
      await promise;
    });
    const results = await Promise.all(roots.map((root) => assembly.runAsync(root)));
    expect(results.map(({ diagnostics }) => diagnostics)).to.deep.equal([[], [], []]);
    const failing = await run({}, ({ each }) => {
      void each.promise("x");
      throw new Error("no tea");
    });
    expect(failing)
      .to.match(/^error\[PWC0406\]: .*no tea/)
      .and.not.to.contain("PWL0313");
  });

  it("is refused after the last of simultaneous runs, once, and in synchronous runs", async () => {
    const { assembly, roots } = simultaneous((each) => void each.promise("x"));
    const results = await Promise.all(roots.map((root) => assembly.runAsync(root)));
    expect(results.map(({ ok }) => ok)).to.deep.equal([true, true, false]);
    expect(results.map(({ diagnostics }) => diagnostics.map(({ code }) => code))).to.deep.equal([[], [], ["PWL0313"]]);
    expect(assembly.run(roots[0] as Line).diagnostics.map(({ code }) => code)).to.deep.equal(["PWL0313"]);
  });

  it("is refused if it calls an unknown hook in `pipeline`, or declares arguments that are not names", () => {
    const pipeline = (_b: unknown, { hooks: own }: { readonly hooks: object }): unknown =>
      (own as { eahc: { call(): unknown } }).eahc.call();
    const assembly = assemble(defineFramework({ name: "slow", ir: menu, anchor: "menu", hooks, pipeline } as never));
    expect(assembly.diagnostics.map((one) => assembly.render(one)).join("\n")).to
      .equal(`error[PWL0309]: framework \`slow\` has no hook \`eahc\`
  --> framework slow
   = hooks of the framework: \`each\`, \`first\`, \`chain\`, \`all\`
help: did you mean \`each\`?`);
    for (const names of [[["word", "line"]], ["word, line"]] as never[][])
      expect(() => asyncSeriesHook(...names)).to.throw("`asyncSeriesHook`: each argument must be a name, as a string");
  });

  it("can have keywords and equal words as names of its arguments", async () => {
    const both = asyncSeriesWaterfallHook<[string, string]>("class", "class");
    const framework = defineFramework({
      name: "slow",
      ir: menu,
      anchor: "menu",
      hooks: { both },
      pipeline(b, { hooks: own }) {
        const runOnOperation = async (root: Line) => void append(root, await own.both.promise("a", "b"));
        b.addPass(definePass({ name: "asks", runOnOperation }));
      },
    });
    const plugin = definePlugin({ name: "cup", taps: { both: (first: string, second: string) => first + second } });
    const assembly = assemble(framework, { plugins: [plugin] });
    const parsed = assembly.parse("", { file: "x" });
    if (!parsed.ok) throw new Error("not parsed");
    const { root, diagnostics } = await assembly.runAsync(parsed.root);
    expect([...diagnostics.map((one) => assembly.render(one)), assembly.print(root).trim()]).to.deep.equal(["ab"]);
  });
});

describe("a tap of a manifest", () => {
  it("cannot be called without its code", () => {
    const set = new HookSet("slow", hooks);
    set.declare("cup", { hook: "each", name: "c" });
    expect(set.seal(["cup"])).to.deep.equal([]);
    let text = "";
    try {
      set.forFramework()["each"]?.promise("x");
    } catch (thrown) {
      text = renderDiagnostic((thrown as UsageError).diagnostic);
    }
    expect(text).to
      .equal(`error[PWL0311]: tap \`c\` of hook \`each\` is declared in the manifest, but the code of the tap is not loaded
  --> plugin cup
help: load the code of \`cup\` before the run`);
  });
});

describe("a content security policy without `unsafe-eval`", () => {
  const child = fileURLToPath(new URL("without-eval.js", import.meta.url));
  const runChild = (what: string): string =>
    execFileSync(process.execPath, ["--disallow-code-generation-from-strings", child, what], { encoding: "utf8" });

  it("allows plans and runs of plugins without taps", () => {
    expect(runChild("sugar")).to.equal(
      "menu(tea(boil,sweeten{spoons=2},pour),tidy)\ntea\n  water\n  whitess\n  poured\n\n",
    );
    expect(sugar.name).to.equal("sugar");
  });

  it("refuses a plugin with taps when it is planned, with its hook", () => {
    expect(runChild("citrus")).to
      .equal(`error[PWL0310]: \`citrus\` taps hook \`word\`, but this environment does not allow \`new Function\`
  --> plugin citrus
   = the library tapable compiles hooks with \`new Function\`
help: allow \`unsafe-eval\` in the content security policy, or remove the plugin
`);
  });
});
