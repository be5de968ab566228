import { PassType } from "@passwright/sdk";

/** Facts about a pass of Binaryen that are known before Binaryen is loaded. */
export interface NativePass {
  /** Name of the pass in `wasm-opt`. */
  readonly name: string;
  /** Description in one line, for lists and help. */
  readonly summary: string;
  /** Pass type. */
  readonly type: string;
  /** Whether the pass can run on single functions, in addition to whole modules. */
  readonly onFunctions: boolean;
  /** Description of the argument that the pass requires. */
  readonly argument?: string;
  /** Setting that the pass requires. Without this setting, the pass fails. */
  readonly needs?: "closed-world" | "low-memory-unused";
}

type Row = readonly [name: string, summary: string, more?: Pick<NativePass, "argument" | "needs">];

const closedWorld = { needs: "closed-world" } as const;
const lowMemory = { needs: "low-memory-unused" } as const;
const wildcard = { argument: "a function name, in which `*` matches any text" } as const;

/** Passes that process one function at a time: a `wasm.func`, or each function of a `wasm.module` in turn. */
const onFunctions: { readonly [type: string]: readonly Row[] } = {
  [PassType.Normalization]: [
    ["flatten", "moves nested expressions into locals, so that all operands are locals or constants"],
    ["propagate-debug-locs", "gives each expression without a source location that of its parent or previous sibling"],
    ["ssa", "splits locals so that each is assigned once, except locals for joins of control flow"],
    ["ssa-nomerge", "like ssa, but does not change assignments that meet at a join of control flow"],
    ["untee", "replaces each local.tee by a local.set and a local.get"],
  ],
  [PassType.EarlyOptimization]: [
    ["avoid-reinterprets", "replaces the reinterpretation of a loaded value by a second load with the other type"],
    ["constraint-analysis", "simplifies comparisons whose results follow from constraints on locals"],
    ["dce", "removes unreachable code"],
    ["heap-store-optimization", "moves a store into the allocation of the object, if the object is new"],
    ["heap2local", "replaces objects that do not escape by locals for their fields"],
    ["licm", "moves loop-invariant code out of loops"],
    ["local-cse", "computes equal expressions of a basic block only once"],
    ["local-subtyping", "gives each local the most specific type that fits its assigned values"],
    ["merge-locals", "uses only one of a local and its copy, so that coalesce-locals can merge more locals"],
    ["optimize-casts", "reuses the result of a cast in other uses of the same value"],
    ["optimize-for-js", "rewrites instructions that are slow after translation to JavaScript"],
    ["optimize-instructions", "replaces combinations of instructions by cheaper ones"],
    ["pick-load-signs", "makes each load signed or unsigned, depending on the uses of its value"],
    ["precompute", "evaluates constant expressions"],
    ["precompute-propagate", "evaluates constant expressions, and propagates the results through locals"],
    ["tuple-optimization", "splits locals that hold tuples into one local for each element"],
  ],
  [PassType.LateOptimization]: [
    ["coalesce-locals", "merges locals that are not in use at the same time"],
    ["coalesce-locals-learning", "like coalesce-locals, but finds the order of the merges with a genetic algorithm"],
    ["code-folding", "merges duplicate code at the ends of branches and functions"],
    ["code-pushing", "moves computations closer to their uses, possibly behind a condition"],
    ["const-hoisting", "stores a repeated constant in a local, if the constant has a long encoding"],
    ["reorder-locals", "sorts locals by number of uses, and removes unused locals"],
  ],
  [PassType.Cleanup]: [
    ["merge-blocks", "merges blocks into their parent blocks"],
    ["remove-unused-brs", "removes branches that do not change control flow"],
    ["remove-unused-names", "removes labels that are not branch targets"],
    ["rse", "removes assignments of a value that the local already has"],
    ["simplify-locals", "moves assignments of locals to their uses, and forms tees and block results"],
    ["simplify-locals-nonesting", "like simplify-locals, but does not nest expressions, so that flat code stays flat"],
    ["simplify-locals-nostructure", "like simplify-locals, but does not form block results"],
    ["simplify-locals-notee", "like simplify-locals, but does not form tees"],
    ["simplify-locals-notee-nostructure", "like simplify-locals, but does not form tees or block results"],
    ["strip-toolchain-annotations", "removes code annotations that only toolchains use"],
    ["vacuum", "removes code that has no effect"],
  ],
  [PassType.Lowering]: [
    ["dealign", "sets the alignment of every load and store to 1"],
    ["intrinsic-lowering", "replaces Binaryen intrinsics by ordinary instructions"],
    ["remove-relaxed-simd", "replaces relaxed SIMD instructions by traps"],
    ["spill-pointers", "stores possible pointers on the C stack, where a conservative garbage collector finds them"],
    ["translate-to-exnref", "translates legacy exception handling to the standard instructions with exnref"],
    ["translate-to-new-eh", "deprecated name of translate-to-exnref"],
  ],
};

/** Passes that require the whole module. */
const onModules: { readonly [type: string]: readonly Row[] } = {
  [PassType.Normalization]: [
    ["enclose-world", "wraps imports and exports so that they pass references as externref, for closed-world passes"],
    ["mark-js-called", "marks functions that are registered with configureAll as called by JavaScript"],
    ["minimize-rec-groups", "splits types into recursion groups of minimal size"],
    ["name-types", "gives short names to heap types that have no name or a long name"],
    ["no-full-inline", "excludes functions from full inlining", wildcard],
    ["no-inline", "excludes functions from inlining", wildcard],
    ["no-partial-inline", "excludes functions from partial inlining", wildcard],
    ["roundtrip", "writes the module to a binary, and reads it back"],
    ["string-gathering", "moves string constants into globals"],
    ["string-lifting", "replaces imported JavaScript strings by WebAssembly strings"],
    ["type-ssa", "gives each allocation its own type, so that later passes can distinguish the allocations"],
    ["type-unfinalizing", "opens all private types for subtyping"],
  ],
  [PassType.EarlyOptimization]: [
    ["abstract-type-refining", "optimizes casts and other uses of types that are never instantiated", closedWorld],
    ["cfp", "replaces reads of struct fields that always hold the same constant by this constant", closedWorld],
    ["cfp-reftest", "like cfp, but also handles fields with two constants that a type test distinguishes", closedWorld],
    ["dae", "removes unused parameters and results of functions"],
    ["dae-optimizing", "like dae, and optimizes the changed functions"],
    ["dae2", "removes unused parameters of functions (experimental reimplementation of dae)"],
    ["dfo", "optimizes flat code in a data-flow IR"],
    ["directize", "replaces indirect calls by direct calls if the table entry is known"],
    ["discard-global-effects", "discards the results of generate-global-effects"],
    ["generate-global-effects", "computes the effects of each function for later passes"],
    ["global-refining", "gives each global the most specific type that fits its values"],
    ["gsi", "optimizes field reads of structs that are created only in immutable globals"],
    ["gsi-desc-cast", "like gsi, and also emits casts by descriptor"],
    ["gto", "removes struct fields without reads, and makes fields without writes immutable", closedWorld],
    ["gufa", "computes which values each location of the program can hold, and simplifies code accordingly"],
    ["gufa-cast-all", "like gufa, and adds a cast for each inferred type"],
    ["gufa-optimizing", "like gufa, and optimizes the changed functions"],
    ["inline-main", "inlines __original_main into main"],
    ["inlining", "replaces calls by the bodies of the called functions"],
    ["inlining-optimizing", "like inlining, and optimizes the changed functions"],
    ["merge-j2cl-itables", "merges the interface tables of J2CL classes into their method tables", closedWorld],
    ["monomorphize", "specializes functions for the arguments of a call, if this improves the code"],
    ["monomorphize-always", "like monomorphize, but keeps specialized functions that do not improve the code"],
    ["once-reduction", "removes repeated calls of functions that do their work only on the first call"],
    ["optimize-added-constants", "folds added constants into the offsets of loads and stores", lowMemory],
    ["optimize-added-constants-propagate", "like optimize-added-constants, but also looks through locals", lowMemory],
    ["optimize-j2cl", "optimizes code that J2CL generates"],
    ["post-emscripten", "optimizes code that Emscripten generates"],
    ["propagate-globals-globally", "propagates constant values of globals to the initial values of other globals"],
    ["rereloop", "rebuilds the control flow of flat code with the Relooper algorithm"],
    ["signature-pruning", "removes unused parameters from function types", closedWorld],
    ["signature-refining", "makes the parameter and result types of function types more specific"],
    ["simplify-globals", "propagates values of globals, and removes unnecessary writes to globals"],
    ["simplify-globals-optimizing", "like simplify-globals, and optimizes functions that receive constants"],
    ["type-refining", "makes the types of struct fields more specific", closedWorld],
    ["type-refining-gufa", "like type-refining, but with the analysis of gufa", closedWorld],
    ["unsubtyping", "removes unnecessary subtype relations"],
  ],
  [PassType.LateOptimization]: [
    ["memory-packing", "splits data segments at ranges of zeros, and drops the zeros"],
    ["merge-similar-functions", "merges functions that differ only in constants or called functions"],
    ["reorder-functions", "sorts functions by number of uses, so that frequent ones have short indices"],
    ["reorder-globals", "sorts globals by number of uses, so that frequent ones have short indices"],
    ["reorder-types", "sorts private types by number of uses, so that frequent ones have short indices", closedWorld],
    ["type-finalizing", "marks private types without subtypes as final"],
    ["type-merging", "merges types into their supertypes if no code distinguishes them", closedWorld],
  ],
  [PassType.Cleanup]: [
    ["duplicate-function-elimination", "removes duplicate functions"],
    ["duplicate-import-elimination", "removes duplicate imports"],
    ["remove-exports", "removes exports by name", wildcard],
    ["remove-imports", "removes imported functions, and replaces their calls by no-ops"],
    ["remove-memory", "deprecated name of remove-memory-init"],
    ["remove-memory-init", "removes data segments and the start function"],
    ["remove-unused-module-elements", "removes unused functions, globals, tables, memories and segments"],
    ["remove-unused-nonfunction-module-elements", "like remove-unused-module-elements, but keeps all functions"],
    ["remove-unused-types", "removes unused private heap types"],
    ["reorder-functions-by-name", "sorts functions by name"],
    ["strip", "deprecated name of strip-debug"],
    ["strip-debug", "removes names and debug information"],
    ["strip-dwarf", "removes DWARF sections"],
    ["strip-eh", "removes exception handling, so that exceptions become traps"],
    ["strip-producers", "removes the producers section, which names the tools that built the module"],
    ["strip-target-features", "removes the section of target features"],
  ],
  [PassType.Lowering]: [
    ["alignment-lowering", "splits unaligned loads and stores into smaller aligned ones"],
    ["asyncify", "transforms functions so that the program can pause and resume"],
    ["fpcast-emu", "lets indirect calls succeed even if the function pointer was cast to another type"],
    ["generate-dyncalls", "adds the dynCall functions of the Emscripten ABI"],
    ["generate-i64-dyncalls", "adds the dynCall functions of the Emscripten ABI for signatures with i64"],
    ["i64-to-i32-lowering", "replaces 64-bit integers in flat code by pairs of 32-bit integers"],
    ["legalize-and-prune-js-interface", "like legalize-js-interface, but removes illegal imports and exports"],
    ["legalize-js-interface", "passes 64-bit integers to and from JavaScript as pairs of 32-bit integers"],
    ["limit-segments", "merges data segments until their number is within the limit of engines"],
    ["llvm-memory-copy-fill-lowering", "replaces memory.copy and memory.fill by calls of generated functions"],
    ["llvm-nontrapping-fptoint-lowering", "replaces nontrapping float-to-int conversions by older instructions"],
    ["make-shared-objects", "makes structs and arrays shared, and functions unshared"],
    ["memory64-lowering", "replaces 64-bit addresses by 32-bit addresses"],
    ["minify-imports", "shortens names of imports, and prints a mapping to the short names"],
    ["minify-imports-and-exports", "shortens names of imports and exports, and prints a mapping to the short names"],
    ["minify-imports-and-exports-and-modules", "like minify-imports-and-exports, but also shortens module names"],
    ["multi-memory-lowering", "combines several memories into one"],
    ["multi-memory-lowering-with-bounds-checks", "like multi-memory-lowering, but traps on accesses out of bounds"],
    ["poppify", "translates Binaryen IR to Poppy IR, which is closer to the stack machine"],
    ["remove-non-js-ops", "replaces instructions that JavaScript does not have by calls of generated functions"],
    [
      "separate-data-segments",
      "moves data segments to a file of Binaryen's own file system",
      { argument: "the name of a file" },
    ],
    ["set-globals", "sets the initial values of globals", { argument: "a list `global=value,…`" }],
    ["signext-lowering", "replaces sign extensions by shifts"],
    ["string-lowering", "replaces WebAssembly strings and their operations by imports"],
    ["string-lowering-magic-imports", "like string-lowering, but encodes well-formed strings as names of imports"],
    ["string-lowering-magic-imports-assert", "like string-lowering-magic-imports, but rejects invalid strings"],
    ["stub-unsupported-js", "replaces instructions that wasm2js does not support by stubs"],
    ["table64-lowering", "alias of memory64-lowering"],
    ["trap-mode-clamp", "makes divisions and conversions clamp their results instead of trapping"],
    ["trap-mode-js", "makes divisions and conversions return the results of JavaScript instead of trapping"],
  ],
  [PassType.Unknown]: [
    ["denan", "replaces NaN values by zero at run time"],
    ["dwarfdump", "prints DWARF sections"],
    ["emit-target-features", "adds the section of target features to the output"],
    ["extract-function", "removes everything except one function", { argument: "the name of a function" }],
    ["extract-function-index", "removes everything except one function", { argument: "the number of a function" }],
    ["func-metrics", "prints the number of instructions of each kind, for each function"],
    ["instrument-branch-hints", "adds logging that shows which branch hints were right"],
    ["instrument-locals", "calls an import at each read and write of a local"],
    ["instrument-memory", "calls an import at each load and store"],
    ["log-execution", "calls an import at each function entry, loop iteration and return"],
    ["metrics", "prints the number of instructions of each kind"],
    ["nm", "prints the names and sizes of functions"],
    ["print", "prints the module as text"],
    ["print-boundary", "prints imports and exports as JSON"],
    ["print-call-graph", "prints the call graph in Graphviz format"],
    ["print-features", "prints the options of the enabled features"],
    ["print-full", "prints the module as text, with the type of each expression"],
    ["print-function-map", "prints the index and name of each function"],
    ["print-minified", "prints the module as text with minimal whitespace"],
    ["safe-heap", "adds checks of the address and alignment to each load and store"],
    ["souperify", "prints flat code in the IR of the Souper superoptimizer"],
    ["souperify-single-use", "like souperify, but omits values with several uses"],
    ["stack-check", "traps if the C stack exceeds its bounds"],
    ["symbolmap", "alias of print-function-map"],
    [
      "trace-calls",
      "calls an import at each call of the given functions",
      { argument: "a list of function names, separated by commas" },
    ],
  ],
};

function read(table: { readonly [type: string]: readonly Row[] }, isOnFunctions: boolean): NativePass[] {
  return Object.entries(table).flatMap(([type, rows]) =>
    rows.map(([name, summary, more]) => ({ name, summary, type, onFunctions: isOnFunctions, ...more })),
  );
}

/**
 * All passes that `wasm-opt --help` of binaryen 132 lists. The table is necessary because the library cannot list its
 * passes. A test compares the table with the help of the program.
 */
export const nativePassTable: readonly NativePass[] = [...read(onFunctions, true), ...read(onModules, false)].sort(
  (a, b) => (a.name < b.name ? -1 : 1),
);
