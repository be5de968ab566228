import type { PlanStep } from "@passwright/builder";
import type { IrAdapter, PassManager } from "@passwright/core";
import type { Assembly } from "@passwright/sdk";
import { recorded } from "../recorded-run.ts";
import type { Budget } from "./budget.ts";
import type { OrderOutput } from "./report.ts";
import { withLimit } from "./unsettled.ts";
import { failed, printed } from "./run-order.ts";
import type { OrderInput } from "./run-order.ts";
import type { Unit } from "./units.ts";

/**
 * State of an input after some steps: a failure, or a tree, which is never changed. Equal trees are represented by the
 * same state.
 */
export type State =
  | { readonly ok: true; readonly hash: string; readonly root: object; readonly ir: IrAdapter<object> }
  | { readonly ok: false; readonly hash: string; readonly message: string };

/**
 * Runs units (steps or groups of steps) on one input. Each run starts from a copy of a state. Results of the same steps
 * on the same state are cached, so that several orders that start with the same steps run these steps once.
 */
export class Laboratory {
  readonly #assembly: Assembly;
  readonly #input: OrderInput;
  readonly #budget: Budget;
  readonly #states = new Map<string, State>();
  readonly #results = new Map<Unit, Map<string, State>>();
  readonly #outputs = new Map<State, OrderOutput>();
  readonly #usesCopies: boolean;

  /**
   * Creates an object that runs one input with different orders of steps. With `usesCopies`, each run starts from a
   * copy of a state. Otherwise, each run parses the input again and can start only from the result of {@link start}.
   */
  constructor(assembly: Assembly, input: OrderInput, budget: Budget, usesCopies: boolean) {
    this.#assembly = assembly;
    this.#input = input;
    this.#budget = budget;
    this.#usesCopies = usesCopies;
  }

  /** Parses the input. */
  start(): State {
    const parsed = this.#assembly.parse(this.#input.content, this.#input);
    if (!parsed.ok) return this.#keep({ ok: false, hash: "failed", message: failed(parsed.diagnostics).message });
    return this.#stateOf(parsed.root as object, this.#assembly.input.framework.framework.ir);
  }

  /** Runs `steps`, which belong to `unit`, in the given order on a state. */
  async run(unit: Unit, state: State, steps: readonly PlanStep[] = unit.steps): Promise<State> {
    if (!state.ok) return state;
    const known = this.#results.get(unit) ?? new Map<string, State>();
    this.#results.set(unit, known);
    const key = `${state.hash} ${steps.map(({ address }) => address).join(" ")}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const result = await this.#run(unit.managerFor(steps), state);
    known.set(key, result);
    return result;
  }

  /** Runs units one after another, starting from a state. */
  async runAll(units: readonly Unit[], state: State): Promise<State> {
    let last = state;
    for (const unit of units) last = await this.run(unit, last);
    return last;
  }

  /** Prints a state. */
  outputOf(state: State): OrderOutput {
    const found = this.#outputs.get(state);
    if (found !== undefined) return found;
    // Prints a copy, because printers can change the tree.
    const output = state.ok ? printed(state.ir.clone?.(state.root) ?? state.root, state.ir) : state;
    this.#outputs.set(state, output);
    return output;
  }

  async #run(manager: PassManager<object>, state: State & { readonly ok: true }): Promise<State> {
    this.#budget.runs++;
    const copy = this.#usesCopies ? state.ir.clone?.(state.root) : undefined;
    const fresh = copy ?? this.#parseAgain();
    const { file } = this.#input;
    const { succeeded, diagnostics, root, ir } = await withLimit(this.#budget.seconds, (signal) =>
      recorded(manager, file, () => manager.runAsync(fresh, { input: file, signal })),
    );
    if (!succeeded) return this.#keep({ ok: false, hash: "failed", message: failed(diagnostics).message });
    return this.#stateOf(root, ir);
  }

  #parseAgain(): object {
    const parsed = this.#assembly.parse(this.#input.content, this.#input);
    if (!parsed.ok)
      throw new Error(`${this.#input.file} does not parse a second time: ${failed(parsed.diagnostics).message}`);
    return parsed.root as object;
  }

  #stateOf(root: object, ir: IrAdapter<object>): State {
    if (!this.#usesCopies) {
      const output = printed(root, ir);
      if (!output.ok) return this.#keep({ ok: false, hash: "failed", message: output.message });
      const state = this.#keep({ ok: true, hash: `${ir.name} ${output.text}`, root, ir });
      // Does not print again, because printers can change the tree.
      this.#outputs.set(state, output);
      return state;
    }
    return this.#keep({ ok: true, hash: `${ir.name} ${ir.fingerprint?.(root) ?? ir.print?.(root, {})}`, root, ir });
  }

  /** Returns an earlier state that is equal to `state`, or `state` itself if no earlier state is equal. */
  #keep(state: State): State {
    const found = this.#states.get(state.hash);
    if (found !== undefined) return found;
    this.#states.set(state.hash, state);
    return state;
  }
}
