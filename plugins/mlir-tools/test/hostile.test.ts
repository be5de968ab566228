import { PassManager, renderDiagnostic, wholeMessage } from "@passwright/core";
import type { TextRunResult } from "@passwright/core";
import type { Operation } from "@passwright/ir";
import { mlirTool } from "@passwright/plugin-mlir-tools";
import type { MlirTool } from "@passwright/plugin-mlir-tools";
import { describeWithMlirOpt } from "@passwright/development";
import { expect } from "chai";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addAll, mlirOpt, run, Workshop } from "./run-tool.ts";
import type { Run } from "./run-tool.ts";

const MODULE = `module {
  func.func private @f()
}
`;

describe("a program that behaves badly", () => {
  let workshop: Workshop;
  beforeEach(() => {
    workshop = new Workshop();
    workshop.takeCache();
  });
  afterEach(() => workshop.clear());

  function runWith(script: string): Run {
    const tool = mlirTool({ program: workshop.script("bad-opt", script), prefix: "b-" });
    return run(MODULE, (manager) => addAll(manager, tool, "cse"), { tool, file: "in.mlir" });
  }

  it("prints nothing: the module is not changed", () => {
    const { op, result, said } = runWith("cat > /dev/null; echo");
    expect(result.succeeded).to.equal(false);
    expect(op.print()).to.equal(MODULE);
    expect(said).to.equal(
      [
        "error[PWM0109]: bad-opt succeeded but printed nothing",
        "  --> step b-cse",
        "help: remove `-o` from `arguments`, so that the program prints to standard output",
      ].join("\n"),
    );
  });

  it("prints nothing for a text that only it can parse: an error is reported", () => {
    const tool = mlirTool({ program: workshop.script("bad-opt", "cat > /dev/null") });
    const parsed = tool.ir.parse("tosa.nothing {", { file: "in.mlir" });
    expect(parsed.ok ? [] : parsed.diagnostics.map(({ code }) => code.slice(0, 3))).to.deep.equal(["PWI"]);
  });

  it("fails with a message of 10 MB in one line: the start and the end are shown", () => {
    const { said } = runWith("head -c 10000000 /dev/zero | tr '\\0' x >&2; echo ' no licence' >&2; exit 3");
    expect(said.length).to.be.lessThan(20_000);
    expect(said)
      .to.match(/^error\[PWM0105\]: bad-opt ended with exit code 3/)
      .and.to.contain("(9983627 characters left out)")
      .and.to.contain("xxx no licence\n");
  });

  it("prints 1 MB after an error: the error stays short", () => {
    const { said } = runWith("echo '<stdin>:1:1: error: no' >&2; yes | head -c 1000000 >&2; exit 1");
    // The message is longer than the limit, because each line of the output is indented.
    expect(said.length).to.be.lessThan(80_000);
    expect(said).to.match(/^error\[PWC0501\]: no\n/);
  });

  it("reports 100,000 errors: ten thousand are shown", () => {
    const { result } = runWith("yes 'error: no' | head -n 100000 >&2; exit 1");
    expect(result.diagnostics.length).to.equal(10_000);
  });

  it("prints other output besides diagnostics: nothing is lost", () => {
    const { result } = runWith("yes 'remark: so' | head -n 10001 >&2; echo last >&2; cat");
    expect(result.succeeded).to.equal(true);
    expect(result.diagnostics.length).to.equal(10_001);
    expect(result.diagnostics.map(wholeMessage)).to.include("remark: so\nlast\n");
  });

  it("prints invalid UTF-8: unchanged in strings, replacement characters in messages", () => {
    const { op } = runWith(`cat > /dev/null; printf 'module { func.func private @f() attributes {a = "\\377"} }'`);
    expect(op.print()).to.contain('{a = "\\FF"}');
    const { said } = runWith("printf '<stdin>:1:1: error: \\377 bad' >&2; exit 1");
    expect(said).to.match(/^error\[PWC0501\]: \ufffd bad\n/);
  });

  it("prints invalid UTF-8 in a text that is not parsed here", () => {
    const path = workshop.file("in put.mlir", MODULE);
    const runText = (script: string): TextRunResult => {
      const tool = mlirTool({ program: workshop.script("bad-opt", script), prefix: "b-" });
      const manager = new PassManager<Operation>(tool.ir, { anchor: "builtin.module" });
      addAll(manager, tool, "cse");
      return manager.runOnText(() => MODULE, { file: "in put.mlir", path, takesBytes: true }) as TextRunResult;
    };
    const codes = ({ succeeded, diagnostics }: TextRunResult): unknown => [
      succeeded,
      diagnostics.map(({ code }) => code),
    ];
    expect(codes(runText("exit 0"))).to.deep.equal([false, ["PWM0109"]]);
    expect(codes(runText("kill -KILL $$"))).to.deep.equal([false, ["PWM0103"]]);
    expect(codes(runText("echo 'in put.mlir:1:1: error: no' >&2; yes | head -c 1000000 >&2; exit 1"))).to.deep.equal([
      false,
      ["PWC0501"],
    ]);
    // The file is the last argument of the program. The script prints the content of the file unchanged.
    const { text } = runText(`for file; do :; done; cat "$file"; printf '// \\377\\n'`);
    expect(Buffer.from(text as Uint8Array).equals(Buffer.from(`${MODULE}// \u00ff\n`, "latin1"))).to.equal(true);
  });

  const help = (pass: string): string => `printf 'Passes:\\n  --${pass}   -   A pass\\n'`;
  const asks = (script: string): string => `case "$*" in *--help*) ${script};; *) cat;; esac`;
  /**
   * Makes a new tool for the same program. Tools with different folders for reproducers do not share facts about the
   * program, so the new tool behaves as in a different process.
   */
  const again = (reproducers = ""): MlirTool =>
    mlirTool({ program: join(workshop.folder, "bad-opt"), prefix: "b-", reproducers });

  it("is killed while it prints its help: incomplete help is not cached", () => {
    workshop.script("bad-opt", asks(`${help("half")}; kill -KILL $$`));
    expect(again().passes()).to.deep.equal([]);
    workshop.script("bad-opt", asks(help("whole")));
    expect(
      again()
        .passes()
        .map(({ declaration }) => declaration.name),
    ).to.deep.equal(["b-whole"]);
  });

  it("is a script that starts another version: missing passes are discovered again", () => {
    // The file of the program is the same, but the file with the help changes.
    const file = workshop.file("help.sh", help("old"));
    workshop.script("bad-opt", asks(`sh ${file}`));
    expect(again().passes().length).to.equal(1);
    writeFileSync(file, help("new"));
    const tool = again("elsewhere");
    expect(tool.passes().map(({ declaration }) => declaration.name)).to.deep.equal(["b-old"]);
    const fill: Parameters<typeof run>[1] = (manager) => addAll(manager, tool, "new");
    expect(run(MODULE, fill, { tool, file: "in.mlir" }).said).to.equal("");
    const { said } = run(MODULE, (manager) => addAll(manager, tool, "old"), { tool, file: "in.mlir" });
    expect(said).to.match(/^error\[PWM0107\]: pass `b-old` runs `old` of bad-opt, which does not have this pass/);
  });
});

describeWithMlirOpt("paths with spaces and quotes", () => {
  let workshop: Workshop;
  beforeEach(() => (workshop = new Workshop()));
  afterEach(() => workshop.clear());

  it("work, and are quoted for a shell in the command of a reproducer", () => {
    const path = workshop.script("an 'opt' program", `exec ${mlirOpt.program?.path} "$@"`);
    const reproducers = join(workshop.folder, "kept 'here' \\ $HOME");
    mkdirSync(reproducers);
    const tool = mlirTool({ program: path, reproducers });
    const text = 'module {\n  func.func private @f() loc("a b.py":1:2)\n}\n';
    expect(run(text, (manager) => addAll(manager, tool, "cse", "symbol-dce"), { tool }).op.print()).to.equal(
      "module {\n}\n",
    );
    const { result } = run(text, (manager) => addAll(manager, tool, "test-pass-crash"), { tool });
    const [file = ""] = readdirSync(reproducers);
    const said = result.diagnostics.map(renderDiagnostic).join("");
    const [, command = ""] = /reproduce the crash: `(.*)`/.exec(said) ?? [];
    const words = execFileSync("sh", ["-c", `printf '%s\\n' ${command}`], { encoding: "utf8" });
    expect(words).to.equal(`${["an 'opt' program", "--run-reproducer", join(reproducers, file)].join("\n")}\n`);
    expect(readFileSync(join(reproducers, file), "utf8")).to.contain("test-pass-crash");
  });
});
