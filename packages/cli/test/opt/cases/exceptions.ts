/** Reason why a case does not apply to programs other than mlir-opt. */
export type Reason =
  | "a native crash of the C++ program"
  | "a dialect that is left out"
  | "a quirk of the command-line library outside passes";

/** Cases that do not apply, by their command line (see {@link nameOf}). */
export const notApplicable: Readonly<Record<string, Reason>> = {
  "two.mlir --pass-pipeline=builtin.module(test-options-pass-pipeline{list=1 enum=two}) --dump-pass-pipeline -o /dev/null":
    "a native crash of the C++ program",
  "two.mlir --mlir-disable-threading --pass-pipeline=builtin.module(test-pass-crash) -o /dev/null":
    "a native crash of the C++ program",
  "two.mlir --mlir-disable-threading --mlir-debug-counter=x -o /dev/null": "a native crash of the C++ program",
  // Both lists contain items of dialects that Passwright does not have.
  "--show-dialects": "a dialect that is left out",
  "--list-passes": "a dialect that is left out",
  // Prints the version and the build settings of LLVM.
  "--version": "a quirk of the command-line library outside passes",
  // Prints LLVM's internal counters for debugging.
  "two.mlir --mlir-disable-threading --mlir-print-debug-counter -o /dev/null":
    "a quirk of the command-line library outside passes",
  "two.mlir --mlir-disable-threading --mlir-debug-counter=x-skip=1 --mlir-print-debug-counter -o /dev/null":
    "a quirk of the command-line library outside passes",
};

const noStatistics =
  "the program that was recorded is built without statistics, and shows none; passwright-opt has them";

/** Cases that apply but do not pass, with the reason. */
export const different: Readonly<Record<string, string>> = {
  "two.mlir --pass-pipeline=builtin.module(func.func(test-stats-pass,test-stats-pass)) --mlir-pass-statistics -o /dev/null":
    noStatistics,
  "dup.mlir --mlir-disable-threading --pass-pipeline=builtin.module(cse,test-pass-failure) --mlir-timing --mlir-pass-statistics --mlir-print-ir-after-all --mlir-pass-pipeline-crash-reproducer=r.mlir":
    noStatistics,
  "dup.mlir --mlir-disable-threading --pass-pipeline=builtin.module(cse) --mlir-timing --mlir-pass-statistics --mlir-print-ir-after-all":
    noStatistics,
};
