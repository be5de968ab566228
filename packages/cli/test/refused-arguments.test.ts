import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { makeWorkplace } from "./workplace.ts";
import type { Workplace } from "./workplace.ts";

const project = (more: { readonly [path: string]: string } = {}): Workplace =>
  makeWorkplace({ "passwright.config.yaml": "framework: kettle\n", "tea.txt": "tea\n", ...more }, ["kettle"]);

const refused = (code: string, message: string, help: string): string =>
  `--- err\nerror[${code}]: ${message}\nhelp: ${help}\n--- exit 2\n`;

/** Command lines that are refused, with the message and the help. */
const LINES: readonly (readonly [code: string, message: string, help: string, ...line: readonly string[]])[] = [
  ...["run tea.txt -o -", "doc -o -"].map((line) => {
    const help = "leave out the flag to write to standard output, or write `./-` for a file with this name";
    return ["PWR0006", "flag `--output` does not accept `-`", help, ...line.split(" ")] as const;
  }),
  ...["lock -o -", "view -o -", "reduce tea.txt --crash -o -", "bisect tea.txt --crash -o -"].map((line) => {
    const help = "pass a file, or write `./-` for a file with this name";
    return ["PWR0006", "flag `--output` does not accept `-`", help, ...line.split(" ")] as const;
  }),
  [
    "PWR0006",
    "flag `--record` does not accept `-`",
    "pass a file, or write `./-` for a file with this name",
    "run",
    "tea.txt",
    "--record",
    "-",
  ],
  ["PWR0003", "`passwright plan` has no flag `-format`", "did you mean `--format`?", "plan", "-format", "mlir"],
  ["PWR0021", "flag `--rules` has no effect without `--orders`", "add `--orders`", "check", "--rules"],
  ["PWR0021", "flag `--framework` has no effect without `--orders`", "add `--orders`", "check", "--framework"],
  ["PWR0021", "flag `--budget` has no effect without `--orders`", "add `--orders`", "check", "--budget", "5"],
  ["PWR0021", "flag `--target` has no effect without `--verify`", "add `--verify`", "cache", "--target", "hot"],
  ["PWR0021", "argument `tea.txt` has no effect without `--verify`", "add `--verify`", "cache", "tea.txt"],
  ["PWR0021", "flag `--sample` has no effect without `--verify`", "add `--verify`", "cache", "--sample", "5"],
  ...[
    ["--axis version", "--before", "--axis step --axis version"],
    ["--before", "--axis version", "--axis step --before old.lock.json"],
  ].map(([flag, other, flags = ""]) => {
    const line = ["bisect", "tea.txt", "--crash", ...flags.split(" ")];
    return ["PWR0021", `flag \`${flag}\` has no effect without \`${other}\``, `add \`${other}\``, ...line] as const;
  }),
  [
    "PWR0027",
    "flags `--json` and `--format` cannot be combined",
    "remove one of the two flags",
    "plan",
    "--json",
    "--format",
    "mlir",
  ],
  [
    "PWR0027",
    "flags `--json` and `--json-lines` cannot be combined",
    "remove one of the two flags",
    "run",
    "tea.txt",
    "--json",
    "--json-lines",
  ],
  ...[
    ["bail", "keep-going", "run", "tea.txt"],
    ["verify", "clear", "cache"],
    ["stats", "clear", "cache"],
    ["stats", "verify", "cache"],
  ].map(([first, second, ...line]) => {
    const message = `flags \`--${first}\` and \`--${second}\` cannot be combined`;
    return ["PWR0027", message, "remove one of the two flags", ...line, `--${first}`, `--${second}`] as const;
  }),
  ...["--jobs 2", "--isolate", "--worker-memory 64"].map((given) => {
    const [flag = "", ...values] = given.split(" ");
    const message = `flags \`--queue\` and \`${flag}\` cannot be combined`;
    const line = ["run", "tea.txt", "--queue", "redis://localhost:1", flag, ...values];
    return ["PWR0027", message, "remove one of the two flags", ...line] as const;
  }),
  ...["--target hot", "--config tea.yaml", "--without ./milk.js", "--strict", "--no-dedup"].map((given) => {
    const [flag = "", ...values] = given.split(" ");
    const message = `flags \`--recording\` and \`${flag}\` cannot be combined`;
    const line = ["view", "--recording", "tea.json", flag, ...values];
    return ["PWR0027", message, "remove one of the two flags", ...line] as const;
  }),
  [
    "PWR0027",
    "flag `--recording` and argument `tea.txt` cannot be combined",
    "remove the argument or the flag",
    "view",
    "--recording",
    "tea.json",
    "tea.txt",
  ],
  ["PWR0021", "flag `--fsync` has no effect without `--output`", "add `--output`", "run", "tea.txt", "--fsync"],
  ["PWR0026", "flag `--jobs` does not accept `-1`", "use a positive integer", "run", "tea.txt", "--jobs", "-1"],
  [
    "PWR0026",
    "flag `--jobs` does not accept `100000`",
    "use a number that is at most 999",
    "run",
    "tea.txt",
    "--jobs",
    "100000",
  ],
];

describe("arguments without an effect, or with a wrong effect", () => {
  for (const [code, message, help, ...line] of LINES) {
    it(`are refused in ${line.join(" ")}`, async () => {
      const { passwright, folder } = project();
      const before = readdirSync(folder);
      expect(await passwright(...line)).to.equal(refused(code, message, help));
      expect(readdirSync(folder)).to.deep.equal(before);
    });
  }

  it("are accepted in similar command lines", async () => {
    const { passwright, folder } = project();
    expect(await passwright("run", "tea.txt", "-o", "./-")).to.contain("--- exit 0");
    expect(existsSync(join(folder, "-"))).to.equal(true);
    expect(await passwright("run", "./-")).to.contain("--- exit 0");
  });
});

describe("passwright worker", () => {
  it("does not wait for inputs if the URL is wrong", async () => {
    expect(await project().passwright("worker", "foo")).to.not.contain("waiting");
  });
});

describe("an unknown target or level", () => {
  const commands = ["plan", "explain", "check", "run tea.txt", "view tea.txt -o v.html", "lock", "list", "doc"];

  for (const command of commands)
    it(`is a usage error of \`passwright ${command}\` if a flag selects it`, async () => {
      const { folder, passwright } = project();
      for (const flags of [
        ["--target", "cold"],
        ["--level", "cold"],
      ]) {
        const shown = await passwright(...command.split(" "), ...flags);
        expect(shown).to.match(
          /^--- err\nerror\[PWL0403\]: framework `kettle` has no (target|level) `cold`\n[^]*exit 2\n$/,
        );
      }
      expect(existsSync(join(folder, "v.html"))).to.equal(false);
    });

  it("is an error of a config, and `view` shows it on the page", async () => {
    const { folder, passwright } = project({ "passwright.config.yaml": "framework: kettle\ntarget: cold\n" });
    expect(await passwright("plan")).to.match(/PWL0403[^]*exit 1\n$/);
    expect(await passwright("view", "tea.txt", "-o", "v.html")).to.match(/PWL0403[^]*exit 1\n$/);
    expect(existsSync(join(folder, "v.html"))).to.equal(true);
  });
});
