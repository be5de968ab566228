import { expect } from "chai";
import * as fc from "fast-check";
import { main, mainOpt } from "@passwright/cli";
import type { Program } from "@passwright/cli";
import { samples } from "@passwright/development";
import { outcomeText, runProgram } from "./fake-terminal.ts";
import { makeProject } from "./project.ts";

const COMMANDS = ["run", "plan", "graph", "explain", "check", "lock", "diff", "list", "doc", "new", "help"];

const input = "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n";

const files = {
  "passwright.config.yaml": 'pipeline: builtin.module(func.func(cse))\nplugins: ["@passwright/plugin-transforms"]\n',
  "in.mlir": input,
  "broken.mlir": 'module {\n  "x"(\n',
  "broken.config.yaml": "pipeline: [\n",
  "empty.txt": "",
  "folder/in.mlir": "module {\n}\n",
  "passwright.lock.json": "{}",
};

/** Returns the flags in a help text. */
const flagsIn = (help: string): string[] => [...new Set(help.match(/--?[a-z][\w-]*/g))];

/** Valid words, similar invalid words, and texts that do not look like arguments. */
const plausible = fc.constantFrom(
  ...Object.keys(files),
  ..."in.mlir folder . - nowhere out.mlir out/ cse builtin.module(func.func(cse)) any(cse) points plugin framework".split(
    " ",
  ),
  ..."pass my-pass true 0 2 auto json text list mlir kettle@^1 @passwright/plugin-transforms".split(" "),
);
const anything = fc.oneof(
  fc.constantFrom(
    ..."-- ../.. builtin.module( any(cse{x=[}]) -1 1e400 __proto__ constructor a=b = -= --= --- -cse".split(" "),
    ..."é\u200f|💥|%s|*|[|{a,b}|\u0000|\n|".split("|"),
  ),
  fc.string({ maxLength: 12 }),
);

/**
 * Makes random argument lists with these flags. Most lists do not contain invalid arguments, because the program stops
 * at the first invalid argument.
 */
function argumentLists(flags: readonly string[], operands: number): fc.Arbitrary<readonly string[]> {
  const flag = fc.constantFrom(...flags);
  const right = fc.oneof(
    flag,
    fc.tuple(flag, plausible).map(([name, value]) => `${name}=${value}`),
  );
  const wrong = fc.oneof(
    fc.tuple(flag, anything).map(([name, value]) => `${name}=${value}`),
    fc.tuple(flag, fc.constantFrom("x", "-", "no-")).map(([name, more]) => `${name}${more}`),
    anything,
  );
  const all = fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wrong });
  return fc
    .tuple(fc.array(all, { maxLength: 4 }), fc.array(plausible, { maxLength: operands }))
    .map((parts) => parts.flat());
}

/**
 * Checks for random arguments that a program ends by itself, prints a reason if it fails, and does not print a stack
 * trace.
 */
async function endsWell(program: Program, argv: readonly string[]): Promise<void> {
  const cwd = makeProject(files);
  // Interrupts a command immediately if it watches files.
  const onInterrupt = (callback: () => void): (() => void) => {
    const timer = setTimeout(callback, 10);
    return () => clearTimeout(timer);
  };
  const outcome = await runProgram(program, argv, { cwd, input, onInterrupt });
  const { code, out, err } = outcome;
  const text = outcomeText(outcome);
  expect(code, text).to.be.oneOf([0, 1, 2, 130]);
  if (code !== 0) expect(out + err, text).to.not.equal("");
  expect(text).to.not.match(/PWR0001|\n\s+at .*:\d+:\d+|\[object |undefined/);
}

describe("programs that are called with anything", () => {
  it("passwright reports an error without a stack", async () => {
    const helps = await Promise.all(COMMANDS.map((name) => runProgram(main, ["help", name], { cwd: "." })));
    const flags = flagsIn(helps.map(({ out }) => out).join("\n"));
    expect(flags).to.include.members(["--time-limit", "-c", "--permute"]);
    // Leaves out flags for threads and rounds, which take seconds and have separate tests.
    const cheap = flags.filter(
      (flag) => !["--watch", "--time-limit", "--permute", "--threads", "--debug"].includes(flag),
    );
    const first = fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...COMMANDS) }, { weight: 1, arbitrary: anything });
    const property = fc.asyncProperty(first, argumentLists(cheap, 2), (name, rest) => endsWell(main, [name, ...rest]));
    await fc.assert(property, { numRuns: samples(1500), seed: 31 });
  });

  it("passwright-opt reports an error without a stack", async () => {
    const { out } = await runProgram(mainOpt, ["--help"], { cwd: "." });
    const flags = flagsIn(out);
    expect(flags).to.include.members(["--pass-pipeline", "--cse", "-o"]);
    const cheap = flags.filter((flag) => !/^--(threads.*|time-limit|thread-memory)$/.test(flag));
    const property = fc.asyncProperty(argumentLists(cheap, 1), (argv) => endsWell(mainOpt, argv));
    await fc.assert(property, { numRuns: samples(1500), seed: 32 });
  });
});
