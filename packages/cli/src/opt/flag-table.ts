/**
 * What a flag of `passwright-opt` is. A pass's flag takes the pass's options as its value, or none; an optional one a text, or
 * none; `passes` are names of passes with commas between.
 */
export type OptFlagKind =
  "bool" | "string" | "uint" | "long" | "seconds" | "threads" | "optional" | "enum" | "passes" | "pass";

/** One flag, in LLVM's manner. */
export interface OptFlag {
  readonly kind: OptFlagKind;
  readonly doc: string;
  readonly placeholder?: string;
  /** What an enum takes, and an optional flag that does not take any text, with what each means. */
  readonly values?: { readonly [name: string]: string };
}

/** The flags that are no passes. Texts are mlir-opt's where it has the flag. */
export const OPT_FLAGS: { readonly [name: string]: OptFlag } = {
  "allow-unregistered-dialect": { kind: "bool", doc: "Allow operation with no registered dialects" },
  "dump-pass-pipeline": { kind: "bool", doc: "Print the pipeline that will be run" },
  "log-actions-to": {
    kind: "string",
    placeholder: "string",
    doc: "Log action execution to a file, or to standard output if '-' is passed",
  },
  "log-mlir-actions-filter": {
    kind: "string",
    placeholder: "string",
    doc: "Comma separated list of locations to filter actions from logging",
  },
  help: { kind: "bool", doc: "Display available options" },
  "list-passes": { kind: "bool", doc: "Print the list of registered passes and exit" },
  "load-dialect-plugin": {
    kind: "string",
    placeholder: "package",
    doc: "Load dialects from plugin package, folder or file",
  },
  "load-pass-plugin": {
    kind: "string",
    placeholder: "package",
    doc: "Load passes from plugin package, folder or file",
  },
  "mlir-disable-threading": { kind: "bool", doc: "Disable multi-threading within MLIR" },
  "mlir-elide-elementsattrs-if-larger": {
    kind: "uint",
    placeholder: "uint",
    doc: 'Elide ElementsAttrs with "..." that have more elements than the given upper limit',
  },
  "mlir-elide-resource-strings-if-larger": {
    kind: "uint",
    placeholder: "uint",
    doc: "Elide printing value of resources if string is too long in chars.",
  },
  "mlir-generate-reproducer": {
    kind: "string",
    placeholder: "filename",
    doc: "Generate an mlir reproducer at the provided filename (no crash required)",
  },
  "mlir-output-format": {
    kind: "enum",
    placeholder: "value",
    values: { text: "display the results in text format", json: "display the results in JSON format" },
    doc: "Output format for timing report",
  },
  "mlir-pass-pipeline-crash-reproducer": {
    kind: "string",
    placeholder: "string",
    doc: "Generate a .mlir reproducer file at the given output path if the pass manager crashes or fails",
  },
  "mlir-pass-pipeline-local-reproducer": {
    kind: "bool",
    doc: "When generating a crash reproducer, attempt to generated a reproducer with the smallest pipeline.",
  },
  "mlir-pass-statistics": { kind: "bool", doc: "Display the statistics of each pass" },
  "mlir-pass-statistics-display": {
    kind: "enum",
    placeholder: "value",
    values: {
      list: "display the results in a merged list sorted by pass name",
      pipeline: "display the results with a nested pipeline view",
    },
    doc: "Display method for pass statistics",
  },
  "mlir-pretty-debuginfo": { kind: "bool", doc: "Print pretty debug info in MLIR output" },
  "mlir-print-assume-verified": { kind: "bool", doc: "Skip op verification when using custom printers" },
  "mlir-print-debuginfo": { kind: "bool", doc: "Print debug info in MLIR output" },
  "mlir-print-elementsattrs-with-hex-if-larger": {
    kind: "long",
    placeholder: "long",
    doc: "Print DenseElementsAttrs with a hex string that have more elements than the given upper limit (use -1 to disable)",
  },
  "mlir-print-ir-after": {
    kind: "passes",
    placeholder: "pass-arg",
    doc: "Print IR after specified passes",
  },
  "mlir-print-ir-after-all": { kind: "bool", doc: "Print IR after each pass" },
  "mlir-print-ir-after-change": {
    kind: "bool",
    doc: "When printing the IR after a pass, only print if the IR changed",
  },
  "mlir-print-ir-after-failure": {
    kind: "bool",
    doc: "When printing the IR after a pass, only print if the pass failed",
  },
  "mlir-print-ir-before": {
    kind: "passes",
    placeholder: "pass-arg",
    doc: "Print IR before specified passes",
  },
  "mlir-print-ir-before-all": { kind: "bool", doc: "Print IR before each pass" },
  "mlir-print-ir-module-scope": {
    kind: "bool",
    doc: "When printing IR for print-ir-[before|after]{-all} always print the top-level operation",
  },
  "mlir-print-ir-tree-dir": {
    kind: "string",
    placeholder: "string",
    doc: "When printing the IR before/after a pass, print file tree rooted at this directory. Use in conjunction with mlir-print-ir-* flags",
  },
  "mlir-print-local-scope": {
    kind: "bool",
    doc: "Print with local scope and inline information (eliding aliases for attributes, types, and locations)",
  },
  "mlir-print-skip-regions": { kind: "bool", doc: "Skip regions when printing ops." },
  "mlir-print-unique-ssa-ids": {
    kind: "bool",
    doc: "Print unique SSA ID numbers for values, block arguments and naming conflicts across all regions",
  },
  "mlir-use-nameloc-as-prefix": { kind: "bool", doc: "Print SSA IDs using NameLocs as prefixes" },
  "mlir-print-op-generic": { kind: "bool", doc: "Print the generic op form" },
  "mlir-print-op-on-diagnostic": {
    kind: "bool",
    doc: "When a diagnostic is emitted on an operation, also print the operation as an attached note",
  },
  "mlir-timing": { kind: "bool", doc: "Display execution times" },
  "mlir-timing-display": {
    kind: "enum",
    placeholder: "value",
    values: {
      list: "display the results in a list sorted by total time",
      tree: "display the results with a nested tree view",
    },
    doc: "Display method for timing data",
  },
  "no-implicit-module": {
    kind: "bool",
    doc: "Disable implicit addition of a top-level module op during parsing",
  },
  o: { kind: "string", placeholder: "filename", doc: "Output filename" },
  "output-split-marker": {
    kind: "string",
    placeholder: "string",
    doc: "Split marker to use for merging the ouput",
  },
  p: { kind: "string", placeholder: "string", doc: "Alias for --pass-pipeline" },
  "pass-pipeline": {
    kind: "string",
    placeholder: "string",
    doc: "Textual description of the pass pipeline to run",
  },
  "profile-actions-to": {
    kind: "string",
    placeholder: "string",
    doc: "Profile action execution to a file, or to standard output if '-' is passed",
  },
  "run-reproducer": { kind: "bool", doc: "Run the pipeline stored in the reproducer" },
  "show-dialects": { kind: "bool", doc: "Print the list of registered dialects and exit" },
  "split-input-file": {
    kind: "optional",
    placeholder: "string",
    doc: "Split the input file into chunks using the given or default marker and process each chunk independently",
  },
  "thread-memory": {
    kind: "uint",
    placeholder: "uint",
    doc: "Limit the heap of each thread, in MiB; a pass that needs more may end the program",
  },
  threads: {
    kind: "threads",
    placeholder: "uint|auto",
    doc: "Run nested pipelines in so many threads, auto for where they pay",
  },
  "threads-except": {
    kind: "string",
    placeholder: "string",
    doc: "Comma separated list of anchors of nested pipelines that stay in one thread",
  },
  "time-limit": {
    kind: "seconds",
    placeholder: "seconds",
    doc: "End a pass that takes longer for an operation, and keep a reproducer; nested pipelines run in threads",
  },
  "verify-diagnostics": {
    kind: "optional",
    placeholder: "value",
    values: {
      all: "Check all diagnostics (expected, unexpected, near-misses)",
      "": "Check all diagnostics (expected, unexpected, near-misses)",
      "only-expected": "Check only expected diagnostics",
    },
    doc: "Check that emitted diagnostics match expected-* lines on the corresponding line",
  },
  "verify-each": { kind: "bool", doc: "Run the verifier after each transformation pass" },
  "verify-isolation": {
    kind: "bool",
    doc: "Check that passes write nowhere but in their own operation, and depend on nothing beside it",
  },
  "verify-roundtrip": { kind: "bool", doc: "Round-trip the IR after parsing and ensure it succeeds" },
  "verify-roundtrip-custom": { kind: "bool", doc: "The same in custom form, which mlir-opt does not look at" },
  version: { kind: "bool", doc: "Display the version of this program" },
};
