import { badThreadCount, standardOutputAsFile } from "../errors/arguments.ts";
import { THREAD_COUNT } from "../threads/wanted-threads.ts";
import { countProblem, secondsProblem } from "./flags.ts";
import type { Arguments, Flag, Flags } from "./flags.ts";
import type { CommandOutcome } from "./outcome.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";

/** Name, usage and flags of a command, without its code. */
export interface CommandSummary {
  /** Name of the command, such as `plan`. */
  readonly name: string;
  /** Purpose of the command in one line. */
  readonly summary: string;
  /** Syntax of the command line. */
  readonly usage: string;
  /** Example command lines, each with its effect. */
  readonly examples: readonly (readonly [line: string, effect: string])[];
  /** Flags by name, without dashes. */
  readonly flags: Flags;
}

/** Code of a command. Returns an outcome to print, or an exit code if the code has already printed all output. */
export type CommandBody = (args: Arguments, terminal: Terminal) => Promise<CommandOutcome | ExitCode>;

const flag = (doc: string, short?: string): Flag => ({ kind: "flag", doc, ...(short && { short }) });
const value = (placeholder: string, doc: string, more: Omit<Partial<Flag>, "kind"> = {}): Flag => {
  return { kind: "value", placeholder, doc, ...more };
};
const count = (digits: number, doc: string, more: Pick<Flag, "short" | "placeholder"> = {}): Flag =>
  value("N", doc, { ...more, problemOf: countProblem(digits) });
/** Flag whose value is a file or folder that the command writes. */
const written = (
  placeholder: string,
  doc: string,
  more: Pick<Flag, "short"> & { readonly isOptionalOutput?: boolean } = {},
): Flag => {
  const { isOptionalOutput = false, ...rest } = more;
  const problemOf: Flag["problemOf"] = (name, text) =>
    text === "-" ? standardOutputAsFile(name, isOptionalOutput) : undefined;
  return value(placeholder, doc, { ...rest, problemOf });
};
const seconds = (doc: string): Flag => value("SECONDS", doc, { problemOf: secondsProblem });
const word = (doc: string, ...words: readonly string[]): Flag => value(words.join("|"), doc, { words });

const config = value("CONFIG", "a config file, or a folder that contains one", { short: "c" });
const without = value("PLUGIN", "plan without this plugin; can be repeated", { multiple: true });
const choice = {
  target: value("TARGET", "compile for this target; overrides the config"),
  level: value("LEVEL", "use this optimization level; overrides the config; -O2 is --level O2", { short: "O" }),
};
const strict = { strict: flag("treat reports of all kinds as errors; to select kinds, set `strict` in the config") };
const dataOnly = { "data-only": flag("do not run code; plan from manifests and from configs in YAML or JSON") };
const noDedup = { "no-dedup": flag("keep duplicate cleanups") };
const allowUnregistered = { "allow-unregistered-dialect": flag("accept operations of unregistered dialects") };
const json = flag("print JSON");
const instruments = {
  "mlir-print-ir-before": value("PASS,…", "print the IR before these passes", { multiple: true }),
  "mlir-print-ir-before-all": flag("print the IR before each pass"),
  "mlir-print-ir-after": value("PASS,…", "print the IR after these passes", { multiple: true }),
  "mlir-print-ir-after-all": flag("print the IR after each pass"),
  "mlir-print-ir-after-change": flag("with `--mlir-print-ir-after` or `-after-all`: print only IR that changed"),
  "mlir-print-ir-after-failure": flag("print the IR after failed passes"),
  "mlir-print-ir-module-scope": flag("print the whole top operation"),
  "mlir-print-ir-tree-dir": value("FOLDER", "write each dump to a file in this folder"),
  "mlir-timing": flag("report the time of passes"),
  "mlir-timing-display": word("print the times as a tree, or as a list sorted by time", "tree", "list"),
  "mlir-output-format": word("format of the timing report", "text", "json"),
  "mlir-pass-statistics": flag("report the statistics of passes"),
  "mlir-pass-statistics-display": word(
    "print the statistics in the order of the pipeline, or as a list sorted by name",
    "pipeline",
    "list",
  ),
};
const watch = flag("run again when the config, a plugin or an input changes");
const last = {
  color: flag("use colors, even if the output is not a terminal"),
  "no-color": flag("do not use colors"),
  debug: flag("print the stacks of exceptions"),
  help: flag("print this help", "h"),
};
const planning = { ...choice, ...dataOnly };

const faultTests = {
  crash: flag("the fault is that a pass throws an exception"),
  invalid: flag("the fault is that the verifier refuses the result of a pass"),
  error: value("CODE", "the fault is an error with this code"),
};

const stepLimit = seconds("end the command if a pass takes longer, and report the pass");

/** Flags of commands that run the plan on inputs. */
const running = { ...noDedup, without, ...strict, ...choice, ...allowUnregistered };

const TABLE: { readonly [name: string]: Omit<CommandSummary, "name"> } = {
  run: {
    summary: "run the pipeline on inputs and print the result",
    usage: "passwright run [FOLDER | -c CONFIG] [INPUT…]",
    examples: [
      ["passwright run in.mlir -o out.mlir", "run the pipeline on in.mlir, and write the result to out.mlir"],
      ["passwright run 'icons/*.svg' -o out/", "write each result to a file in out/"],
      ["passwright run - --stats", "read the input from standard input, and print statistics"],
    ],
    flags: {
      config,
      output: written(
        "FILE|FOLDER/",
        "write all results to a file, or each result to a file in a folder; incomplete files are never written",
        { short: "o", isOptionalOutput: true },
      ),
      fsync: flag("wait until each written file is on disk, so that it survives a power failure"),
      "remove-stale": flag("list the results in the folder, and remove listed results whose inputs no longer exist"),
      json,
      "json-lines": flag("print events as JSON, one per line: `start`, `input` for each input, `end`"),
      jobs: count(3, "run inputs in N workers; default: one per core if there is enough work", { short: "j" }),
      cache: flag("reuse results of earlier runs with the same input and code, and store new results"),
      queue: value("URL", "run the inputs on the workers of a queue: `redis://HOST`; see `passwright worker`"),
      isolate: flag("use processes as workers, so that an input that needs too much memory does not end the run"),
      "worker-memory": count(7, "limit the heap of each worker", { placeholder: "MIB" }),
      bail: flag("end the run at the first input that fails"),
      "keep-going": flag("run all inputs even if some fail (default)"),
      idle: flag("list the steps that changed nothing on any input"),
      stats: flag("print the numbers of operations before and after, and the statistics of passes"),
      "time-limit": seconds("stop an input that takes longer, report the running pass, and save the input"),
      threads: value("N|auto", "run nested pipelines in N threads; 0: no threads; auto: threads if they are faster", {
        problemOf: (_name, text) => (THREAD_COUNT.test(text) ? undefined : badThreadCount(text)),
      }),
      from: value("STEP", "start with this step; `plan --json` prints the addresses of steps"),
      until: value("STEP", "end with this step; the result is the IR after this step"),
      ...instruments,
      record: written("FILE", "record the effect of each step in a file for `passwright view --recording`"),
      trace: flag("print the path through a graph: pipelines and jumps, with reasons"),
      watch,
      ...running,
      "verify-each": value("true|false", "verify the IR after each pass (default: true)", {
        words: ["true", "false", "1", "0"],
      }),
    },
  },
  view: {
    summary: "show the pipeline and the effect of each step on inputs, as a web page",
    usage: "passwright view [FOLDER | -c CONFIG] [INPUT…] [-o FILE.html | --serve]",
    examples: [
      ["passwright view", "show the config of this folder and its inputs"],
      ["passwright view in.mlir -o in.html", "show the effect of each step on in.mlir"],
      ["passwright view --serve", "show the page, and update it while you edit"],
      ["passwright view --recording run.json", "show a run of passwright run --record run.json"],
    ],
    flags: {
      config,
      output: written("FILE.html", "write the page to this file (default: passwright-view.html)", { short: "o" }),
      serve: flag("serve the page on this machine, and reload it when the config, a plugin or an input changes"),
      watch: flag("write the page again when the config, a plugin or an input changes"),
      recording: value("FILE", "show this recording, which `passwright run --record` wrote"),
      orders: value("FILE", "show these results of `passwright check --orders --json` or `passwright xray --json`"),
      record: written("FILE", "write the recording as JSON instead of the page"),
      json,
      ...noDedup,
      without,
      ...strict,
      ...choice,
      ...dataOnly,
      ...allowUnregistered,
    },
  },
  worker: {
    summary: "run inputs that other machines send to a queue, until Ctrl-C",
    usage: "passwright worker redis://HOST [-c CONFIG]",
    examples: [["passwright worker redis://localhost", "run the inputs of `passwright run --queue redis://localhost`"]],
    flags: {
      config,
      jobs: count(3, "run N inputs at once; default: one per core", { short: "j" }),
      isolate: flag("use processes, so that an input that needs too much memory does not end the worker"),
      lock: count(4, "if a worker does not respond for this time, run its inputs on other workers (default: 10)", {
        placeholder: "SECONDS",
      }),
    },
  },
  cache: {
    summary: "show, check or remove the results that `run --cache` stores",
    usage: "passwright cache [--stats | --clear | --verify [FOLDER | -c CONFIG] INPUT…]",
    examples: [
      ["passwright cache", "print the number of results and their size"],
      ["passwright cache --verify 'icons/*.svg'", "compare cached results with new runs"],
    ],
    flags: {
      config,
      stats: flag("print the number of results and their size (default)"),
      clear: flag("remove all results"),
      verify: flag("run a sample of the inputs again and compare; also remove results older than 30 days"),
      sample: count(6, "number of inputs for --verify (default: 20)"),
      json,
      ...running,
    },
  },
  plan: {
    summary: "resolve the pipeline and print its steps",
    usage: "passwright plan [FOLDER | -c CONFIG]",
    examples: [
      ["passwright plan", "print the steps of the config of this folder"],
      ["passwright plan -O2 --format mlir", "print the pipeline of level O2 for mlir-opt"],
    ],
    flags: {
      config,
      format: word("output format; mlir is the text for mlir-opt --pass-pipeline", "text", "mlir"),
      json,
      watch,
      "time-limit": seconds("end the command if code of a framework or plugin takes longer, and report the code"),
      ...noDedup,
      without,
      ...strict,
      ...planning,
    },
  },
  graph: {
    summary: "draw the pipelines of a graph in order",
    usage: "passwright graph [FOLDER | -c CONFIG] [--format text|mermaid|dot]",
    examples: [
      ["passwright graph", "print the pipelines in order"],
      ["passwright graph --format mermaid", "draw the graph for GitHub"],
    ],
    flags: {
      config,
      format: word("output format; mermaid is for GitHub, dot is for Graphviz", "text", "mermaid", "dot"),
      json,
      watch,
      without,
      ...planning,
    },
  },
  explain: {
    summary: "show who added each step, and why; or explain an error code",
    usage: "passwright explain [FOLDER | -c CONFIG] [STEP… | --without PLUGIN | --where PASS] | CODE…",
    examples: [
      ["passwright explain cse", "explain the steps of the pass cse"],
      ["passwright explain --where cse", "list the legal positions of the pass cse"],
      ["passwright explain PWB0201", "explain an error code"],
    ],
    flags: {
      config,
      json,
      without: { ...without, doc: "show how the plan differs without this plugin" },
      where: value("PASS", "list the legal positions of this pass, with the steps and rules that limit them"),
      ...planning,
    },
  },
  check: {
    summary: "verify that the pipeline resolves; flags add further checks",
    usage: "passwright check [FOLDER | -c CONFIG] [--permute] [--dedup] [--properties] [--orders] [INPUT…]",
    examples: [
      ["passwright check", "verify that the pipeline resolves"],
      ["passwright check --permute", "verify that the load order of plugins does not change the plan"],
    ],
    flags: {
      config,
      permute: flag("load the plugins in every order, and compare the plans"),
      dedup: flag("run with and without duplicate cleanups, and compare the results"),
      properties: flag("run, and check that the declared properties hold after each pass"),
      orders: flag("run steps in all orders that the rules allow, and compare the results"),
      framework: flag("with --orders: also move steps of the framework"),
      rules: flag(
        "with --orders: also run the steps of each strong rule in reverse order, and show rules that do not change a result",
      ),
      budget: seconds("with --orders: end after this time (default: 60)"),
      json,
      without,
      ...strict,
      ...choice,
      ...dataOnly,
      ...allowUnregistered,
    },
  },
  xray: {
    summary: "find the plugins of SVGO, PostCSS, Babel, remark or rehype whose order matters",
    usage:
      "passwright xray [svgo.config.mjs | postcss.config.mjs | babel.config.json | .remarkrc.mjs] [INPUT | FOLDER]…",
    examples: [
      ["passwright xray svgo.config.mjs icons/", "try the plugins of SVGO in other orders on the files in icons/"],
    ],
    flags: {
      html: written("FILE", "write the report as one HTML page"),
      measure: value(
        "bytes|COMMAND",
        "show moves of steps that reduce the output, in bytes or in the number that `COMMAND {}` prints",
      ),
      budget: seconds("end after this time (default: 300)"),
      json,
    },
  },
  bisect: {
    summary: "find the plugin, option, step and operation that make a result wrong",
    usage: "passwright bisect [FOLDER | -c CONFIG] INPUT… --test 'COMMAND {}'",
    examples: [["passwright bisect in.svg --test 'xmllint {}'", "find what makes the result of in.svg invalid XML"]],
    flags: {
      config,
      test: value("COMMAND", "command that succeeds if the result file `{}` is good, for example 'xmllint {}'"),
      ...faultTests,
      "differs-from": value("FILE", "the fault is that the result differs from this file"),
      exit: value("CODE", "the fault is that `passwright run` ends with this exit code", { words: ["0", "1"] }),
      repeat: count(9, "run each variant N times; a variant is bad if any of its runs is bad"),
      budget: count(9, "run at most N variants"),
      "time-limit": stepLimit,
      before: value("LOCK", "lock file of a project without the fault, in which other plugin versions are installed"),
      axis: value("version|contribution|step|operation|rewrite", "search only on this axis; can be repeated", {
        multiple: true,
        words: ["version", "contribution", "step", "operation", "rewrite"],
      }),
      output: written("FILE", "write the smallest config that has the fault", { short: "o" }),
      json,
      without,
      ...choice,
      ...allowUnregistered,
    },
  },
  reduce: {
    summary: "make an input and its pipeline smaller while the fault still occurs",
    usage: "passwright reduce [FOLDER | -c CONFIG] INPUT --test 'COMMAND {}' [-o FILE]",
    examples: [
      ["passwright reduce in.mlir --crash -o small.mlir", "find a smaller input on which a pass still throws"],
    ],
    flags: {
      config,
      test: value(
        "COMMAND",
        "command that succeeds if the input file `{}` still has the fault; `{config}` is the file of the reduced config",
      ),
      ...faultTests,
      "differs-from": value("CONFIG", "the fault is that this other config gives a different result"),
      output: written("FILE", "the reduced input (default: NAME.reduced.EXT beside the input)", { short: "o" }),
      jobs: count(9, "try N candidates at the same time; does not change the result", { short: "j" }),
      budget: count(9, "try at most N candidates"),
      "time-limit": stepLimit,
      continue: flag("continue with the reduced input of an earlier run"),
      json,
      without,
      ...choice,
      ...allowUnregistered,
    },
  },
  lock: {
    summary: "write the plan to a file, or compare it with the file",
    usage: "passwright lock [FOLDER | -c CONFIG] [-o FILE] [--check]",
    examples: [
      ["passwright lock", "write the plan to passwright.lock.json"],
      ["passwright lock --check", "fail if the plan differs from the lock"],
    ],
    flags: {
      config,
      output: written(
        "FILE",
        "the lock file (default: passwright.lock.json, or NAME.lock.json for a config NAME.yaml, beside it)",
        { short: "o" },
      ),
      check: flag("do not write the lock; fail if the plan differs from it"),
      json,
      ...strict,
      ...planning,
    },
  },
  diff: {
    summary: "describe how two plans differ",
    usage: "passwright diff [LOCK | CONFIG] [LOCK | CONFIG | -c CONFIG]",
    examples: [
      ["passwright diff", "compare the plan with its lock"],
      ["passwright diff old.yaml new.yaml", "compare the plans of two configs"],
    ],
    flags: { config, "exit-code": flag("exit with 1 if the plans differ"), json, ...planning },
  },
  list: {
    summary: "list the passes, pipelines, extension points, hooks and other parts of a config",
    usage: "passwright list [FOLDER | -c CONFIG] [SECTION…]",
    examples: [
      ["passwright list", "list all parts of the config"],
      ["passwright list passes points", "list the passes and the extension points"],
    ],
    flags: { config, json, without, ...planning },
  },
  doc: {
    summary: "document passes, extension points and hooks, with options, statistics and properties",
    usage: "passwright doc [FOLDER | -c CONFIG] [PASS…]",
    examples: [
      ["passwright doc -o PASSES.md", "write the documentation of all passes to PASSES.md"],
      ["passwright doc cse", "document the pass cse"],
    ],
    flags: {
      config,
      output: written("FILE", "write to this file", { short: "o", isOptionalOutput: true }),
      json: flag("print JSON, with options as JSON Schema"),
      without,
      ...choice,
    },
  },
  manifest: {
    summary: "write the manifest of a plugin or framework from its code, or compare it with the code",
    usage: "passwright manifest [FOLDER] [--check]",
    examples: [
      ["passwright manifest", "write the manifest of the package in this folder"],
      ["passwright manifest --check", "fail if the manifest differs from the code"],
    ],
    flags: { check: flag("do not write the manifest; fail if the code does not match it"), json },
  },
  new: {
    summary: "create a package with a plugin or a framework, or a pass in the current package",
    usage: "passwright new plugin|framework|pass NAME [FOLDER]",
    examples: [
      ["passwright new plugin my-plugin", "create a plugin in the folder my-plugin"],
      ["passwright new pass fold", "create a pass in the package of this folder"],
    ],
    flags: {
      for: value(
        "svgo|unified|postcss|babel|tree|FRAMEWORK",
        "tool, or package of the framework, that a plugin extends; tree: a framework with its own IR (default: MLIR)",
        { words: ["svgo", "unified", "postcss", "babel", "tree"], isOpen: true },
      ),
      js: flag("generate JavaScript (default: TypeScript)"),
      json,
    },
  },
  completion: {
    summary: "print the script that completes command lines in bash, zsh or fish",
    usage: "passwright completion bash|zsh|fish",
    examples: [["passwright completion bash", "print the script for bash"]],
    flags: {},
  },
};

/** All commands of `passwright`. The output of `--help` and the completion are generated from this table. */
export const commands: readonly CommandSummary[] = Object.entries(TABLE).map(([name, { flags, ...command }]) => {
  return { name, ...command, flags: { ...flags, ...last } };
});
