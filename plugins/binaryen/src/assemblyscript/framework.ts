import { bool, defineGraphFramework, optionOfChoice } from "@passwright/sdk";
import type { Choice, PassDefinition, PassManagerBuilder, When } from "@passwright/sdk";
import { wasm } from "../ir/adapter.ts";
import type { WasmOp } from "../ir/wasm-module.ts";
import { INLINERS } from "../native/native-options.ts";
import { nativePasses } from "../native/native-passes.ts";
import { keepExports } from "../passes/keep-exports.ts";
import { sizeReport } from "../passes/size-report.ts";
import { snip } from "../passes/snip.ts";
import { converge } from "./converge.ts";
import { emitSettings } from "./emit-settings.ts";
import { levelOf, levels, optimizes } from "./levels.ts";
import type { Level } from "./levels.ts";
import { stepSequences } from "./steps.ts";
import type { StepSequence } from "./steps.ts";

/** Options that add passes to the pipeline. */
const CONDITIONS = ["converge", "multivalue", "gc", "strings", "low-memory-unused"] as const;

/**
 * Returns whether an option of the framework is set. Each option is also a flag of `asc`.
 *
 * @throws UsageError PWL0410 for a value that is not `true` or `false`.
 */
function hasOption(choice: Choice, name: string): boolean {
  return optionOfChoice(choice, name, bool(false, "")) === true;
}

/** Returns the options that AssemblyScript sets for a pass at a level. */
function optionsFor(pass: string, { optimize, shrink }: Level, choice: Choice): { readonly [name: string]: unknown } {
  const settings = ["debug", "low-memory-unused", "zero-filled-memory"]
    .filter((name) => hasOption(choice, name))
    .map((name) => (name === "debug" ? "debug-info" : name));
  const common = { optimize, shrink, settings: [...settings, "fast-math"] };
  if (!INLINERS.has(pass)) return common;
  const isForSpeed = optimize >= 2 && shrink === 0;
  return {
    ...common,
    "always-inline-max-size": isForSpeed ? 12 : optimize <= 1 || shrink >= 2 ? 2 : 6,
    "flexible-inline-max-size": isForSpeed ? 70 : 65,
    "one-caller-inline-max-size": isForSpeed ? 200 : 80,
    "inline-functions-with-loops": isForSpeed,
    "partial-inlining-ifs": optimize >= 2 ? 4 : 0,
  };
}

function whenFor({ on = () => true, option }: StepSequence): When {
  const level = levels.filter((one) => optimizes(one) && on(one)).map(({ name }) => name);
  return { level, ...(option === undefined ? {} : { option: { [option]: true } }) };
}

function addStretches(builder: PassManagerBuilder<WasmOp>, choice: Choice): void {
  const level = levelOf(choice.level);
  for (const sequence of stepSequences) {
    if (sequence.point !== undefined) builder.addExtensionPoint(sequence.point);
    const when = whenFor(sequence);
    for (const pass of sequence.passes.trim().split(/\s+/))
      builder.addPass(pass, { options: optionsFor(pass, level, choice), when });
  }
  builder.addExtensionPoint("optimize.end");
}

// Casts the type, because some of these passes accept only modules, and others only functions.
const ownPasses = [keepExports, snip, sizeReport, converge, emitSettings] as unknown as PassDefinition<WasmOp>[];

const since = "0.1";

/**
 * Framework with AssemblyScript's optimization pipeline, which plugins can extend. The framework has the levels of
 * `asc` and these options of `asc`: `converge`, `debug`, `low-memory-unused`, `zero-filled-memory`, and the WebAssembly
 * features `multivalue`, `gc` and `strings`.
 */
export const assemblyscript = defineGraphFramework({
  name: "assemblyscript",
  ir: wasm,
  anchor: "wasm.module",
  levels: levels.map(({ name }) => name),
  passes: [...nativePasses, ...ownPasses] as readonly PassDefinition<WasmOp>[],
  extensionPoints: {
    "before.end": { since, doc: "the module from the compiler; passes at this point run once" },
    "module.begin": { since, doc: "start of a round, at -O1 and above" },
    "functions.begin": { since, doc: "functions were inlined once and are optimized next" },
    "program.begin": { since, doc: "functions were optimized; globals, parameters and calls are optimized next" },
    "layout.begin": { since, doc: "only the layout and duplicate functions still change" },
    "optimize.end": {
      since,
      doc: "end of a round; with `converge`, another round follows if this round made the module smaller",
    },
    "after.begin": { since, doc: "after the last round; passes at this point run once" },
  },
  graph(graph, { choice }) {
    for (const option of CONDITIONS) hasOption(choice, option);
    const level = levelOf(choice.level);
    const before = graph.makeBuilder();
    before.addPass(emitSettings, {
      options: {
        "debug-info": hasOption(choice, "debug"),
        "stack-ir": level.optimize >= 2 || level.shrink >= 1,
        optimize: level.optimize,
        shrink: level.shrink,
      },
      reason: "rounds are compared by the size of the binary",
    });
    before.addExtensionPoint("before.end");
    graph.registerPipeline("before", { successors: ["optimize"] }, before);

    const round = graph.makeBuilder();
    addStretches(round, choice);
    round.addPass(converge, { when: { option: { converge: true } } });
    graph.registerPipeline(
      "optimize",
      { jumpTargets: [{ to: "optimize", max: 32, onLimit: "warn", onNoProgress: "converged" }] },
      round,
    );

    const after = graph.makeBuilder();
    after.addExtensionPoint("after.begin");
    graph.registerPipeline("after", { predecessors: ["optimize"] }, after);
  },
});
