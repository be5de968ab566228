import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { commands, main } from "@passwright/cli";
import { childEnvironment, itSlow } from "@passwright/development";
import { runProgram } from "./fake-terminal.ts";
import { makeProject } from "./project.ts";

const program = fileURLToPath(new URL("../bin/passwright.js", import.meta.url));

/** Folder of the example. Its packages have manifests, so that names are known without code. */
const folder = fileURLToPath(new URL("../../../examples/first", import.meta.url));

async function wordsFor(...words: readonly string[]): Promise<string[]> {
  const { out, err, code } = await runProgram(main, ["completion", "words", "--", ...words], { cwd: folder });
  expect({ err, code }).to.deep.equal({ err: "", code: 0 });
  return out.split("\n").flatMap((line) => (line === "" ? [] : [line.replace(/\t.*/, "")]));
}

describe("passwright completion", () => {
  it("completes commands", async () => {
    const names = commands.map(({ name }) => name);
    expect(await wordsFor("")).to.deep.equal([...names, "help", "--help", "--version"]);
    expect(await wordsFor("help", "")).to.deep.equal(names);
    expect(await wordsFor("gr")).to.deep.equal(["graph"]);
    expect(await wordsFor("graph")).to.deep.equal([]);
  });

  for (const { name, flags } of commands)
    it(`completes the flags of ${name}`, async () => {
      const all = Object.keys(flags).map((flag) => `--${flag}`);
      expect(await wordsFor(name, "--")).to.deep.equal(all);
      expect(await wordsFor(name, "--help", "--h")).to.deep.equal(all.filter((flag) => /^--h(?!elp)/.test(flag)));
      for (const [flag, { words, kind }] of Object.entries(flags)) {
        if (words === undefined || kind !== "value") continue;
        expect(await wordsFor(name, `--${flag}`, "")).to.deep.equal(words);
        expect(await wordsFor(name, `--${flag}=`)).to.deep.equal(words.map((word) => `--${flag}=${word}`));
      }
    });

  it("completes a flag again only if it may be repeated", async () => {
    expect(await wordsFor("plan", "--json", "--js")).to.deep.equal([]);
    expect(await wordsFor("plan", "--without", "x", "--witho")).to.deep.equal(["--without"]);
    expect(await wordsFor("plan", "-c", "../yaml", "--conf")).to.deep.equal([]);
  });

  it("completes names of the config: passes, plugins, steps, targets and levels", async () => {
    const plugins = ["strength", "memory", "release", "batch"].map((name) => `passwright-plugin-${name}`);
    expect(await wordsFor("plan", "--without", "")).to.have.members(plugins);
    expect(await wordsFor("plan", "--json", "--without=passwright-plugin-m")).to.deep.equal([
      "--without=passwright-plugin-memory",
    ]);
    expect(await wordsFor("explain", "--where", "symbol-d")).to.deep.equal(["symbol-dce"]);
    expect(await wordsFor("explain", "cs")).to.deep.equal(["cse", "cse#2"]);
    expect(await wordsFor("run", "--from", "cse#")).to.deep.equal(["cse#2"]);
    expect(await wordsFor("run", "--mlir-print-ir-after", "cse,strip-a")).to.deep.equal(["cse,strip-asserts"]);
    expect(await wordsFor("doc", "hoist")).to.deep.equal(["hoist-constants"]);
    expect(await wordsFor("explain", "cse", "passwright-plugin-memory::f")).to.deep.equal([
      "passwright-plugin-memory::forward-stores",
    ]);
    // Completes names in the config that the command line names.
    expect(await wordsFor("plan", "-c", "../yaml", "--without", "")).to.deep.equal(["@passwright/plugin-transforms"]);
    expect(await wordsFor("plan", "../yaml", "--without", "")).to.deep.equal(["@passwright/plugin-transforms"]);
  });

  it("completes targets and levels", async () => {
    const { out } = await runProgram(main, ["completion", "words", "--", "plan", "--level", ""], {
      cwd: `${folder}/../yaml`,
    });
    expect(out).to.equal("O0\t\nO1\t\nO2\t\n");
  });

  it("completes operands, and leaves files to the shell", async () => {
    expect(await wordsFor("new", "")).to.deep.equal(["plugin", "framework", "pass"]);
    expect(await wordsFor("completion", "")).to.deep.equal(["bash", "zsh", "fish"]);
    expect(await wordsFor("list", "po")).to.deep.equal(["points"]);
    expect(await wordsFor("run", "")).to.deep.equal([]);
    expect(await wordsFor("run", "-o", "")).to.deep.equal([]);
    expect(await wordsFor("unknown", "")).to.deep.equal([]);
  });

  it("runs no code of third parties, and is silent where the config is wrong", async () => {
    const broken = makeProject({ "passwright.config.mjs": 'process.stdout.write("ran"); throw new Error("ran");\n' });
    const { out, err, code } = await runProgram(main, ["completion", "words", "--", "explain", ""], { cwd: broken });
    expect({ out, err, code }).to.deep.equal({ out: "", err: "", code: 0 });
  });

  it("refuses shells that it does not know", async () => {
    const textOf = async (...argv: string[]): Promise<string> => (await runProgram(main, argv, { cwd: folder })).err;
    expect(await textOf("completion")).to.equal(
      "error[PWR0029]: `passwright completion` needs the name of a shell\nhelp: run `passwright completion bash|zsh|fish`\n",
    );
    expect(await textOf("completion", "fihs")).to.equal(
      "error[PWR0029]: `passwright completion` does not support shell `fihs`\nhelp: did you mean `fish`?\n",
    );
  });
});

/** Runs a script in a real shell, in which `passwright` is this program. Returns nothing if the shell is not installed. */
function inShell(shell: string, ...argv: readonly string[]): string[] | undefined {
  const bin = makeProject({ passwright: `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n` });
  const env = { ...childEnvironment(), PATH: `${bin}:${process.env["PATH"] ?? ""}`, HOME: bin };
  spawnSync("chmod", ["+x", join(bin, "passwright")]);
  const { error, stdout, stderr, status } = spawnSync(shell, argv, { cwd: folder, env, encoding: "utf8" });
  if (error !== undefined) return undefined;
  expect({ status, stderr }).to.deep.equal({ status: 0, stderr: "" });
  return stdout.split("\n").filter((line) => line !== "");
}

describe("completion scripts", () => {
  itSlow("work in bash", () => {
    const script = join(makeProject({}), "complete.bash");
    writeFileSync(
      script,
      `source <(passwright completion bash)
complete -p passwright
try() {
  COMP_LINE="$1" COMP_POINT=\${#1}
  read -ra COMP_WORDS <<<"$1"
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  _passwright
  printf '%s:' "\${COMPREPLY[@]}"; echo
}
try "passwright gra"
try "passwright plan --format=m"
try "passwright explain cse#"
try "passwright explain passwright-plugin-memory::fo"
`,
    );
    expect(inShell("bash", "--norc", script)).to.deep.equal([
      "complete -o bashdefault -o default -F _passwright passwright",
      "graph:",
      "mlir:",
      "cse#2:",
      "forward-stores:",
    ]);
  });

  itSlow("work in fish, if it is installed", function () {
    const lines = inShell(
      "fish",
      "--no-config",
      "-c",
      'passwright completion fish | source; complete -C "passwright gra"; complete -C "passwright explain cse#"',
    );
    if (lines === undefined) return this.skip();
    expect(lines.map((line) => line.replace(/\t.*/, ""))).to.deep.equal(["graph", "cse#2"]);
  });

  itSlow("work in zsh, if it is installed", function () {
    // Prints the candidates of the function without zsh's line editor.
    const script = `autoload -Uz compinit; compinit -D -u
source <(passwright completion zsh)
_describe() { print -rl -- "\${(@P)2}" }; _files() { print files }
words=(passwright gra); CURRENT=2; _passwright
words=(passwright explain cse#); CURRENT=3; _passwright
words=(passwright run ""); CURRENT=3; _passwright
print -r -- $_comps[passwright]`;
    const lines = inShell("zsh", "-f", "-c", script);
    if (lines === undefined) return this.skip();
    expect(lines.map((line) => line.replace(/:.*/, ""))).to.deep.equal(["graph", "cse#2", "files", "_passwright"]);
  });
});
