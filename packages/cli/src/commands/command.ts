import type { Arguments, Flags } from "./flags.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";

/** What a command needs to be listed and helped with, without its code. */
export interface CommandSummary {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly flags: Flags;
}

/** The code of a command. */
export type CommandBody = (args: Arguments, terminal: Terminal) => Promise<ExitCode>;

const config = {
  kind: "value",
  short: "c",
  placeholder: "CONFIG",
  doc: "a config file, or a folder that holds one",
} as const;
const without = {
  kind: "value",
  placeholder: "PLUGIN",
  multiple: true,
  doc: "leave this plugin out; may be given several times",
} as const;
const target = {
  kind: "value",
  placeholder: "TARGET",
  doc: "compile for this target, whatever the config says",
} as const;
const level = {
  kind: "value",
  short: "O",
  placeholder: "LEVEL",
  doc: "optimise this much, whatever the config says; -O2 is --level O2",
} as const;
const dataOnly = { kind: "flag", doc: "run no code: plan from manifests, and configs that are data" } as const;
const noDedup = { kind: "flag", doc: "leave duplicate cleanups where they are" } as const;
const allowUnregistered = { kind: "flag", doc: "accept operations of dialects that nobody registered" } as const;
const json = { kind: "flag", doc: "print JSON" } as const;
const watch = { kind: "flag", doc: "again whenever the config, its plugins or inputs change" } as const;
const debug = { kind: "flag", doc: "show the stacks of what was thrown" } as const;
const help = { kind: "flag", short: "h", doc: "print this" } as const;

/** All commands, by name. */
export const commands: readonly CommandSummary[] = [
  {
    name: "run",
    summary: "run the pipeline on inputs and print the result",
    usage: "passwright run [FOLDER | -c CONFIG] [INPUT…]",
    flags: {
      config,
      output: {
        kind: "value",
        short: "o",
        placeholder: "FILE|FOLDER/",
        doc: "write all results there, or each into a file of the folder; each file whole or not at all",
      },
      json,
      stats: { kind: "flag", doc: "show how many operations there were and are, and what passes counted" },
      "time-limit": {
        kind: "value",
        placeholder: "SECONDS",
        doc: "end the run of an input that takes longer, say which pass hung on what, and keep the input",
      },
      threads: {
        kind: "value",
        placeholder: "N|auto",
        doc: "run nested pipelines in so many threads, 0 for none; auto: where they pay",
      },
      trace: { kind: "flag", doc: "of a graph: show which pipelines ran, which jumps were taken, and why" },
      watch,
      "no-dedup": noDedup,
      without,
      target,
      level,
      "allow-unregistered-dialect": allowUnregistered,
      "verify-each": {
        kind: "value",
        placeholder: "true|false",
        words: ["true", "false", "1", "0"],
        doc: "verify the IR after each pass (default: true)",
      },
      debug,
      help,
    },
  },
  {
    name: "plan",
    summary: "resolve the pipeline and print its steps",
    usage: "passwright plan [FOLDER | -c CONFIG]",
    flags: {
      config,
      format: {
        kind: "value",
        placeholder: "text|json|mlir",
        words: ["text", "json", "mlir"],
        doc: "mlir: as text for mlir-opt --pass-pipeline",
      },
      json,
      watch,
      "no-dedup": noDedup,
      without,
      target,
      level,
      "data-only": dataOnly,
      debug,
      help,
    },
  },
  {
    name: "graph",
    summary: "put the pipelines of a graph in order, and draw them",
    usage: "passwright graph [FOLDER | -c CONFIG] [--format text|mermaid|dot|json]",
    flags: {
      config,
      format: {
        kind: "value",
        placeholder: "text|mermaid|dot|json",
        words: ["text", "mermaid", "dot", "json"],
        doc: "mermaid: as GitHub shows it; dot: for Graphviz",
      },
      json,
      watch,
      without,
      target,
      level,
      "data-only": dataOnly,
      debug,
      help,
    },
  },
  {
    name: "explain",
    summary: "say of every step, or of those that are named, who put it there and why",
    usage: "passwright explain [FOLDER | -c CONFIG] [STEP… | --without PLUGIN | --where PASS]",
    flags: {
      config,
      json,
      without: { ...without, doc: "show what changes without this plugin" },
      where: { kind: "value", placeholder: "PASS", doc: "show where this pass could go, and what binds each end" },
      target,
      level,
      "data-only": dataOnly,
      debug,
      help,
    },
  },
  {
    name: "check",
    summary: "resolve the pipeline, and check more than that if asked",
    usage: "passwright check [FOLDER | -c CONFIG] [--permute] [--dedup] [--properties] [INPUT…]",
    flags: {
      config,
      permute: { kind: "flag", doc: "load the plugins in every order, and compare the plans" },
      dedup: { kind: "flag", doc: "run with and without duplicate cleanups, and compare the results" },
      properties: { kind: "flag", doc: "run, and look after each pass whether it keeps what it declares" },
      json,
      without,
      target,
      level,
      "data-only": dataOnly,
      "allow-unregistered-dialect": allowUnregistered,
      debug,
      help,
    },
  },
  {
    name: "lock",
    summary: "write the plan to a file, or compare it with the file",
    usage: "passwright lock [FOLDER | -c CONFIG] [-o FILE] [--check]",
    flags: {
      config,
      output: {
        kind: "value",
        short: "o",
        placeholder: "FILE",
        doc: "the lock file (default: passwright.lock.json, or NAME.lock.json for a config NAME.yaml, beside it)",
      },
      check: { kind: "flag", doc: "write nothing; fail if the plan is not as locked" },
      json,
      target,
      level,
      "data-only": dataOnly,
      debug,
      help,
    },
  },
  {
    name: "diff",
    summary: "say in words how two plans differ",
    usage: "passwright diff [LOCK | CONFIG] [LOCK | CONFIG]",
    flags: { json, target, level, "data-only": dataOnly, debug, help },
  },
  {
    name: "list",
    summary: "list the passes, pipelines, extension points, hooks … that a config brings together",
    usage: "passwright list [FOLDER | -c CONFIG] [SECTION…]",
    flags: { config, json, without, target, level, "data-only": dataOnly, debug, help },
  },
  {
    name: "doc",
    summary: "document passes, extension points and hooks: what they do, options, statistics and properties",
    usage: "passwright doc [FOLDER | -c CONFIG | --package PACKAGE] [PASS…]",
    flags: {
      config,
      package: { kind: "value", placeholder: "PACKAGE", doc: "of this plugin or framework, by name or path" },
      output: { kind: "value", short: "o", placeholder: "FILE", doc: "write it there, whole or not at all" },
      json: { kind: "flag", doc: "print JSON, with options as JSON Schema" },
      without,
      target,
      level,
      debug,
      help,
    },
  },
  {
    name: "manifest",
    summary: "write the manifest of a plugin or framework from its code, or compare it with the code",
    usage: "passwright manifest [FOLDER] [--check]",
    flags: {
      check: { kind: "flag", doc: "write nothing; fail if the manifest is stale" },
      json,
      debug,
      help,
    },
  },
  {
    name: "new",
    summary: "make a package with a plugin or a framework, or a pass in the package at hand",
    usage: "passwright new plugin|framework|pass NAME [FOLDER]",
    flags: { js: { kind: "flag", doc: "in JavaScript (default: in TypeScript)" }, json, debug, help },
  },
];
