import { Liveness } from "@passwright/ir";
import type { Block, Operation, Region, Value } from "@passwright/ir";
import { definePass } from "@passwright/sdk";

export const testPrintLiveness = definePass({
  name: "test-print-liveness",
  interface: "SymbolOpInterface",
  displayName: "(anonymous namespace)::TestLivenessPass",
  summary: "Print the contents of a constructed liveness information.",
  runOnOperation(op: Operation, pass) {
    if (op.symbolName === undefined) {
      // As in MLIR, a module without a name is not a symbol.
      pass.emitError(
        `'${op.name}' op trying to schedule pass '(anonymous namespace)::TestLivenessPass' on an unsupported operation`,
        op,
      );
      return pass.signalPassFailure();
    }
    pass.print(`Testing : ${op.symbolName}\n${new LivenessText(op).toString()}`);
    pass.markAllAnalysesPreserved();
  },
});

/** Formats liveness like `Liveness::print`, which numbers blocks, operations and values. */
class LivenessText {
  readonly #liveness: Liveness;
  readonly #blocks = new Map<Block, number>();
  readonly #operations = new Map<Operation, number>();
  readonly #values = new Map<Value, number>();
  /** Texts of operations. The texts are cached, because printing one operation numbers all values of the function. */
  readonly #texts = new Map<Operation, string>();

  constructor(op: Operation) {
    this.#liveness = new Liveness(op);
    op.regions.forEach((region) => this.#number(region));
  }

  #number(region: Region): void {
    for (const block of region.blocks) {
      this.#blocks.set(block, this.#blocks.size);
      for (const argument of block.arguments) this.#values.set(argument, this.#values.size);
      for (const op of block.operations) {
        this.#operations.set(op, this.#operations.size);
        for (const result of op.results) this.#values.set(result, this.#values.size);
      }
      for (const op of block.operations) op.regions.forEach((inner) => this.#number(inner));
    }
  }

  toString(): string {
    return ["// ---- Liveness -----", ...[...this.#blocks.keys()].map((block) => this.#block(block)), END].join("\n");
  }

  #block(block: Block): string {
    const intervals = block.operations.filter((op) => op.numResults > 0).map((op) => this.#intervals(op));
    const live = block.operations.flatMap((op) => {
      const values = this.#liveness.currentlyLiveValues(op);
      return values.length === 0 ? [] : [`//     ${this.#text(op)} [${this.#names(values)}\b]`];
    });
    return [
      `// - Block: ${this.#blocks.get(block)}`,
      `// --- LiveIn: ${this.#names(this.#liveness.getLiveIn(block))}`,
      `// --- LiveOut: ${this.#names(this.#liveness.getLiveOut(block))}`,
      ["// --- BeginLivenessIntervals", ...intervals].join("\n"),
      "// --- EndLivenessIntervals",
      "// --- BeginCurrentlyLive",
      ...live,
      "// --- EndCurrentlyLive",
    ].join("\n");
  }

  #intervals(op: Operation): string {
    const numberOf = (live: Operation): number => this.#operations.get(live)!;
    const intervals = op.results.map((result) => {
      const during = [...this.#liveness.resolveLiveness(result)].sort((a, b) => numberOf(a) - numberOf(b));
      return `// ${this.#name(result)}:${during.map((live) => `\n//     ${this.#text(live)}`).join("")}`;
    });
    return intervals.join("");
  }

  #text(op: Operation): string {
    const known = this.#texts.get(op) ?? op.print();
    this.#texts.set(op, known);
    return known;
  }

  #names(values: readonly Value[]): string {
    const sorted = [...values].sort((a, b) => this.#values.get(a)! - this.#values.get(b)!);
    return sorted.map((value) => this.#name(value)).join("");
  }

  #name(value: Value): string {
    if (value.kind === "result") return `val_${this.#values.get(value)} `;
    return `arg${value.index}@${this.#blocks.get(value.parentBlock!)} `;
  }
}

const END = "// -------------------\n";
