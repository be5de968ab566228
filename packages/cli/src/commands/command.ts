import type { Arguments, Flag, Flags } from "./flags.ts";
import type { StrictData } from "@passwright/sdk/loading";
import type { Outcome } from "./outcome.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";

/** What a command needs to be listed and helped with, without its code. */
export interface CommandSummary {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly flags: Flags;
}

/** Code of a command. Returns an exit code if it has printed everything itself. */
export type CommandBody = (args: Arguments, terminal: Terminal) => Promise<Outcome | ExitCode>;

const flag = (doc: string, short?: string): Flag => ({ kind: "flag", doc, ...(short && { short }) });
const value = (placeholder: string, doc: string, more: Omit<Partial<Flag>, "kind"> = {}): Flag => {
  return { kind: "value", placeholder, doc, ...more };
};
const word = (doc: string, ...words: readonly string[]): Flag => value(words.join("|"), doc, { words });

const config = value("CONFIG", "a config file, or a folder that holds one", { short: "c" });
const without = value("PLUGIN", "leave this plugin out; may be given several times", { multiple: true });
const choice = {
  target: value("TARGET", "compile for this target, whatever the config says"),
  level: value("LEVEL", "optimise this much, whatever the config says; -O2 is --level O2", { short: "O" }),
};
/** All that can be strict, with a key for each. */
const STRICT: { readonly [S in StrictData]: true } = { "order-by-name": true, idle: true };
const strict = {
  strict: {
    kind: "optional",
    placeholder: `[${Object.keys(STRICT).join("|")}]`,
    words: Object.keys(STRICT),
    doc: "refuse what is only reported otherwise, of this kind or of all; as `strict` in the config",
  },
} as const satisfies { readonly [name: string]: Flag };
const dataOnly = { "data-only": flag("run no code: plan from manifests, and configs that are data") };
const noDedup = { "no-dedup": flag("leave duplicate cleanups where they are") };
const allowUnregistered = {
  "allow-unregistered-dialect": flag("accept operations of dialects that nobody registered"),
};
const json = flag("print JSON");
/** What to show of a run, with the names that these flags have in passwright-opt. */
const instruments = {
  "mlir-print-ir-before": value("PASS,…", "print the IR before these passes", { multiple: true }),
  "mlir-print-ir-before-all": flag("print the IR before each pass"),
  "mlir-print-ir-after": value("PASS,…", "print the IR after these passes", { multiple: true }),
  "mlir-print-ir-after-all": flag("print the IR after each pass"),
  "mlir-print-ir-after-change": flag("print the IR after a pass only if it changed"),
  "mlir-print-ir-after-failure": flag("print the IR after passes that fail"),
  "mlir-print-ir-module-scope": flag("print all of the top operation"),
  "mlir-print-ir-tree-dir": value("FOLDER", "write each print to a file of this folder"),
  "mlir-timing": flag("show how long passes took"),
  "mlir-timing-display": word("as a tree, or a list sorted by time", "tree", "list"),
  "mlir-output-format": word("format of the timing report", "text", "json"),
  "mlir-pass-statistics": flag("show what each pass counted"),
  "mlir-pass-statistics-display": word("along the pipeline, or as a list sorted by name", "pipeline", "list"),
};
const watch = flag("again whenever the config, its plugins or inputs change");
const last = { debug: flag("show the stacks of what was thrown"), help: flag("print this", "h") };

/** Tests of a fault that need no program. */
const faultTests = {
  crash: flag("the fault is that a pass throws"),
  invalid: flag("the fault is that the verifier refuses what a pass leaves"),
  error: value("CODE", "the fault is an error with this code"),
};

export const commands: readonly CommandSummary[] = [
  {
    name: "run",
    summary: "run the pipeline on inputs and print the result",
    usage: "passwright run [FOLDER | -c CONFIG] [INPUT…]",
    flags: {
      config,
      output: value(
        "FILE|FOLDER/",
        "write all results there, or each into a file of the folder; each file whole or not at all",
        { short: "o" },
      ),
      json,
      idle: flag("list the steps that changed nothing on any input"),
      stats: flag("show how many operations there were and are, and what passes counted"),
      "time-limit": value(
        "SECONDS",
        "end the run of an input that takes longer, say which pass hung on what, and keep the input",
      ),
      threads: value("N|auto", "run nested pipelines in so many threads, 0 for none; auto: where they pay"),
      from: value("STEP", "run the plan from this step on; steps are named by their addresses, as `plan` prints them"),
      until: value("STEP", "run the plan up to this step and include it; the result is the IR after it"),
      ...instruments,
      trace: flag("of a graph: show which pipelines ran, which jumps were taken, and why"),
      watch,
      ...noDedup,
      without,
      ...strict,
      ...choice,
      ...allowUnregistered,
      "verify-each": value("true|false", "verify the IR after each pass (default: true)", {
        words: ["true", "false", "1", "0"],
      }),
      ...last,
    },
  },
  {
    name: "plan",
    summary: "resolve the pipeline and print its steps",
    usage: "passwright plan [FOLDER | -c CONFIG]",
    flags: {
      config,
      format: word("mlir: as text for mlir-opt --pass-pipeline", "text", "json", "mlir"),
      json,
      watch,
      ...noDedup,
      without,
      ...strict,
      ...choice,
      ...dataOnly,
      ...last,
    },
  },
  {
    name: "graph",
    summary: "put the pipelines of a graph in order, and draw them",
    usage: "passwright graph [FOLDER | -c CONFIG] [--format text|mermaid|dot|json]",
    flags: {
      config,
      format: word("mermaid: as GitHub shows it; dot: for Graphviz", "text", "mermaid", "dot", "json"),
      json,
      watch,
      without,
      ...choice,
      ...dataOnly,
      ...last,
    },
  },
  {
    name: "explain",
    summary: "say who put each step there and why, or what the code of a message means",
    usage: "passwright explain [FOLDER | -c CONFIG] [STEP… | --without PLUGIN | --where PASS] | CODE…",
    flags: {
      config,
      json,
      without: { ...without, doc: "show what changes without this plugin" },
      where: value("PASS", "show where this pass could go, and what binds each end"),
      ...choice,
      ...dataOnly,
      ...last,
    },
  },
  {
    name: "check",
    summary: "resolve the pipeline, and check more than that if asked",
    usage: "passwright check [FOLDER | -c CONFIG] [--permute] [--dedup] [--properties] [--orders] [INPUT…]",
    flags: {
      config,
      permute: flag("load the plugins in every order, and compare the plans"),
      dedup: flag("run with and without duplicate cleanups, and compare the results"),
      properties: flag("run, and look after each pass whether it keeps what it declares"),
      orders: flag("run steps that nothing orders in other orders, and compare the results"),
      framework: flag("with --orders: try steps of the framework too"),
      budget: value("SECONDS", "with --orders: end after this time (default: 60)"),
      json,
      without,
      ...strict,
      ...choice,
      ...dataOnly,
      ...allowUnregistered,
      ...last,
    },
  },
  {
    name: "xray",
    summary: "find the plugins of SVGO, PostCSS, Babel, remark or rehype whose order matters",
    usage:
      "passwright xray [svgo.config.mjs | postcss.config.mjs | babel.config.json | .remarkrc.mjs] [INPUT | FOLDER]…",
    flags: {
      html: value("FILE", "write the report as one HTML page"),
      measure: value(
        "bytes|COMMAND",
        "show which moves of a step make outputs smaller, in bytes or as `COMMAND {}` prints it",
      ),
      budget: value("SECONDS", "end after this time (default: 300)"),
      json,
      ...last,
    },
  },
  {
    name: "bisect",
    summary: "find the plugin, option, step and operation that make a result wrong",
    usage: "passwright bisect [FOLDER | -c CONFIG] INPUT… --test 'COMMAND {}'",
    flags: {
      config,
      test: value("COMMAND", "exit code 0: the result `{}` is good; for example --test 'xmllint {}'"),
      ...faultTests,
      "differs-from": value("FILE", "the fault is that the result differs from this file"),
      exit: value("CODE", "the fault is that `passwright run` ends with this exit code", { words: ["0", "1"] }),
      repeat: value("N", "run each variant so often; one bad run is enough"),
      budget: value("N", "run at most so many variants"),
      axis: value("contribution|step|operation", "search only this; may be given several times", {
        multiple: true,
        words: ["contribution", "step", "operation"],
      }),
      output: value("FILE", "write the smallest config with the fault there", { short: "o" }),
      json,
      without,
      ...choice,
      ...last,
    },
  },
  {
    name: "reduce",
    summary: "make an input, and the pipeline, as small as possible while a fault stays",
    usage: "passwright reduce [FOLDER | -c CONFIG] INPUT --test 'COMMAND {}' [-o FILE]",
    flags: {
      config,
      test: value("COMMAND", "exit code 0: `{}`, a smaller input, shows the fault; `{config}`: with a smaller config"),
      ...faultTests,
      "differs-from": value("CONFIG", "the fault is that this other config gives another result"),
      output: value("FILE", "the reduced input (default: NAME.reduced.EXT beside the input)", { short: "o" }),
      jobs: value("N", "try so many candidates at the same time; the result is the same", { short: "j" }),
      budget: value("N", "try at most so many candidates"),
      continue: flag("go on with the reduced input that is there"),
      json,
      without,
      ...choice,
      ...last,
    },
  },
  {
    name: "lock",
    summary: "write the plan to a file, or compare it with the file",
    usage: "passwright lock [FOLDER | -c CONFIG] [-o FILE] [--check]",
    flags: {
      config,
      output: value(
        "FILE",
        "the lock file (default: passwright.lock.json, or NAME.lock.json for a config NAME.yaml, beside it)",
        { short: "o" },
      ),
      check: flag("write nothing; fail if the plan is not as locked"),
      json,
      ...strict,
      ...choice,
      ...dataOnly,
      ...last,
    },
  },
  {
    name: "diff",
    summary: "say in words how two plans differ",
    usage: "passwright diff [LOCK | CONFIG] [LOCK | CONFIG]",
    flags: { json, ...choice, ...dataOnly, ...last },
  },
  {
    name: "list",
    summary: "list the passes, pipelines, extension points, hooks … that a config brings together",
    usage: "passwright list [FOLDER | -c CONFIG] [SECTION…]",
    flags: { config, json, without, ...choice, ...dataOnly, ...last },
  },
  {
    name: "doc",
    summary: "document passes, extension points and hooks: what they do, options, statistics and properties",
    usage: "passwright doc [FOLDER | -c CONFIG | --package PACKAGE] [PASS…]",
    flags: {
      config,
      package: value("PACKAGE", "of this plugin or framework, by name or path"),
      output: value("FILE", "write it there, whole or not at all", { short: "o" }),
      json: flag("print JSON, with options as JSON Schema"),
      without,
      ...choice,
      ...last,
    },
  },
  {
    name: "manifest",
    summary: "write the manifest of a plugin or framework from its code, or compare it with the code",
    usage: "passwright manifest [FOLDER] [--check]",
    flags: { check: flag("write nothing; fail if the manifest is stale"), json, ...last },
  },
  {
    name: "new",
    summary: "make a package with a plugin or a framework, or a pass in the package at hand",
    usage: "passwright new plugin|framework|pass NAME [FOLDER]",
    flags: {
      for: word(
        "with a plugin of this tool as the pass (default: a pass for MLIR)",
        "svgo",
        "unified",
        "postcss",
        "babel",
      ),
      js: flag("in JavaScript (default: in TypeScript)"),
      json,
      ...last,
    },
  },
];
