import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { itLong, sampleOf } from "@passwright/development";
import { makeProject } from "./project.ts";
import { startShell } from "./start-program.ts";

const files = { "passwright.config.yaml": "framework: kettle\nplugins: [plugin-mint]\n", "tea.txt": "tea\n" };

/**
 * Command lines to test. The complete program runs the lines that need third-party code, and bundled scripts run the
 * lines that need only data.
 */
const LINES = [
  "passwright plan",
  "passwright plan --json",
  "passwright check",
  "passwright list",
  "passwright run tea.txt",
  "passwright run tea.txt --json",
  "passwright run --time-limit 60 tea.txt",
  "passwright --help",
  "passwright plan --help",
  "passwright-opt in.mlir",
  "passwright-opt --help",
  "passwright plan data",
];

const project = (): string =>
  makeProject(
    {
      ...files,
      "in.mlir": "func.func private @f()\n",
      "data/passwright.config.yaml": 'plugins: ["@passwright/plugin-transforms"]\npipeline: builtin.module(cse)\n',
    },
    ["kettle", "plugin-mint"],
  );

const FULL = `error[PWR0103]: standard output cannot be written: No space left on device
help: redirect the output to a writable file, or pass a file with -o
`;

(existsSync("/dev/full") ? describe : describe.skip)("standard output that is full", () => {
  for (const line of sampleOf(LINES)) {
    it(`is an error: ${line}`, async () => {
      const ended = await startShell(`${line} > /dev/full`, { cwd: project() });
      expect(ended).to.deep.equal({ code: 1, out: "", err: FULL });
    });
  }

  it("does not keep files from being written", async () => {
    const cwd = project();
    const { code, err } = await startShell("passwright run tea.txt --stats -o out.txt > /dev/full", { cwd });
    expect({ code, err }).to.deep.equal({ code: 1, err: FULL });
    expect(readFileSync(join(cwd, "out.txt"), "utf8")).to.contain("tea\n");
  });

  it("as a file is named", async () => {
    const { code, err } = await startShell("passwright run tea.txt -o /dev/full", { cwd: project() });
    expect(code).to.equal(1);
    expect(err).to.contain("error[PWR0103]: `/dev/full` cannot be written: No space left on device");
  });

  it("as one file of a folder is named, and the other results are written", async () => {
    const cwd = project();
    mkdirSync(join(cwd, "out"));
    symlinkSync("/dev/full", join(cwd, "out/more.txt"));
    writeFileSync(join(cwd, "more.txt"), "tea\n");
    for (const jobs of ["1", "2"]) {
      const { code, err } = await startShell(`passwright run more.txt tea.txt -o out -j ${jobs}`, { cwd });
      expect({ code, err }).to.deep.equal({
        code: 1,
        err: `error[PWR0103]: \`out/more.txt\` cannot be written: No space left on device
help: pass another file or folder with -o
1 of 2 inputs failed; the others are in out
`,
      });
      expect(readdirSync(join(cwd, "out"))).to.have.members(["more.txt", "tea.txt"]);
    }
  });

  it("leaves the exit code of a command that fails anyway", async () => {
    expect((await startShell("passwright plan --nothing > /dev/full", { cwd: project() })).code).to.equal(2);
  });

  it("is an error without a message where standard error is full, too", async () => {
    expect(await startShell("passwright plan > /dev/full 2>&1", { cwd: project() })).to.deep.equal({
      code: 1,
      out: "",
      err: "",
    });
  });
});

describe("standard output with a closed reader", () => {
  for (const line of sampleOf(LINES)) {
    it(`ends a command quietly: ${line}`, async () => {
      const ended = await startShell(`{ sleep 0.01; exec ${line}; } | true; echo "\${PIPESTATUS[0]}"`, {
        cwd: project(),
      });
      expect(ended).to.deep.equal({ code: 0, out: "0\n", err: "" });
    });
  }

  it("does not keep files from being written", async () => {
    const cwd = project();
    const { out, err } = await startShell('passwright run tea.txt --stats -o out.txt | true; echo "${PIPESTATUS[0]}"', {
      cwd,
    });
    expect({ out, err }).to.deep.equal({ out: "0\n", err: "" });
    expect(readFileSync(join(cwd, "out.txt"), "utf8")).to.contain("tea\n");
  });

  it("may be standard error", async () => {
    const line = '{ passwright run none.txt 2>&1 >&3 | true; echo "${PIPESTATUS[0]}"; } 3>&1';
    expect(await startShell(line, { cwd: project() })).to.deep.equal({ code: 0, out: "1\n", err: "" });
  });

  it("may be named as a file", async () => {
    const line = 'passwright run tea.txt -o /dev/stdout | true; echo "${PIPESTATUS[0]}"';
    expect(await startShell(line, { cwd: project() })).to.deep.equal({ code: 0, out: "0\n", err: "" });
  });

  it("keeps the earlier and later content of a file to which it is redirected", async () => {
    const line =
      "(echo before; passwright run tea.txt; echo after) > expected;" +
      "(echo before; passwright run tea.txt -o /dev/stdout; echo after) > out;" +
      "echo before > end; passwright run tea.txt -o /dev/fd/5 5>> end; echo after >> end;" +
      "cmp expected out && cmp expected end";
    expect(await startShell(line, { cwd: project() })).to.deep.equal({ code: 0, out: "", err: "" });
  });

  itLong("ends a command that would go on", async () => {
    // The second round does not find any cached results.
    const line =
      'passwright plan --watch 2> err | head -1 > /dev/null & sleep 2; touch -d "1 second" tea.txt passwright.config.yaml; wait';
    expect(await startShell(line, { cwd: project() })).to.deep.equal({ code: 0, out: "", err: "" });
  });
});

describe("a lot of output", () => {
  itLong("is whole when a slow reader has it", async () => {
    const cwd = makeProject({ "in.mlir": "func.func private @f()\n".replace("f", "f").repeat(1) });
    const text = Array.from({ length: 40_000 }, (_, i) => `func.func private @f${i}()\n`).join("");
    const { out, code } = await startShell(
      "passwright-opt - > whole; passwright-opt whole | { sleep 1; cat; } > slow; cmp whole slow && wc -l < slow",
      { cwd, input: text },
    );
    expect({ out: out.trim(), code }).to.deep.equal({ out: "40003", code: 0 });
  });
});
