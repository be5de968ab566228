import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { childEnvironment, describeWithMlirOpt, findMlirOpt } from "@passwright/development";
import { expect } from "chai";
import { makeProject } from "../project.ts";

const program = fileURLToPath(new URL("../../bin/passwright-opt.js", import.meta.url));
const plugin = fileURLToPath(new URL("../../../../plugins/mlir-test-passes", import.meta.url));

/**
 * Texts with bytes that are not valid UTF-8: alone, truncated, and in positions without escapes. Each character
 * represents one byte.
 */
const inputs = [
  'module @m attributes {t.a = "x\xff\xfey"} {}\n',
  '"t.op"() {a = "\xc3\xa9\xc3", b = #t.raw<\xf0\x9f\x98>} : () -> !t.raw<"\x80">\n',
  'func.func private @"\xff"()\nfunc.func private @"\xfe"() loc("f\xff":1:2)\n',
];

/** Flags for the ways to process standard input: with the bundled script, with the complete program, and in parts. */
const ways: readonly { readonly flags: readonly string[]; readonly areOurs: boolean }[] = [
  { flags: [], areOurs: true },
  { flags: [`--load-pass-plugin=${plugin}`], areOurs: true },
  { flags: ["--split-input-file"], areOurs: false },
];

/** Returns the output of a program, with one character for each byte. */
function outputOf(command: string, args: readonly string[], cwd: string, input: Buffer): string {
  return spawnSync(command, args, { cwd, input, encoding: "latin1", env: childEnvironment() }).stdout;
}

describeWithMlirOpt("bytes that are not UTF-8, compared with mlir-opt", () => {
  for (const { flags, areOurs } of ways) {
    const [name = "no other flag"] = flags.map((flag) => flag.split("=")[0]);
    it(`are unchanged on standard input and in a file, with ${name}`, () => {
      for (const input of inputs.map((text) => Buffer.from(text, "latin1"))) {
        const cwd = makeProject({});
        writeFileSync(join(cwd, "in.mlir"), input);
        const both = ["--allow-unregistered-dialect", "--mlir-print-debuginfo"];
        const wanted = outputOf(findMlirOpt() ?? "", areOurs ? both : [...both, ...flags], cwd, input);
        const ours = [program, ...both, ...flags];
        expect(outputOf(process.execPath, ours, cwd, input)).to.equal(wanted);
        expect(outputOf(process.execPath, [...ours, "in.mlir"], cwd, input)).to.equal(
          wanted.replaceAll("<stdin>", "in.mlir"),
        );
      }
    });
  }
});
