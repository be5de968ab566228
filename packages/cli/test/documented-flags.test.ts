import { readFileSync } from "node:fs";
import { expect } from "chai";
import { main, mainOpt } from "@passwright/cli";
import { commands } from "../dist/commands/command.js";
import { runProgram } from "./fake-terminal.ts";

const page = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

/** Returns the flags in a help text, from the lines that describe a flag. */
const flagsIn = (help: string): string[] =>
  Array.from(help.matchAll(/^ +(?:-\w, )?(--?[\w-]+)/gm), ([, flag]) => flag as string);

const helpOf = async (...argv: readonly string[]): Promise<string> => (await runProgram(main, argv, { cwd: "." })).out;

describe("documented flags", () => {
  it("are all of passwright's", async () => {
    const names = Array.from((await helpOf("help")).matchAll(/^ {2}([a-z]+) {2}/gm), ([, name]) => name as string);
    const helps = await Promise.all(names.map((name) => helpOf("help", name)));
    const flags = [...new Set(helps.flatMap(flagsIn))];
    expect(flags).to.include.members(["--watch", "--permute", "--js"]);
    const text = page("packages/cli/README.md");
    expect(flags.filter((flag) => !text.includes(flag))).to.deep.equal([]);
  });

  it("are all of passwright-opt's but those of passes, which have pages of their own", async () => {
    const { out } = await runProgram(mainOpt, ["--help"], { cwd: "." });
    const [general = "", passes = ""] = out.split(/^ +Compiler passes to run$/m);
    expect(passes).to.contain("--cse");
    const flags = flagsIn(general);
    expect(flags).to.include.members(["--pass-pipeline", "--thread-memory", "-o"]);
    const text = page("docs/passwright-opt.md");
    expect(flags.filter((flag) => !text.includes(`\`${flag}`))).to.deep.equal([]);
  });

  it("are shown in examples of each command", () => {
    const wrong = commands.flatMap(({ name, examples, flags }) => {
      const known = ["-o", "-j", "-O2", ...Object.keys(flags).map((flag) => `--${flag}`)];
      const lines = examples.map(([line]) => line);
      if (lines.length === 0) return [`${name}: no example`];
      return lines.filter(
        (line) =>
          !line.startsWith(`passwright ${name}`) ||
          Array.from(line.matchAll(/ (--?[a-z][\w-]*)/g)).some(([, flag = ""]) => !known.includes(flag)),
      );
    });
    expect(wrong).to.deep.equal([]);
  });

  it("accept each word that their help lists", () => {
    const refused = commands.flatMap(({ name: command, flags }) =>
      Object.entries(flags).flatMap(([name, { placeholder = "", words, isOpen }]) =>
        words === undefined || isOpen === true || !placeholder.includes("|")
          ? []
          : placeholder
              .replace(/^\[(.*)\]$/, "$1")
              .split("|")
              .filter((word) => !words.includes(word))
              .map((word) => `${command} --${name} ${word}`),
      ),
    );
    expect(refused).to.deep.equal([]);
  });
});
