import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { main } from "@passwright/cli";
import { outcomeText, runProgram } from "./fake-terminal.ts";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

const files = {
  "passwright.config.yaml": "framework: kettle\n",
  "in/a.txt": "tea\n",
  "in/b.txt": "tea\n  milk\n",
  "in/deep/c.txt": "tea\n",
  "in/deep/bad.txt": "Tea!\n",
  "in/notes.md": "no tea\n",
};
const shop = (more: { readonly [path: string]: string } = {}): Workplace =>
  makeWorkplace({ ...files, ...more }, ["kettle"]);
const read = (folder: string, path: string): string => readFileSync(join(folder, path), "utf8");

describe("passwright run, on many inputs", () => {
  it("takes patterns, each file once, in alphabetical order", async () => {
    const { passwright } = shop();
    const shown = await passwright("run", "in/b.txt", "in/**/[a-c].txt", "in/*.txt", "--json");
    const { inputs } = JSON.parse(shown.split("\n").slice(1, -2).join("\n")) as { inputs: { file: string }[] };
    expect(inputs.map(({ file }) => file)).to.deep.equal(["in/b.txt", "in/a.txt", "in/deep/c.txt"]);
  });

  it("takes patterns of the config, relative to it, and files with stars in their names", async () => {
    const { passwright } = shop({
      "deep/passwright.config.yaml": "framework: kettle\ninputs: ['*.txt']\n",
      "deep/one.txt": "tea\n",
      "deep/*.md": "tea\n  milk\n",
    });
    expect(await passwright("run", "deep")).to.equal("--- out\ntea\n  water\n  poured\n--- exit 0\n");
    expect(await passwright("run", "deep/*.md")).to.contain("  milk\n  water");
    expect(await passwright("check", "deep", "--dedup")).to.contain("exit 0");
  });

  it("report links without a target that match a pattern", async () => {
    const { passwright, folder } = shop();
    symlinkSync("nowhere", join(folder, "in/c.txt"));
    symlinkSync("d.txt", join(folder, "in/d.txt"));
    symlinkSync("deep", join(folder, "in/linked"));
    expect(await passwright("run", "in/*.txt", "-o", "out/")).to.equal(`--- err
error[PWR0101]: \`in/c.txt\` cannot be read: No such file or directory
  --> in/c.txt
help: check the path and the permissions of the file
error[PWR0101]: \`in/d.txt\` cannot be read: Too many levels of symbolic links
  --> in/d.txt
help: check the path and the permissions of the file
2 of 4 inputs failed; the others are in out
--- exit 1
`);
    expect(await passwright("run", "in/linked/*.txt", "--json")).to.contain('"file": "in/linked/c.txt"');
  });

  // Other systems do not allow such names.
  (process.platform === "linux" ? it : it.skip)("report names that are not UTF-8", async () => {
    const { passwright, folder } = shop();
    writeFileSync(Buffer.concat([Buffer.from(join(folder, "in/e")), Buffer.from([0xff, 0x2e, 0x74])]), "tea\n");
    expect(await passwright("run", "in/*.t")).to.contain("rename the file, because its name is not valid UTF-8");
  });

  it("writes results into a folder with the structure of the inputs, and continues after a failure", async () => {
    const { passwright, folder } = shop();
    expect(await passwright("run", "in/**/*.txt", "-o", "out/")).to.equal(`--- err
error[KTL0001]: \`Tea!\` is no word
  --> in/deep/bad.txt:1:1
   | Tea!
   | ^
1 of 4 inputs failed; the others are in out
--- exit 1
`);
    expect(read(folder, "out/a.txt")).to.equal("tea\n  water\n  poured\n");
    expect(read(folder, "out/deep/c.txt")).to.equal("tea\n  water\n  poured\n");
    expect(existsSync(join(folder, "out/deep/bad.txt"))).to.equal(false);
    mkdirSync(join(folder, "there"));
    expect(await passwright("run", "in/b.txt", "in/a.txt", "-o", "there")).to.equal(
      "--- err\n2 inputs, written to there\n--- exit 0\n",
    );
    const piped = await runProgram(main, ["run", "-", "in/a.txt", "-o", "there"], { cwd: folder, input: "tea\n" });
    expect(piped.code).to.equal(0);
    expect(read(folder, "there/stdin")).to.equal(read(folder, "there/a.txt"));
  });

  it("states that several results are in one file", async () => {
    const { passwright, folder } = shop();
    expect(await passwright("run", "in/a.txt", "in/b.txt", "-o", "out")).to.equal(
      "--- err\n2 inputs, written to one file; for one file for each input, pass `-o out/`\n--- exit 0\n",
    );
    expect(statSync(join(folder, "out")).isFile()).to.equal(true);
  });

  it("reports a folder that it cannot create", async function () {
    // Permissions do not apply to the superuser.
    if (process.getuid?.() === 0) this.skip();
    const { passwright, folder } = shop();
    mkdirSync(join(folder, "locked"), { mode: 0o555 });
    expect(await passwright("run", "in/a.txt", "-o", "locked/out/")).to.contain(
      "error[PWR0103]: `locked/out/a.txt` cannot be written: Permission denied\n",
    );
  });

  it("writes files whose names have the maximum length of 255 bytes", async () => {
    const names = ["l".repeat(251), "日".repeat(83) + "ll"].map((stem) => `${stem}.txt`);
    const { passwright, folder } = shop(Object.fromEntries(names.map((name) => [`long/${name}`, "tea\n"])));
    expect(await passwright("run", "long/*.txt", "-o", "out/")).to.equal(
      "--- err\n2 inputs, written to out\n--- exit 0\n",
    );
    for (const name of names) expect(read(folder, `out/${name}`)).to.equal("tea\n  water\n  poured\n");
  });

  it("reports a folder that a pattern searches but that it cannot read", async function () {
    // Permissions do not apply to the superuser.
    if (process.getuid?.() === 0) this.skip();
    const { passwright, folder } = shop();
    chmodSync(join(folder, "in/deep"), 0o000);
    const shown = await passwright("run", "in/**/*.txt", "-o", "out/");
    chmodSync(join(folder, "in/deep"), 0o755);
    expect(shown).to.equal(`--- err
error[PWR0101]: \`in/deep\` cannot be read: Permission denied
help: check the path and the permissions of the file
--- exit 1
`);
  });

  it("reports files that it cannot write, and continues", async () => {
    const { passwright, folder } = shop();
    mkdirSync(join(folder, "out/a.txt"), { recursive: true });
    writeFileSync(join(folder, "out/deep"), "in the way\n");
    expect(await passwright("run", "in/a.txt", "in/b.txt", "in/deep/c.txt", "-o", "out")).to.equal(`--- err
error[PWR0103]: \`out/a.txt\` cannot be written: Is a directory
help: pass another file or folder with -o
error[PWR0103]: \`out/deep/c.txt\` cannot be written: Not a directory
help: pass another file or folder with -o
2 of 3 inputs failed; the others are in out
--- exit 1
`);
  });

  it("prints everything as JSON", async () => {
    const { passwright, folder } = shop();
    const json = async (...argv: readonly string[]): Promise<unknown> => {
      const { out, err, code } = await runProgram(main, ["run", ...argv, "--json"], { cwd: folder });
      expect(err).to.equal("");
      return { code, ...(JSON.parse(out) as object) };
    };
    const bad = { code: "KTL0001", severity: "error", message: "`Tea!` is no word" };
    const at = { file: "in/deep/bad.txt", line: 1, column: 1, lineText: "Tea!" };
    expect(await json("in/a.txt", "in/deep/bad.txt", "--stats")).to.deep.equal({
      code: 1,
      version: 1,
      inputs: [
        {
          file: "in/a.txt",
          ok: true,
          text: "tea\n  water\n  poured\n",
          operations: { before: { menu: 1, tea: 1 }, after: { menu: 1, tea: 1, water: 1, poured: 1 } },
          diagnostics: [],
        },
        { file: "in/deep/bad.txt", ok: false, diagnostics: [{ ...bad, at }] },
      ],
      operations: { before: { menu: 1, tea: 1 }, after: { menu: 1, tea: 1, water: 1, poured: 1 } },
      statistics: [],
      diagnostics: [],
    });
    expect(await json("in/a.txt", "-o", "out/")).to.deep.equal({
      code: 0,
      version: 1,
      inputs: [{ file: "in/a.txt", ok: true, output: "out/a.txt", diagnostics: [] }],
      diagnostics: [],
    });
    expect(await json("in/a.txt", "-o", "one.txt")).to.deep.equal({
      code: 0,
      version: 1,
      output: "one.txt",
      inputs: [{ file: "in/a.txt", ok: true, diagnostics: [] }],
      diagnostics: [],
    });
    expect(await json("-c", "nowhere")).to.nested.include({ code: 2, "diagnostics[0].code": "PWL0001" });
    expect(await json()).to.nested.include({ code: 2, "diagnostics[0].code": "PWR0008" });
    expect(await passwright("run", "in/a.txt", "--json", "--time-limit", "-1")).to.contain("PWR0006");
  });

  it("shows its progress on a terminal", async () => {
    const { folder } = shop();
    const shown: string[] = [];
    const progress = (text: string): void => void shown.push(text);
    const outcome = await runProgram(main, ["run", "in/a.txt", "in/b.txt"], { cwd: folder, progress });
    // Ignores the rate and repeated lines, which are shown only on slow machines.
    const lines = shown.filter((text) => text !== "").map((text) => text.replace(/, [\d.]+\/s, \d+ s left/, ""));
    expect(lines.at(0)).to.equal("0 of 2 inputs: in/a.txt");
    expect(lines.at(-1)).to.equal("1 of 2 inputs: in/b.txt");
    expect(shown.at(-1)).to.equal("");
    expect(outcomeText(outcome)).to.contain("// -----");
  });
});
