import { suggest } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { faults } from "@passwright/runner";
import type { FaultTest, TrialInput } from "@passwright/runner";
import type { Assembly } from "@passwright/sdk/loading";
import type { Arguments } from "../commands/flags.ts";
import * as errors from "../errors/index.ts";
import { readErrorPages } from "../own-folder.ts";

/** Maps each flag that selects a built-in test to a function that makes the test from the flag's value. */
const BUILT_IN: { readonly [flag: string]: (value: string) => FaultTest } = {
  crash: () => faults.crash(),
  invalid: () => faults.invalid(),
  error: (code) => faults.error(code),
  exit: (code) => faults.exit(Number(code)),
};

/** The test that a command line selects: a command of the user, a comparison with a file, or a built-in test. */
export type NamedTest =
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "differs"; readonly from: string }
  | { readonly kind: "fault"; readonly isBad: FaultTest };

/** Returns the test that the flags of a command select, or an error unless the flags select exactly one test. */
export function testOf(command: string, args: Arguments): { readonly test?: NamedTest; readonly problem?: Diagnostic } {
  const tests: NamedTest[] = [];
  const [own, from] = [args.value("test"), args.value("differs-from")];
  if (own !== undefined) tests.push({ kind: "command", command: own });
  if (from !== undefined) tests.push({ kind: "differs", from });
  for (const [flag, make] of Object.entries(BUILT_IN)) {
    const value = args.flags.has(flag) ? "" : args.value(flag);
    if (value !== undefined) tests.push({ kind: "fault", isBad: make(value) });
  }
  const [test, second] = tests;
  if (test === undefined || second !== undefined) return { problem: errors.needsOneTest(command, tests.length) };
  if (test.kind === "command" && !test.command.includes("{}")) return { problem: errors.testWithoutFile(test.command) };
  return { test };
}

/** Returns the parse errors of inputs, and an error about the inputs that do not show the fault. */
export function faultNotFound(
  name: "bisect" | "reduce",
  args: Arguments,
  assembly: Assembly,
  inputs: readonly TrialInput[],
): readonly Diagnostic[] {
  const parsed = inputs.map(({ file, content }) => ({ file, result: assembly.parse(content, { file }) }));
  const files = parsed.filter(({ result }) => result.ok).map(({ file }) => file);
  const wrong = parsed.flatMap(({ result }) => (result.ok ? [] : result.diagnostics));
  return files.length === 0 ? wrong : [...wrong, noFault(name, args, files)];
}

/** Reports an unknown code in `--error` only now, because frameworks and plugins can have their own codes. */
function noFault(name: "bisect" | "reduce", args: Arguments, files: readonly string[]): Diagnostic {
  const code = args.value("error");
  const known = code === undefined ? [] : Object.keys(readErrorPages());
  if (code === undefined || known.includes(code))
    return errors.noFault({ name, hasCommand: args.value("test") !== undefined }, files);
  return errors.unknownCode(code, suggest(code.toUpperCase(), known));
}
