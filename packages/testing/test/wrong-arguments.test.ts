import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { diagnosticOf, renderDiagnostic } from "@passwright/core";
import { makeTemporaryFolder } from "@passwright/development";
import * as kit from "@passwright/testing";

const strength = fileURLToPath(new URL("../../../plugins/strength", import.meta.url));
const SDK = JSON.stringify(import.meta.resolve("@passwright/sdk"));
const HELP = (call: string): string =>
  `\nhelp: correct the arguments of \`${call}\`, which the README of @passwright/testing describes`;
const MISSING_AWAIT = "\nhelp: add `await` before the call that returns the promise";

const plugin = `import { definePass, definePlugin } from ${SDK};
const look = definePass({ name: "look", anchor: "func.func", runOnOperation() {} });
export default definePlugin({ passes: [look], setup: (b) => void b.addPass(look) });
`;

describe("arguments of the testing kit", () => {
  let folder: string;
  beforeEach(() => {
    folder = makeTemporaryFolder();
  });

  function write(files: { readonly [path: string]: string }): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }

  async function thrownBy(call: () => unknown): Promise<string> {
    const thrown = await (async () => call())().then(
      () => "nothing",
      (error: unknown) => error,
    );
    const diagnostic = diagnosticOf(thrown);
    return diagnostic === undefined
      ? String(thrown)
      : renderDiagnostic(diagnostic).replaceAll(folder, "<folder>").replaceAll(strength, "<strength>");
  }

  it("name the call if they have the wrong type", async () => {
    const { printReport, printPermutations, printTrials, fileCheck, tryOnSkeletons } = kit as unknown as {
      readonly [name: string]: (...args: readonly unknown[]) => unknown;
    };
    const rows: readonly (readonly [call: () => unknown, text: string])[] = [
      [
        () => printReport?.(Promise.resolve()),
        "`printReport`: `report` must be the result of `testPlugin`, not an object" + MISSING_AWAIT,
      ],
      [
        () => printReport?.(undefined),
        "`printReport`: `report` must be the result of `testPlugin`, not undefined" + HELP("printReport"),
      ],
      [
        () => printPermutations?.(Promise.resolve()),
        "`printPermutations`: `found` must be the result of `planPermutations`, not an object" + MISSING_AWAIT,
      ],
      [
        () => printTrials?.(Promise.resolve()),
        "`printTrials`: `trials` must be the result of `tryOnSkeletons`, not an object" + MISSING_AWAIT,
      ],
      [
        () => fileCheck?.("CHECK: a", "a"),
        '`fileCheck`: `options` must be a plain object, not "CHECK: a"' + HELP("fileCheck"),
      ],
      [
        () => fileCheck?.({ checks: "CHECK: a" }),
        "`fileCheck`: `options.input` must be a string, not undefined" + HELP("fileCheck"),
      ],
      [
        () => tryOnSkeletons?.({ plugin: "." }),
        "`tryOnSkeletons`: `plugin` must be a path or a URL, not { plugin }" + HELP("tryOnSkeletons"),
      ],
      [
        () => tryOnSkeletons?.(".", { skeleton: [] }),
        "`tryOnSkeletons`: unknown key `settings.skeleton`; did you mean `settings.skeletons`?" +
          HELP("tryOnSkeletons"),
      ],
    ];
    for (const [call, text] of rows) expect(await thrownBy(call)).to.equal(`error[PWT0605]: ${text}`);
  });

  it("name files and folders that do not exist", async () => {
    const path = join(folder, "none");
    expect(await thrownBy(() => kit.checkFile(path))).to.equal(
      "error[PWT0605]: `checkFile`: file `<folder>/none` cannot be read: No such file or directory" + HELP("checkFile"),
    );
    expect(await thrownBy(() => kit.checkFile(folder))).to.equal(
      "error[PWT0605]: `checkFile`: file `<folder>` cannot be read: Is a directory" + HELP("checkFile"),
    );
    const runner = { describe: () => undefined, it: () => undefined };
    expect(await thrownBy(() => kit.describeFiles(path, {}, runner))).to.equal(
      "error[PWT0605]: `describeFiles`: folder `<folder>/none` cannot be read: No such file or directory" +
        HELP("describeFiles"),
    );
    expect(await thrownBy(() => kit.testPlugin({ plugin: path }))).to.equal(
      "error[PWT0605]: `testPlugin`: plugin `<folder>/none` does not exist" + HELP("testPlugin"),
    );
    expect(await thrownBy(() => kit.testPlugin({ plugin: strength, framework: "./none.js" }))).to.equal(
      "error[PWT0605]: `testPlugin`: framework `./none.js` does not exist\n" +
        "   = tried <strength>/none.js" +
        HELP("testPlugin"),
    );
    expect(await thrownBy(() => kit.testPlugin({ plugin: strength, framework: "no-such-framework" }))).to.match(
      /^error\[PWT0605\]: `testPlugin`: framework `no-such-framework` does not exist\n {3}= tried <strength>\/node_modules\/no-such-framework\/package.json\n[^]*\nhelp: install it with `npm install --save-dev no-such-framework`, or correct `framework`$/,
    );
  });

  it("can be a plugin in a file", async () => {
    write({ "package.json": '{ "type": "module" }', "look.js": plugin });
    const skeletons = kit.skeletons.filter(({ name }) => name === "tiny");
    const report = await kit.testPlugin({ plugin: join(folder, "look.js"), skeletons });
    expect(report.ok, kit.printReport(report)).to.equal(true);
    expect(report.checks.filter(({ status }) => status !== "passed")).to.deep.equal([]);
  });

  it("report a framework that does not load as a problem of the framework, and skip other checks", async () => {
    write({
      "package.json": '{ "type": "module" }',
      "look.js": plugin,
      "framework.js": "export default 1;\n",
    });
    const report = await kit.testPlugin({ plugin: join(folder, "look.js"), framework: join(folder, "framework.js") });
    expect(
      report.checks.flatMap(({ name, status }) => (status === "skipped" ? [] : [`${status}: ${name}`])),
    ).to.deep.equal(["passed: has a valid manifest that matches its code", "failed: loads and plans with a framework"]);
    const [finding] = report.findings;
    expect(finding?.code).to.equal("PWT0103");
    expect(finding?.message).to.equal(`framework \`${join(folder, "framework.js")}\` cannot be loaded`);
  });

  it("report inputs that cannot be read as ignored", async () => {
    const skeletons = kit.skeletons.filter(({ name }) => name === "tiny");
    write({
      "package.json": '{ "type": "module" }',
      "look.js": plugin.replace("func.func", "my.operation"),
    });
    const { findings } = await kit.testPlugin({
      plugin: join(folder, "look.js"),
      skeletons,
      inputs: ['"my.operation"('],
    });
    const notes = findings.find(({ code }) => code === "PWT0602")?.notes?.map(({ message }) => message);
    expect(notes).to.include("inputs ignored as unreadable or invalid: #1");
  });
});
