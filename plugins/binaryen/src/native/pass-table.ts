import { PassType } from "@passwright/sdk";

/** Facts about a pass of Binaryen that are known before Binaryen is loaded. */
export interface NativePass {
  /** Name of the pass in `wasm-opt`. */
  readonly name: string;
  /** Description in one line, for lists and help. */
  readonly summary: string;
  /** Pass type. */
  readonly type: string;
  /** Whether the pass runs on functions as well as on modules. */
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

/** Passes that process one function at a time. They run on one `wasm.func`, or on all functions of a `wasm.module`. */
const onFunctions: { readonly [type: string]: readonly Row[] } = {
  [PassType.Normalization]: [
    ["flatten", "takes nested expressions apart, so that operands are locals and constants"],
    ["propagate-debug-locs", "gives expressions without a source location that of what is around or before them"],
    ["ssa", "splits locals until each is assigned once"],
    ["ssa-nomerge", "splits locals until each is assigned once, but for those that meet at a join"],
    ["untee", "writes each local.tee as a set and a get"],
  ],
  [PassType.EarlyOptimization]: [
    ["avoid-reinterprets", "loads a value in both types rather than reinterpreting it"],
    ["constraint-analysis", "removes comparisons whose results follow from what is known of locals"],
    ["dce", "removes code that control never reaches"],
    ["heap-store-optimization", "moves stores into fresh objects into their allocation"],
    ["heap2local", "keeps the fields of objects that do not escape in locals"],
    ["licm", "moves what a loop does not change out of it"],
    ["local-cse", "computes equal expressions of a basic block once"],
    ["local-subtyping", "gives locals the narrowest type that fits what is assigned"],
    ["merge-locals", "makes copies of locals share what they can"],
    ["optimize-casts", "uses the result of an earlier cast where a later one asks the same"],
    ["optimize-for-js", "rewrites combinations that cost more after translation to JavaScript"],
    ["optimize-instructions", "rewrites combinations of instructions into cheaper ones"],
    ["pick-load-signs", "chooses signed or unsigned loads by how the value is used"],
    ["precompute", "computes what is constant"],
    ["precompute-propagate", "computes what is constant, through locals as well"],
    ["tuple-optimization", "takes apart tuples that need not exist"],
  ],
  [PassType.LateOptimization]: [
    ["coalesce-locals", "lets locals share a slot if they are not in use together"],
    ["coalesce-locals-learning", "lets locals share slots, in an order found by search"],
    ["code-folding", "shares the code that several ways end in"],
    ["code-pushing", "moves computations towards where they are needed"],
    ["const-hoisting", "keeps a constant that is long to write, and often used, in a local"],
    ["reorder-locals", "gives the shortest numbers to the locals used most"],
  ],
  [PassType.Cleanup]: [
    ["merge-blocks", "puts blocks into the blocks around them"],
    ["remove-unused-brs", "removes branches to where control goes anyway"],
    ["remove-unused-names", "removes labels that nothing branches to"],
    ["rse", "removes assignments of what the local holds already"],
    ["simplify-locals", "moves assignments to their uses and forms tees and results of blocks"],
    ["simplify-locals-nonesting", "simplify-locals, leaving flat code flat"],
    ["simplify-locals-nostructure", "simplify-locals without results of blocks"],
    ["simplify-locals-notee", "simplify-locals without tees"],
    ["simplify-locals-notee-nostructure", "simplify-locals without tees and results of blocks"],
    ["strip-toolchain-annotations", "removes annotations that only tool chains read"],
    ["vacuum", "removes code that does nothing"],
  ],
  [PassType.Lowering]: [
    ["dealign", "says of every load and store that it is aligned to one byte"],
    ["intrinsic-lowering", "replaces Binaryen's own intrinsics by their meaning"],
    ["remove-relaxed-simd", "replaces relaxed SIMD by a trap"],
    ["spill-pointers", "stores what may be pointers on the C stack, for collectors that scan it"],
    ["translate-to-exnref", "rewrites legacy exception handling with exnref"],
    ["translate-to-new-eh", "an older name of translate-to-exnref"],
  ],
};

/** Passes that require the whole module. */
const onModules: { readonly [type: string]: readonly Row[] } = {
  [PassType.Normalization]: [
    ["enclose-world", "changes the boundary of the module so that a closed world may be assumed"],
    ["mark-js-called", "marks functions that JavaScript calls through configureAll"],
    ["minimize-rec-groups", "splits groups of recursive types as far as they go"],
    ["name-types", "gives every heap type a name"],
    ["no-full-inline", "keeps functions from being inlined whole", wildcard],
    ["no-inline", "keeps functions from being inlined", wildcard],
    ["no-partial-inline", "keeps functions from being inlined in part", wildcard],
    ["roundtrip", "writes the module as a binary and reads it again"],
    ["string-gathering", "makes each string constant a global"],
    ["string-lifting", "turns imported strings into strings of WebAssembly"],
    ["type-ssa", "gives each allocation its own type, so that later passes can distinguish them"],
    ["type-unfinalizing", "opens all types for subtyping"],
  ],
  [PassType.EarlyOptimization]: [
    ["abstract-type-refining", "drops types of which no object is ever made", closedWorld],
    ["cfp", "replaces reads of fields that only ever hold one value", closedWorld],
    ["cfp-reftest", "cfp that also distinguishes two values by a type test", closedWorld],
    ["dae", "removes unused parameters and results"],
    ["dae-optimizing", "dae that optimises the functions it changed"],
    ["dae2", "a new way to do dae, on trial"],
    ["dfo", "optimises a data-flow form of flat code"],
    ["directize", "calls functions directly where the table's entry is known"],
    ["discard-global-effects", "forgets what generate-global-effects found"],
    ["generate-global-effects", "finds the effects of each function, for passes after it"],
    ["global-refining", "gives globals the narrowest type that fits"],
    ["gsi", "finds fields whose values are constant globals"],
    ["gsi-desc-cast", "gsi that also makes casts by descriptor"],
    ["gto", "removes fields without reads, and makes others immutable", closedWorld],
    ["gufa", "follows what can be in each place of the whole program"],
    ["gufa-cast-all", "gufa that adds a cast wherever a narrower type was found"],
    ["gufa-optimizing", "gufa that optimises the functions it changed"],
    ["inline-main", "inlines __original_main into main"],
    ["inlining", "inlines functions"],
    ["inlining-optimizing", "inlines functions and optimises where it did"],
    ["merge-j2cl-itables", "merges J2CL's tables of interfaces into those of methods", closedWorld],
    ["monomorphize", "copies functions for the arguments they are called with, where it helps"],
    ["monomorphize-always", "copies functions for the arguments they are called with, even where it does not help"],
    ["once-reduction", "drops calls of functions that have run already and do something only once"],
    ["optimize-added-constants", "adds constants to the offsets of loads and stores", lowMemory],
    ["optimize-added-constants-propagate", "the same, through locals as well", lowMemory],
    ["optimize-j2cl", "rewrites what J2CL emits"],
    ["post-emscripten", "rewrites what Emscripten emits"],
    ["propagate-globals-globally", "puts known values of globals into other globals"],
    ["rereloop", "rebuilds control flow from its graph"],
    ["signature-pruning", "removes parameters from types of functions", closedWorld],
    ["signature-refining", "narrows types in types of functions"],
    ["simplify-globals", "removes, shares and forwards globals"],
    ["simplify-globals-optimizing", "simplify-globals that optimises where a value became known"],
    ["type-refining", "narrows the types of fields", closedWorld],
    ["type-refining-gufa", "type-refining with gufa's knowledge", closedWorld],
    ["unsubtyping", "removes subtype relations that nothing relies on"],
  ],
  [PassType.LateOptimization]: [
    ["memory-packing", "splits data segments around zeros and drops these"],
    ["merge-similar-functions", "shares functions that differ in constants only"],
    ["reorder-functions", "gives the shortest numbers to the functions called most"],
    ["reorder-globals", "gives the shortest numbers to the globals used most"],
    ["reorder-types", "gives the shortest numbers to the types used most", closedWorld],
    ["type-finalizing", "closes types that have no subtypes"],
    ["type-merging", "merges types into those they extend", closedWorld],
  ],
  [PassType.Cleanup]: [
    ["duplicate-function-elimination", "keeps one of several equal functions"],
    ["duplicate-import-elimination", "keeps one of several equal imports"],
    ["remove-exports", "removes exports by name", wildcard],
    ["remove-imports", "removes imports; calling them does nothing"],
    ["remove-memory", "an older name of remove-memory-init"],
    ["remove-memory-init", "removes what memory starts with"],
    ["remove-unused-module-elements", "removes functions, globals, tables and segments that nothing reaches"],
    ["remove-unused-nonfunction-module-elements", "the same, but for functions"],
    ["remove-unused-types", "removes heap types that nothing uses"],
    ["reorder-functions-by-name", "sorts functions by name"],
    ["strip", "an older name of strip-debug"],
    ["strip-debug", "removes names and debug info"],
    ["strip-dwarf", "removes DWARF sections"],
    ["strip-eh", "removes exception handling"],
    ["strip-producers", "removes the section that names the producers"],
    ["strip-target-features", "removes the section that names the features"],
  ],
  [PassType.Lowering]: [
    ["alignment-lowering", "splits unaligned loads and stores into aligned ones"],
    ["asyncify", "lets the program pause and go on later"],
    ["fpcast-emu", "lets calls through wrongly cast function pointers work as C programs expect"],
    ["generate-dyncalls", "makes Emscripten's dynCall functions"],
    ["generate-i64-dyncalls", "makes Emscripten's dynCall functions where there is an i64"],
    ["i64-to-i32-lowering", "writes 64-bit integers as pairs, in flat code"],
    ["legalize-and-prune-js-interface", "legalize-js-interface that removes what cannot be made legal"],
    ["legalize-js-interface", "passes 64-bit integers to and from JavaScript as pairs"],
    ["limit-segments", "merges data segments until engines take them"],
    ["llvm-memory-copy-fill-lowering", "writes memory.copy and memory.fill as functions"],
    ["llvm-nontrapping-fptoint-lowering", "writes conversions that do not trap with those that do"],
    ["make-shared-objects", "makes objects shared and functions not"],
    ["memory64-lowering", "writes 64-bit addresses as 32-bit ones"],
    ["minify-imports", "shortens the names of imports and prints which was which"],
    ["minify-imports-and-exports", "shortens the names of imports and exports and prints which was which"],
    ["minify-imports-and-exports-and-modules", "the same, with one name for all modules imported from"],
    ["multi-memory-lowering", "puts several memories into one"],
    ["multi-memory-lowering-with-bounds-checks", "puts several memories into one and traps between them"],
    ["poppify", "rewrites the module in Binaryen's stack form"],
    ["remove-non-js-ops", "replaces what JavaScript has no operation for by functions"],
    [
      "separate-data-segments",
      "writes data segments to a file of Binaryen's own file system",
      { argument: "the name of a file" },
    ],
    ["set-globals", "sets the values that globals start with", { argument: "a list `global=value,…`" }],
    ["signext-lowering", "writes sign extensions with shifts"],
    ["string-lowering", "turns strings into imports"],
    ["string-lowering-magic-imports", "string-lowering, with strings as the names of imports where they can be"],
    ["string-lowering-magic-imports-assert", "the same; a string that cannot be is an error"],
    ["stub-unsupported-js", "replaces what wasm2js cannot write by stubs"],
    ["table64-lowering", "the same as memory64-lowering"],
    ["trap-mode-clamp", "divides and converts without traps, by clamping"],
    ["trap-mode-js", "divides and converts without traps, as JavaScript does"],
  ],
  [PassType.Unknown]: [
    ["denan", "replaces NaN by zero at run time"],
    ["dwarfdump", "prints DWARF sections"],
    ["emit-target-features", "has the section of features written"],
    ["extract-function", "keeps one function", { argument: "the name of a function" }],
    ["extract-function-index", "keeps one function", { argument: "the number of a function" }],
    ["func-metrics", "prints how much there is of what, per function"],
    ["instrument-branch-hints", "logs which branch hints were right"],
    ["instrument-locals", "calls an import at every access to a local"],
    ["instrument-memory", "calls an import at every access to memory"],
    ["log-execution", "calls an import wherever control goes"],
    ["metrics", "prints how much there is of what"],
    ["nm", "prints functions with their sizes"],
    ["print", "prints the module"],
    ["print-boundary", "prints imports and exports as JSON"],
    ["print-call-graph", "prints the call graph for Graphviz"],
    ["print-features", "prints which features are on"],
    ["print-full", "prints the module with the type of every expression"],
    ["print-function-map", "prints the names of functions by number"],
    ["print-minified", "prints the module without spaces"],
    ["safe-heap", "checks every load and store at run time"],
    ["souperify", "prints flat code for the Souper superoptimizer"],
    ["souperify-single-use", "souperify without what is used more than once"],
    ["stack-check", "traps where the C stack leaves its bounds"],
    ["symbolmap", "the same as print-function-map"],
    [
      "trace-calls",
      "calls an import at calls of functions",
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
