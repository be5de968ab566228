import { UsageError } from "@passwright/core";
import { mlirTool } from "@passwright/plugin-mlir-tools";
import type { MlirTool } from "@passwright/plugin-mlir-tools";
import { describeWithMlirOpt } from "@passwright/development";
import { expect } from "chai";
import { appendFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addAll, mlirOpt, run, Workshop } from "./run-tool.ts";

/** Help output of an `*-opt` program, with one option of each kind. */
const HELP = `OVERVIEW: A tool

OPTIONS:

  --color                    - Use colors in output
  Compiler passes to run
    Passes:
      --first                -   First pass
        --flag               - A switch
        --mode=<value>       - One of two
    =slow                    -   Slowly
    =fast                    -   Fast
        --sizes=<long>       - Numbers
        -O <uint>            - A short one
      --second               -   Second pass
    Pass Pipelines:
      --all-of-it            -   Everything
  --print-something          - Not a pass
`;

const DUMP = `Pass Manager with 2 passes:
passwright.nothing(
  func.func(
    first{flag=false mode=slow  O=0}
  ),
  second
)
`;

describe("discovery", () => {
  let workshop: Workshop;
  beforeEach(() => {
    workshop = new Workshop();
    workshop.takeCache();
    writeFileSync(join(workshop.folder, "help.txt"), HELP);
    writeFileSync(join(workshop.folder, "dump.txt"), DUMP);
  });
  afterEach(() => workshop.clear());

  /** Makes a tool whose program records each call. */
  function makeTool(): MlirTool {
    const { folder } = workshop;
    const path = workshop.script(
      "our-opt",
      `cd ${folder}; echo "$*" >> asked.txt; case "$*" in --help) cat help.txt;; *) cat dump.txt >&2; exit 1;; esac`,
    );
    return again(path);
  }

  const again = (path = join(workshop.folder, "our-opt")): MlirTool => mlirTool({ program: path, prefix: "our-" });
  const asked = (): readonly string[] => readFileSync(join(workshop.folder, "asked.txt"), "utf8").trimEnd().split("\n");

  function describePasses(tool: MlirTool): readonly string[] {
    return tool.passes().map(({ declaration: { name, summary, anchor = "any" }, options }) => {
      const texts = Object.entries(options).map(
        ([option, { placeholder, expects }]) => `${option}${placeholder}: ${expects}`,
      );
      return [`${name} on ${anchor}: ${summary}`, ...texts].join("; ");
    });
  }

  const wanted = [
    "our-all-of-it on any: Everything",
    "our-first on func.func: First pass; flag: true or false; mode<value>: one of slow, fast; sizes<long>: a number, or a list of numbers; O<uint>: a number, or a list of numbers",
    "our-second on any: Second pass",
  ];

  it("reads passes, options and anchors from the program's help", () => {
    expect(describePasses(makeTool())).to.deep.equal(wanted);
    expect(asked()).to.deep.equal([
      "--help",
      "--no-implicit-module --allow-unregistered-dialect --dump-pass-pipeline --first --second",
    ]);
  });

  it("runs a program once, and again when its file changes", () => {
    makeTool().passes();
    expect(describePasses(again())).to.deep.equal(wanted);
    expect(asked().length).to.equal(2);
    const path = join(workshop.folder, "our-opt");
    utimesSync(path, 1, 1);
    again().passes();
    expect(asked().length).to.equal(4);
    appendFileSync(path, "\n# another\n");
    utimesSync(path, 1, 1);
    again().passes();
    expect(asked().length).to.equal(6);
  });

  it("ignores a damaged cache", () => {
    makeTool().passes();
    const folder = join(workshop.folder, "cache", "passwright", "mlir-tools");
    const [name = ""] = readdirSync(folder);
    expect(readdirSync(folder).length).to.equal(1);
    const file = join(folder, name);
    const whole = readFileSync(file, "utf8");
    const data = JSON.parse(whole) as { passes: object[] };
    const damaged = [
      "",
      "null",
      "[]",
      whole.slice(0, 100),
      whole.replace('"first"', "1"),
      whole.replace('"format":1', '"format":0'),
      JSON.stringify({ ...data, passes: [null] }),
      JSON.stringify({ ...data, passes: [{ name: "first", summary: "", options: [{}] }] }),
      JSON.stringify({ ...data, passes: {} }),
      JSON.stringify({ ...data, emitsBytecode: "yes" }),
    ];
    for (const text of damaged) {
      writeFileSync(file, text);
      expect(describePasses(again()), text).to.deep.equal(wanted);
      expect(readFileSync(file, "utf8"), text).to.equal(whole);
    }
  });

  it("works if the cache cannot be written", () => {
    process.env["XDG_CACHE_HOME"] = join(workshop.folder, "help.txt");
    expect(describePasses(makeTool())).to.deep.equal(wanted);
  });

  it("ignores a program without passes", () => {
    writeFileSync(join(workshop.folder, "help.txt"), "usage: our-opt FILE\n");
    const tool = makeTool();
    expect(tool.passes()).to.deep.equal([]);
    expect(tool.pass("anything").declaration).to.deep.equal({
      ir: "mlir",
      reads: { programs: [join(workshop.folder, "our-opt")] },
      name: "our-anything",
    });
  });

  it("prefers declarations over discovered facts", () => {
    const first = makeTool().pass("first", { anchor: "builtin.module", summary: "Ours", types: ["Cleanup"] });
    expect(first.declaration).to.deep.equal({
      summary: "Ours",
      anchor: "builtin.module",
      types: ["Cleanup"],
      ir: "mlir",
      reads: { programs: [join(workshop.folder, "our-opt")] },
      name: "our-first",
    });
  });

  it("refuses invalid option values when a pass is made", () => {
    const first = makeTool().pass("first");
    const messageOf = (options: object): string => {
      try {
        first.create(options as never);
        return "fine";
      } catch (thrown) {
        return thrown instanceof UsageError ? thrown.diagnostic.message : String(thrown);
      }
    };
    expect(messageOf({ flag: true, mode: "fast", sizes: [1, 2], O: 3 })).to.equal("fine");
    expect(messageOf({ mode: "fats" })).to.equal(
      'pass `our-first`: option `mode` must be one of slow, fast, not "fats"',
    );
    expect(messageOf({ sizes: ["many"] })).to.equal(
      'pass `our-first`: option `sizes` must be a number, or a list of numbers, not ["many"]',
    );
    expect(messageOf({ speed: 1 })).to.equal("pass `our-first`: unknown option `speed`");
  });
});

describeWithMlirOpt("discovery of mlir-opt", () => {
  it("types every pass of the program except those that print, test or check", () => {
    const untyped = mlirOpt
      .passes()
      .filter(({ declaration }) => declaration.types === undefined)
      .map(({ declaration }) => declaration.name.slice("m-".length))
      .filter((name) => !name.startsWith("test-"));
    expect(untyped.join("\n")).to.equal(
      [
        "affine-super-vectorizer-test",
        "generate-runtime-verification",
        "print-ir",
        "print-op-stats",
        "slice-analysis-test",
        "tosa-test-quant-utils",
        "tosa-validate",
        "transform-dialect-check-uses",
        "transform-infer-effects",
        "transform-interpreter",
        "transform-preload-library",
        "view-op-graph",
      ].join("\n"),
    );
  });

  it("keeps the types that an author declares", () => {
    const types = (name: string, types?: readonly string[]): string =>
      mlirOpt.pass(name, types && { types }).declaration.types?.join() ?? "none";
    expect(types("convert-scf-to-cf")).to.equal("lowering.cf");
    expect(types("convert-scf-to-cf", ["Cleanup"])).to.equal("Cleanup");
    expect(types("no-such-pass")).to.equal("none");
  });

  it("finds hundreds of passes and their anchors", () => {
    const passes = new Map(
      mlirOpt.passes().map(({ declaration, options }) => [declaration.name, { declaration, options }]),
    );
    expect(passes.size).to.be.greaterThan(300);
    const anchorOf = (name: string): string | undefined => passes.get(`m-${name}`)?.declaration.anchor;
    expect(
      ["one-shot-bufferize", "promote-buffers-to-stack", "canonicalize", "convert-gpu-to-nvvm"].map(anchorOf),
    ).to.deep.equal(["builtin.module", "func.func", undefined, "gpu.module"]);
    expect(Object.keys(passes.get("m-inline")?.options ?? {}).sort()).to.deep.equal([
      "default-pipeline",
      "inlining-threshold",
      "max-iterations",
      "op-pipelines",
    ]);
  });

  it("leaves the defaults of options to the program", () => {
    const text = "func.func private @f()";
    const echo = (fill: Parameters<typeof run>[1]): string => run(text, fill).said;
    expect(echo((manager) => addAll(manager, mlirOpt, "canonicalize"))).to.equal("");
    expect(
      echo((manager) =>
        manager.addPass(mlirOpt.pass("inline"), {
          "default-pipeline": "canonicalize,cse",
          "max-iterations": 2,
        } as never),
      ),
    ).to.equal("");
  });
});
