/** What a flag of `passwright-opt` is. A pass's flag takes the pass's options as its value, or none; an optional one a text, or none. */
export type OptFlagKind = "bool" | "string" | "optional" | "pass";

/** One flag, in LLVM's manner. */
export interface OptFlag {
  readonly kind: OptFlagKind;
  readonly doc: string;
  readonly placeholder?: string;
  /** The texts that an optional flag takes, if it does not take any. */
  readonly values?: readonly string[];
}

/** The flags that are no passes. Texts are mlir-opt's where it has the flag. */
export const OPT_FLAGS: { readonly [name: string]: OptFlag } = {
  "allow-unregistered-dialect": { kind: "bool", doc: "Allow operation with no registered dialects" },
  "dump-pass-pipeline": { kind: "bool", doc: "Print the pipeline that will be run" },
  help: { kind: "bool", doc: "Display available options" },
  "list-passes": { kind: "bool", doc: "Print the list of registered passes and exit" },
  "load-pass-plugin": {
    kind: "string",
    placeholder: "package",
    doc: "Load passes from plugin package, folder or file",
  },
  "mlir-disable-threading": { kind: "bool", doc: "Disable multi-threading within MLIR" },
  "mlir-print-debuginfo": { kind: "bool", doc: "Print debug info in MLIR output" },
  "mlir-print-op-generic": { kind: "bool", doc: "Print the generic op form" },
  "mlir-print-op-on-diagnostic": {
    kind: "bool",
    doc: "When a diagnostic is emitted on an operation, also print the operation as an attached note",
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
  "split-input-file": {
    kind: "optional",
    placeholder: "string",
    doc: "Split the input file into chunks using the given or default marker and process each chunk independently",
  },
  "verify-diagnostics": {
    kind: "optional",
    placeholder: "value",
    values: ["all", "", "only-expected"],
    doc: "Check that emitted diagnostics match expected-* lines on the corresponding line",
  },
  "verify-each": { kind: "bool", doc: "Run the verifier after each transformation pass" },
  version: { kind: "bool", doc: "Display the version of this program" },
};
