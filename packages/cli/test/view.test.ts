import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { itLong, makeTemporaryFolder } from "@passwright/development";
import { SnapshotReader, TextReader } from "@passwright/viewer";
import type { Recording } from "@passwright/viewer";
import { outcomeText, runProgram } from "./fake-terminal.ts";
import { makeWorkplace } from "./workplace.ts";

const example = (name: string): string => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));

async function json(...argv: readonly string[]): Promise<never> {
  const { out } = await runProgram(main, [...argv, "--json"], { cwd: example(".") });
  const { diagnostics: _diagnostics, version: _version, ...data } = JSON.parse(out) as Record<string, unknown>;
  return data as never;
}

async function recordingOf(name: string): Promise<Recording> {
  const file = join(makeTemporaryFolder(), "recording.json");
  const { code, err } = await runProgram(main, ["view", name, "--record", file], { cwd: example(".") });
  expect(code, err).to.equal(0);
  return JSON.parse(readFileSync(file, "utf8")) as Recording;
}

/** Removes positions in files, because recordings are made from code and other commands can plan from manifests. */
function withoutLines(data: unknown): unknown {
  return JSON.parse(
    JSON.stringify(data, (key, value: unknown) =>
      key === "origin" ? { ...(value as object), file: undefined, line: undefined } : value,
    ),
  );
}

/** Expects that the plan, the explanations and the legal positions are the same as in other commands. */
async function expectSameFacts(name: string): Promise<void> {
  const recording = await recordingOf(name);
  if (recording.graph === undefined) {
    expect(withoutLines(recording.plan)).to.deep.equal(withoutLines(await json("plan", name)));
    const { steps } = (await json("explain", name)) as { readonly steps: unknown };
    expect(withoutLines(recording.pipelines[0]?.explained)).to.deep.equal(withoutLines(steps));
  } else {
    expect(withoutLines(recording.graph)).to.deep.equal(withoutLines(await json("plan", name)));
    const { pipelines } = (await json("graph", name)) as { readonly pipelines: readonly { readonly path: string }[] };
    expect(recording.graph.pipelines.map(({ path }) => path)).to.deep.equal(pipelines.map(({ path }) => path));
  }
  for (const { path, positions } of recording.pipelines) {
    for (const place of positions.slice(0, 3)) {
      const where: { readonly pipelines?: readonly (typeof place & { pipeline: string })[] } = await json(
        "explain",
        name,
        "--where",
        place.pass,
      );
      const same = path === undefined ? where : where.pipelines?.find(({ pipeline }) => pipeline === path);
      expect({ ...place, ...(path === undefined ? {} : { pipeline: path }) }).to.deep.equal(same);
    }
  }
}

describe("passwright view", () => {
  it("records the output of plan, explain and explain --where", async () => {
    for (const name of ["first", "svg"]) await expectSameFacts(name);
  });

  itLong("records their output for graphs, conversions and MLIR's own passes", async () => {
    for (const name of ["numba-graph", "several-irs", "tpp", "tpp-graph"]) await expectSameFacts(name);
  });

  it("records the IR that is printed after changes", async () => {
    const recording = await recordingOf("first");
    const texts = new TextReader(recording.texts);
    const snapshots = new SnapshotReader(recording.snapshots);
    const { err } = await runProgram(
      main,
      ["run", "first", "-o", "/dev/null", "--mlir-print-ir-after-all", "--mlir-print-ir-after-change"],
      {
        cwd: example("."),
      },
    );
    const dumps = [
      ...err.matchAll(/\/\/ -----\/\/ IR Dump After .* \((.*)\) \/\/----- \/\/\n([^]*?)\n\n(?=\/\/ -----\/\/|$)/g),
    ];
    const printed = dumps.map(([, pass, text = ""]) => `${pass}\n${text.trimEnd()}`);
    const recorded = recording.runs[0]?.visits[0]?.steps.flatMap((one) => {
      const { step } = one;
      const [before, after] = [snapshots.chunks(one.before), snapshots.chunks(one.after)];
      const pass = step.replace(/^.*::/, "").replace(/#\d+$/, "");
      if (one.before === one.after) return [];
      // The last step runs on the module.
      if (pass === "symbol-dce")
        return [
          `${pass}\n${after
            .map((chunk) => texts.text(chunk))
            .join("")
            .trimEnd()}`,
        ];
      const changed = after.filter((chunk) => !before.includes(chunk));
      return changed.map((chunk) => `${pass}\n${texts.text(chunk).replace(/^ {2}/gm, "").trimEnd()}`);
    });
    expect(printed.length).to.be.greaterThan(20);
    expect(recorded?.sort()).to.deep.equal(printed.sort());
  });

  it("describes plans without a plugin in the words of diff", async () => {
    const packages = ["kettle", "plugin-mint", "plugin-lemon", "plugin-data"];
    const config = (...plugins: readonly string[]): string => `framework: kettle\nplugins: [${plugins.join(", ")}]\n`;
    const { passwright, folder } = makeWorkplace(
      { "a.config.yaml": config("plugin-mint", "plugin-data"), "b.config.yaml": config("plugin-data") },
      packages,
    );
    await passwright("view", "a.config.yaml", "--record", "r.json");
    const { whatIf } = JSON.parse(readFileSync(join(folder, "r.json"), "utf8")) as Recording;
    const index = whatIf.switches.findIndex(({ name }) => name === "plugin-mint");
    const variant = whatIf.variants.find(({ changes }) => changes.join() === String(index));
    const { out } = await runProgram(main, ["diff", "a.config.yaml", "b.config.yaml", "--json"], { cwd: folder });
    const { differences } = JSON.parse(out) as { readonly differences: readonly string[] };
    // The name of the variant contains the plugin.
    expect(differences[0]).to.equal("plugin plugin-mint was removed");
    expect(variant?.differences).to.deep.equal(differences.slice(1));
  });

  it("writes a page, and shows a recording of a run", async () => {
    const { passwright, folder } = makeWorkplace(
      { "passwright.config.yaml": "framework: kettle\ninputs: [tea.txt]\n", "tea.txt": "tea\n" },
      ["kettle"],
    );
    expect(await passwright("view")).to.equal(
      "--- out\nwrote passwright-view.html: open it in a browser\n--- exit 0\n",
    );
    await passwright("run", "--record", "r.json", "-o", "out.txt");
    expect(await passwright("view", "--recording", "r.json", "-o", "p.html")).to.equal(
      "--- out\nwrote p.html: open it in a browser\n--- exit 0\n",
    );
    expect(await passwright("view", "-o", "\u001b[31m.html")).to.contain("wrote \\u001b[31m.html:");
    const page = readFileSync(join(folder, "p.html"), "utf8");
    const [, data = ""] = /<script type="application\/json" id="passwright-recording">(.*)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(data)).to.deep.equal(JSON.parse(readFileSync(join(folder, "r.json"), "utf8")));
  });

  it("shows a plan with errors", async () => {
    const { passwright, folder } = makeWorkplace(
      { "passwright.config.yaml": "framework: kettle\ninsert: [{ pass: sugar, before: nothing }]\n" },
      ["kettle"],
    );
    expect(await passwright("view")).to.match(/error\[PWB0101\][^]*--- out\nwrote|--- out\nwrote[^]*--- exit 1\n$/);
    expect(readFileSync(join(folder, "passwright-view.html"), "utf8")).to.contain("nothing");
  });

  it("refuses files that are not recordings or orders, and flags that exclude each other", async () => {
    const folder = makeTemporaryFolder();
    const view = async (...argv: readonly string[]): Promise<string> =>
      outcomeText(await runProgram(main, ["view", ...argv], { cwd: folder }));
    writeFileSync(join(folder, "x.json"), "{}");
    writeFileSync(
      join(folder, "new.json"),
      '{ "version": 9, "pipelines": [], "runs": [], "snapshots": [], "texts": [] }',
    );
    expect(await view("--recording", "x.json")).to.equal(`--- err
error[PWR0110]: \`x.json\` is not a recording
help: create a recording with \`passwright run --record FILE\`
--- exit 1
`);
    expect(await view("--recording", "new.json")).to.contain(
      "error[PWR0110]: `new.json` has version 9 of the format, and this program reads 1\n",
    );
    expect(await view("--recording", "no.json")).to.contain("error[PWR0110]: `no.json` cannot be read: ");
    expect(await view("--orders", "x.json")).to.equal(`--- err
error[PWR0110]: \`x.json\` has no pairs of steps
help: create a report with \`passwright check --orders --json\`
--- exit 1
`);
    expect(await view("--serve", "-o", "x.html")).to.equal(`--- err
error[PWR0027]: flags \`--serve\` and \`--output\` cannot be combined
help: remove one of the two flags
--- exit 2
`);
  });
});
