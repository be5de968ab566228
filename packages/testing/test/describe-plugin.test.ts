import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { diagnosticOf, renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { checkFile, describeFiles, describePlugin, testPlugin } from "@passwright/testing";
import type { Runner, TestPluginOptions } from "@passwright/testing";
import { childEnvironment, itLong, makeTemporaryFolder } from "@passwright/development";

/* Checks of passes are skipped for the plugin `batch`, which does not have passes. */

const options = {
  plugin: fileURLToPath(new URL("../../../plugins/batch", import.meta.url)),
  framework: "passwright-example-kiln",
  options: { size: 8 },
};
const imports = `import { describePlugin } from ${JSON.stringify(import.meta.resolve("@passwright/testing"))};`;

/** Numbers of tests that passed, failed and were skipped, from the runner. */
function countsOf(program: readonly string[], words: readonly string[], code: string): (number | undefined)[] {
  const file = join(makeTemporaryFolder(), "plugin.test.mjs");
  writeFileSync(file, code);
  const env: NodeJS.ProcessEnv = childEnvironment();
  // Removes the variable, because otherwise node:test assumes that it runs inside another test.
  delete env["NODE_TEST_CONTEXT"];
  const { stdout, stderr } = spawnSync(process.execPath, [...program, file], { encoding: "utf8", env });
  const out = stdout + stderr;
  return words.map((word) => {
    const [, before, after] = new RegExp(`(?:(\\d+) ${word}|# ${word} (\\d+))`).exec(out) ?? [];
    return before === undefined && after === undefined ? undefined : Number(before ?? after);
  });
}

describe("describePlugin", () => {
  itLong("skips checks without cases, with mocha", () => {
    const mocha = createRequire(import.meta.url).resolve("mocha/bin/mocha.js");
    expect(
      countsOf(
        [mocha, "--no-config", "--timeout", "60000"],
        ["passing", "failing", "pending"],
        `${imports}\ndescribePlugin(${JSON.stringify(options)});`,
      ),
    ).to.deep.equal([10, undefined, 6]);
  });

  it("skips with node:test", () => {
    expect(
      countsOf(
        ["--test", "--test-reporter=tap"],
        ["pass", "fail", "skipped"],
        `${imports}\nimport { describe, it } from "node:test";\ndescribePlugin(${JSON.stringify(options)}, { describe, it });`,
      ),
    ).to.deep.equal([10, 0, 6]);
  });

  /** Returns the result of each test. Uses a runner that passes `context` to the body of a test. */
  async function outcomesOf(plugin: TestPluginOptions, ...context: unknown[]): Promise<string[]> {
    const tests = new Map<string, () => Promise<void>>();
    const runner: Runner = {
      describe: (_, body) => body(),
      it: (name, body) => tests.set(name, () => body(...context)),
    };
    describePlugin(plugin, runner);
    const outcomes: string[] = [];
    for (const [name, body] of tests) {
      // All tests wait for the same report.
      const outcome = await body().then(
        () => "passed",
        (error: Error) => error.message.split("\n", 1)[0] ?? "",
      );
      outcomes.push(`${name}: ${outcome}`);
    }
    return outcomes;
  }

  itLong("skips with the test context, as in vitest, and passes without a test context", async () => {
    const context = {
      skip(why: string): void {
        throw new Error(`skipped: ${why}`);
      },
    };
    const outcomes = await outcomesOf(options, context);
    const skipped = outcomes.filter((one) => !one.endsWith(": passed"));
    expect(skipped.length).to.equal(6);
    expect(skipped[0]).to.equal(
      "has an input for every pass: skipped: an earlier check failed, or there is nothing to check",
    );
    expect((await outcomesOf(options)).filter((one) => !one.endsWith(": passed"))).to.deep.equal([]);
  });

  it("requires a test runner, which a file that Node runs alone does not have", () => {
    const file = join(makeTemporaryFolder(), "plugin.test.mjs");
    writeFileSync(file, `${imports}\ndescribePlugin({ plugin: "." });`);
    const { stderr } = spawnSync(process.execPath, [file], { encoding: "utf8", env: childEnvironment() });
    expect(stderr).to.contain("UsageError: the functions `describe` and `it` are not defined");
    const thrown = ((): unknown => {
      try {
        return describeFiles(".", {}, {} as Runner);
      } catch (error) {
        return diagnosticOf(error);
      }
    })();
    expect(renderDiagnostic(thrown as Diagnostic)).to.equal(
      [
        "error[PWT0603]: the functions `describe` and `it` are not defined",
        "help: run the file with a test runner, for example `npx mocha FILE`, or call `describePlugin(options, { describe, it })`",
      ].join("\n"),
    );
  });

  it("refuses invalid and unknown options before a test is defined", async () => {
    const runner: Runner = { describe: () => expect.fail(), it: () => expect.fail() };
    const problemsOf = (calls: readonly (() => unknown)[]): string[] =>
      calls.map((call) => {
        try {
          return String(call());
        } catch (thrown) {
          return diagnosticOf(thrown)?.message ?? String(thrown);
        }
      });
    const plugin = (given?: unknown) => (): void => describePlugin(given as TestPluginOptions, runner);
    const files =
      (...given: unknown[]) =>
      (): void =>
        describeFiles(given[0] as string, given[1] as never, runner);
    expect(
      problemsOf([
        plugin(),
        plugin({ plugn: "." }),
        plugin({ plugin: ".", inputs: "x" }),
        plugin({ plugin: ".", inputs: [{ name: "x" }] }),
        plugin({ plugin: ".", framwork: "./framework.js" }),
        files(),
        files(".", { pases: [] }),
        files(".", []),
        (): unknown => checkFile(5 as never),
        (): unknown => checkFile("a.mlir", { prefixes: "CHECK" } as never),
      ]),
    ).to.deep.equal([
      "`describePlugin`: `options` must be a plain object, not undefined",
      "`describePlugin`: unknown key `options.plugn`; did you mean `options.plugin`?",
      '`describePlugin`: `options.inputs` must be a list, not "x"',
      "`describePlugin`: `options.inputs[0].text` must be a string, not undefined",
      "`describePlugin`: unknown key `options.framwork`; did you mean `options.framework`?",
      "`describeFiles`: `folder` must be a path or a URL, not undefined",
      "`describeFiles`: unknown key `options.pases`; did you mean `options.passes`?",
      "`describeFiles`: `options` must be a plain object, not an empty list",
      "`checkFile`: `path` must be a path or a URL, not 5",
      '`checkFile`: `options.prefixes` must be a list, not "CHECK"',
    ]);
    const error = await testPlugin({ plugin: ".", input: [] } as never).catch((thrown: unknown) =>
      diagnosticOf(thrown),
    );
    expect(renderDiagnostic(error as Diagnostic)).to.equal(
      [
        "error[PWT0605]: `testPlugin`: unknown key `options.input`; did you mean `options.inputs`?",
        "help: correct the arguments of `testPlugin`, which the README of @passwright/testing describes",
      ].join("\n"),
    );
  });

  it("does not blame the setup of the plugin for a framework that returns a promise", async () => {
    const framework = join(makeTemporaryFolder(), "framework.mjs");
    const kiln = new URL("../../../examples/first/dist/framework.js", import.meta.url).href;
    const code = `import kiln from ${JSON.stringify(kiln)};\nexport default { ...kiln, pipeline: async () => {} };\n`;
    writeFileSync(framework, code);
    const { findings } = await testPlugin({ ...options, framework });
    expect(findings.map(({ code: found, notes = [] }) => [found, notes[0]?.message])).to.deep.equal([
      ["PWT0103", `PWL0209: the pipeline of \`${framework}\` returned a promise`],
    ]);
  });

  it("fails with the findings", async () => {
    const bad = fileURLToPath(new URL("../bad-plugins/asynchronous-setup", import.meta.url));
    const outcomes = await outcomesOf({ plugin: bad });
    expect(outcomes.length).to.equal(16);
    expect(outcomes.filter((one) => !one.endsWith(": passed"))).to.deep.equal([
      "has a synchronous setup that does not throw: error[PWT0105]: `setup` of plugin `bad-asynchronous-setup` is asynchronous",
    ]);
  });
});
