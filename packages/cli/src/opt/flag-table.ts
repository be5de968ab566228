export const PROGRAM = "passwright-opt";

/** Kind of a flag. A `passes` flag is a list of names. A `pass` or `optional` flag can have no value. */
type OptFlagKind = "bool" | "string" | "uint" | "long" | "threads" | "optional" | "enum" | "passes" | "pass";

export interface OptFlag {
  readonly kind: OptFlagKind;
  readonly doc: string;
  readonly placeholder?: string;
  readonly values?: { readonly [name: string]: string };
}

const bool = (doc: string): OptFlag => ({ kind: "bool", doc });
const string = (doc: string, placeholder = "string"): OptFlag => ({ kind: "string", placeholder, doc });
const uint = (doc: string): OptFlag => ({ kind: "uint", placeholder: "uint", doc });
const passes = (doc: string): OptFlag => ({ kind: "passes", placeholder: "pass-arg", doc });
const words = (doc: string, values: { readonly [name: string]: string }, kind: OptFlagKind = "enum"): OptFlag => {
  return { kind, placeholder: "value", values, doc };
};

const ALL_DIAGNOSTICS = "Check all diagnostics (expected, unexpected, near-misses)";

/** All flags except the flags that select passes. If mlir-opt has the same flag, the description is from mlir-opt. */
export const OPT_FLAGS: { readonly [name: string]: OptFlag } = {
  "allow-unregistered-dialect": bool("Allow operation with no registered dialects"),
  "dump-pass-pipeline": bool("Print the pipeline that will be run"),
  "log-actions-to": string("Log action execution to a file, or to standard output if '-' is passed"),
  "log-mlir-actions-filter": string("Comma separated list of locations to filter actions from logging"),
  help: bool("Display available options"),
  "help-hidden": bool("Display all available options"),
  "list-passes": bool("Print the list of registered passes and exit"),
  "load-dialect-plugin": string("Load dialects from plugin package, folder or file", "package"),
  "load-pass-plugin": string("Load passes from plugin package, folder or file", "package"),
  "mlir-diagnostic-verbosity-level": words("Choose level of diagnostic information", {
    errors: "Errors only",
    warnings: "Errors and warnings",
    remarks: "Errors, warnings and remarks",
  }),
  "mlir-disable-diagnostic-notes": bool("Disable diagnostic notes."),
  "mlir-disable-threading": bool("Disable multi-threading within MLIR"),
  "mlir-elide-elementsattrs-if-larger": uint(
    'Elide ElementsAttrs with "..." that have more elements than the given upper limit',
  ),
  "mlir-elide-resource-strings-if-larger": uint("Elide printing value of resources if string is too long in chars."),
  "mlir-generate-reproducer": string(
    "Generate an mlir reproducer at the provided filename (no crash required)",
    "filename",
  ),
  "mlir-output-format": words("Output format for timing report", {
    text: "display the results in text format",
    json: "display the results in JSON format",
  }),
  "mlir-pass-pipeline-crash-reproducer": string(
    "Generate a .mlir reproducer file at the given output path if the pass manager crashes or fails",
  ),
  "mlir-pass-pipeline-local-reproducer": bool(
    "When generating a crash reproducer, attempt to generated a reproducer with the smallest pipeline.",
  ),
  "mlir-pass-statistics": bool("Display the statistics of each pass"),
  "mlir-pass-statistics-display": words("Display method for pass statistics", {
    list: "display the results in a merged list sorted by pass name",
    pipeline: "display the results with a nested pipeline view",
  }),
  "mlir-pretty-debuginfo": bool("Print pretty debug info in MLIR output"),
  "mlir-print-assume-verified": bool("Skip op verification when using custom printers"),
  "mlir-print-debuginfo": bool("Print debug info in MLIR output"),
  "mlir-print-elementsattrs-with-hex-if-larger": {
    kind: "long",
    placeholder: "long",
    doc: "Print DenseElementsAttrs with a hex string that have more elements than the given upper limit (use -1 to disable)",
  },
  "mlir-print-ir-after": passes("Print IR after specified passes"),
  "mlir-print-ir-after-all": bool("Print IR after each pass"),
  "mlir-print-ir-after-change": bool("When printing the IR after a pass, only print if the IR changed"),
  "mlir-print-ir-after-failure": bool("When printing the IR after a pass, only print if the pass failed"),
  "mlir-print-ir-before": passes("Print IR before specified passes"),
  "mlir-print-ir-before-all": bool("Print IR before each pass"),
  "mlir-print-ir-module-scope": bool(
    "When printing IR for print-ir-[before|after]{-all} always print the top-level operation",
  ),
  "mlir-print-ir-tree-dir": string(
    "When printing the IR before/after a pass, print file tree rooted at this directory. Use in conjunction with mlir-print-ir-* flags",
  ),
  "mlir-print-local-scope": bool(
    "Print with local scope and inline information (eliding aliases for attributes, types, and locations)",
  ),
  "mlir-print-skip-regions": bool("Skip regions when printing ops."),
  "mlir-print-unique-ssa-ids": bool(
    "Print unique SSA ID numbers for values, block arguments and naming conflicts across all regions",
  ),
  "mlir-print-value-users": bool("Print users of operation results and block arguments as a comment"),
  "mlir-use-nameloc-as-prefix": bool("Print SSA IDs using NameLocs as prefixes"),
  "mlir-print-op-generic": bool("Print the generic op form"),
  "mlir-print-op-on-diagnostic": bool(
    "When a diagnostic is emitted on an operation, also print the operation as an attached note",
  ),
  "mlir-timing": bool("Display execution times"),
  "mlir-timing-display": words("Display method for timing data", {
    list: "display the results in a list sorted by total time",
    tree: "display the results with a nested tree view",
  }),
  "mlir-very-unsafe-disable-verifier-on-parsing": bool("Disable the verifier on parsing (very unsafe)"),
  "no-implicit-module": bool("Disable implicit addition of a top-level module op during parsing"),
  o: string("Output filename", "filename"),
  "output-split-marker": string("Split marker to use for merging the ouput"),
  p: string("Alias for --pass-pipeline"),
  "pass-pipeline": string("Textual description of the pass pipeline to run"),
  "profile-actions-to": string("Profile action execution to a file, or to standard output if '-' is passed"),
  "run-reproducer": bool("Run the pipeline stored in the reproducer"),
  "show-dialects": bool("Print the list of registered dialects and exit"),
  "split-input-file": {
    kind: "optional",
    placeholder: "string",
    doc: "Split the input file into chunks using the given or default marker and process each chunk independently",
  },
  "thread-memory": uint("Limit the heap of each thread, in MiB; a pass that needs more may end the program"),
  threads: {
    kind: "threads",
    placeholder: "uint|auto",
    doc: "Run nested pipelines in this number of threads, or auto: threads if they are faster",
  },
  "threads-except": string("Comma separated list of anchors of nested pipelines that run in the main thread"),
  "verify-diagnostics": words(
    "Check that emitted diagnostics match expected-* lines on the corresponding line",
    { all: ALL_DIAGNOSTICS, "": ALL_DIAGNOSTICS, "only-expected": "Check only expected diagnostics" },
    "optional",
  ),
  "verify-each": bool("Run the verifier after each transformation pass"),
  "verify-isolation": bool(
    "Check that passes change only the operation that they run on, and do not depend on siblings",
  ),
  "verify-roundtrip": bool("Round-trip the IR after parsing and ensure it succeeds"),
  "verify-roundtrip-custom": bool("Round-trip the custom form too, which mlir-opt does not check"),
  version: bool("Display the version of this program"),
};
