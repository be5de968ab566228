import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { renderDiagnostic } from "@passwright/core";
import { itLong, makeTemporaryFolder } from "@passwright/development";
import { assemblyRunner, assemblySetup, InProcess, Pool, runInputs } from "@passwright/runner";
import type { Executor, InputJob, InputResult, PoolOptions, RunInputsOptions } from "@passwright/runner";
import { assemble } from "@passwright/sdk";
import { framework } from "./words.js";

const setup = assemblySetup(new URL("./words.js", import.meta.url).href);
const jobs = (...contents: readonly string[]): InputJob[] =>
  contents.map((content, index) => ({ name: `${index}`, content }));

async function all(
  executor: Executor,
  inputs: Iterable<InputJob> | AsyncIterable<InputJob>,
  options?: RunInputsOptions,
): Promise<InputResult[]> {
  const results: InputResult[] = [];
  try {
    for await (const result of runInputs(executor, inputs, options)) results.push(result);
  } finally {
    await executor.close();
  }
  return results;
}

/** Formats results, one line per result. */
const shown = (results: readonly InputResult[]): string[] =>
  results.map(({ name, output, diagnostics }) =>
    [name, output, ...diagnostics.map(({ code, message }) => `${code} ${message}`)].filter(Boolean).join(" "),
  );

const pool = (options: Partial<PoolOptions> = {}): Pool => new Pool({ setup, workers: 2, ...options });
const inProcess = (): InProcess => new InProcess(assemblyRunner(assemble(framework)));

describe("runs of many inputs", () => {
  it("name the module of the setup if it does not export a framework", async () => {
    const thrown = await all(pool({ setup: assemblySetup("node:path") }), jobs("a")).catch(String);
    expect(thrown).to.contain(
      "UsageError: module `node:path` of `assemblySetup` does not export a framework with the name `framework`",
    );
  });

  it("returns equal results in the order of the inputs, in this thread and in workers", async () => {
    const inputs = jobs(
      ...Array.from({ length: 60 }, (_, index) => (index % 7 === 0 ? "wait a" : `b${index}`)),
      "fail",
    );
    const alone = shown(await all(inProcess(), inputs));
    expect(alone.at(-1)).to.equal("60 PWC0501 failed with `fail`");
    expect(alone.slice(0, 2)).to.deep.equal(["0 WAIT A", "1 B1"]);
    expect(shown(await all(pool(), inputs))).to.deep.equal(alone);
    expect(shown(await all(pool({ first: 1, expected: 61 }), inputs))).to.deep.equal(alone);
  });

  itLong("runs inputs in processes", async () => {
    expect(shown(await all(pool({ isolate: true }), jobs("a", "wait", "b")))).to.deep.equal(["0 A", "1 WAIT", "2 B"]);
  });

  it("ignores messages of passes to the main thread", async () => {
    for (const isolate of [false, true])
      expect(shown(await all(pool({ isolate }), jobs("post", "a post", "b")))).to.deep.equal([
        "0 POST",
        "1 A POST",
        "2 B",
      ]);
  });

  it("lets inputs overlap while their passes wait", async () => {
    for (const executor of [inProcess(), pool({ workers: 1 })]) {
      await executor.run({ name: "warm", content: "a" });
      const start = performance.now();
      await all(executor, jobs(...Array.from({ length: 100 }, () => "wait")));
      expect(performance.now() - start).to.be.lessThan(100 * 20 * 0.6);
    }
  });

  it("takes inputs only when there is room, and runs a large one alone", async () => {
    let [open, most, taken, done] = [0, 0, 0, 0];
    const executor: Executor = {
      width: 4,
      async run({ name, content }) {
        most = Math.max(most, ++open);
        if ((content as string).length > 100) expect(open).to.equal(1);
        await new Promise((resolve) => setTimeout(resolve, 1));
        if ((content as string).length > 100) expect(open).to.equal(1);
        open--;
        return { name, ok: true, diagnostics: [], statistics: [], from: "run" };
      },
      close: () => Promise.resolve(),
    };
    async function* source(): AsyncGenerator<InputJob> {
      for (let index = 0; index < 50; index++) {
        expect(++taken - done).to.be.lessThan(7);
        yield { name: `${index}`, content: index === 20 ? "x".repeat(200) : "x" };
      }
    }
    for await (const _ of runInputs(executor, source(), { maxBytes: 100 })) done++;
    expect({ done, most }).to.deep.equal({ done: 50, most: 4 });
  });

  it("ends at the first failure if requested, and on an abort", async () => {
    const inputs = jobs("a", "fail", "b", "fail", "c");
    const failure = "1 PWC0501 failed with `fail`";
    for (const executor of [inProcess(), pool()])
      expect(shown(await all(executor, inputs, { bail: true }))).to.deep.equal(["0 A", failure]);
    const controller = new AbortController();
    const executor = pool({
      workers: 1,
      onStart: ({ name }) => name === "1" && setTimeout(() => controller.abort(), 50),
    });
    const ended = await all(executor, jobs("a", "never2 hang", "b"), controller);
    expect(shown(ended)).to.deep.equal(["0 A", "1 PWH0201 input `1` was not finished, because the run was aborted"]);
  });
});

describe("inputs that end their worker", () => {
  const lost = (name: string, message: string): string => `${name} PWH0201 ${message}`;

  it("are named, and the others run", async () => {
    const inputs = jobs("a", "exit", "wait", "never", "b", "throw", ...Array.from({ length: 10 }, () => "wait"));
    const results = shown(await all(pool(), inputs));
    const expected = inputs.map(({ name, content }) => `${name} ${(content as string).toUpperCase()}`);
    expected[1] = lost("1", "the worker ended while it processed input `1`: exit code 3");
    expected[3] = lost("3", "the worker ended while it processed input `3`: exit code 13");
    expected[5] = lost("5", "the worker ended while it processed input `5`: TypeError: no word");
    expect(results).to.deep.equal(expected);
  });

  it("are named when they exceed the time limit", async () => {
    const [result] = await all(pool({ seconds: 0.4 }), [{ name: "a.txt", content: "hang" }]);
    expect(result?.diagnostics.map((one) => renderDiagnostic(one)).join("\n")).to
      .equal(`error[PWH0201]: input \`a.txt\` exceeded the time limit of 0.4 s
  --> a.txt
help: run only this input, without workers, to find the pass that causes the problem`);
    const results = shown(await all(pool({ seconds: 0.4 }), jobs("a", "hang", "b", "wait", "c")));
    const late = lost("1", "input `1` exceeded the time limit of 0.4 s");
    expect(results).to.deep.equal(["0 A", late, "2 B", "3 WAIT", "4 C"]);
  });

  it("are not blamed for a timer of an earlier input", async () => {
    const results = shown(await all(pool({ workers: 1 }), jobs("late", "wait wait", "a")));
    expect(results).to.deep.equal(["0 LATE", "1 WAIT WAIT", "2 A"]);
  });

  itLong("are contained in a process when they take all memory", async () => {
    const results = shown(await all(pool({ isolate: true, memory: 64 }), jobs("a", "memory", "b")));
    expect(results).to.deep.equal([
      "0 A",
      lost("1", "the worker ran out of memory while it processed input `1`"),
      "2 B",
    ]);
  });

  it("are reported when they cannot be read", async () => {
    const [result] = await all(inProcess(), [{ name: "logo.svg", content: { path: "/none/logo.svg" } }]);
    expect(result?.diagnostics.map((one) => renderDiagnostic(one)).join("\n")).to
      .equal(`error[PWH0202]: input \`logo.svg\` cannot be read: No such file or directory
help: correct the path, or pass the content of the input instead`);
  });

  it("are decoded if the IR accepts only text", async () => {
    const folder = makeTemporaryFolder();
    const content = (name: string, bytes: readonly number[]): InputJob["content"] => {
      const path = join(folder, name);
      writeFileSync(path, Uint8Array.from(bytes));
      return { path };
    };
    const inputs = [Uint8Array.of(0x61), content("text", [0x61]), Uint8Array.of(0xff), content("bytes", [0xff])];
    const problem = (name: string): string =>
      `${name} PWH0202 input \`${name}\` cannot be read: the content is not UTF-8`;
    const named = inputs.map((input, index) => ({ name: `${index}`, content: input }));
    expect(shown(await all(inProcess(), named))).to.deep.equal(["0 A", "1 A", problem("2"), problem("3")]);
  });

  it("are refused if the pool cannot run them", async () => {
    const problems: string[] = [];
    const add = (thrown: unknown): unknown => problems.push((thrown as Error).message);
    for (const workers of [0, 1.5])
      try {
        pool({ workers });
      } catch (thrown) {
        add(thrown);
      }
    await all(pool({ setup: { module: "data:text/javascript,process.exit(5)", data: 0 } }), jobs("a")).catch(add);
    await all(
      pool({ setup: { module: "data:text/javascript,export const open = () => {}", data: 0 } }),
      jobs("a"),
    ).catch(add);
    const closed = pool();
    const running = closed.run({ name: "0", content: "hang" }).catch(add);
    await closed.close();
    await running;
    await closed.run({ name: "1", content: "a" }).catch(add);
    expect(problems).to.deep.equal([
      "the settings of `Pool`: `workers` must be a positive integer, not 0",
      "the settings of `Pool`: `workers` must be a positive integer, not 1.5",
      "the worker ended while it processed the setup: exit code 5",
      "the setup refused the run",
      "the pool is closed",
      "the pool is closed",
    ]);
  });

  it("are reported when the setup fails", async () => {
    const executor = new Pool({ setup: { module: "data:text/javascript,process.exit(5)", data: 0 }, workers: 2 });
    expect(await executor.opened()).to.deep.equal({
      kind: "lost",
      how: { kind: "died", reason: "exit code 5" },
      memory: undefined,
      last: undefined,
    });
    await executor.close();
  });
});
