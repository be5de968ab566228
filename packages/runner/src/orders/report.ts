/** Results of trying two steps in both orders, from the worst to the best. */
export const ORDER_RESULTS = [
  "conflict",
  "fails in one order",
  "unstable",
  "cosmetic",
  "commute",
  "not exercised",
  "not tried",
] as const;

/**
 * Result of trying two steps in both orders. `conflict`: the outputs differ. `fails in one order`: only one order has
 * an output. `unstable`: an order has different outputs in different runs. `cosmetic`: the outputs differ only in parts
 * that the IR's `normalize` removes. `commute`: the outputs are equal. `not exercised`: no input exists on which both
 * steps have an effect. `not tried`: the budget ended before the steps were tried or a difference was confirmed, or all
 * tried orders of the steps fail.
 */
export type OrderResult = (typeof ORDER_RESULTS)[number];

/** Output of one order, or the error. */
export type OrderOutput =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Example of a result: an input, and the output of each order on this input. */
export interface PairExample {
  /** Name of the input. */
  readonly file: string;
  /** Text of the input. */
  readonly input: string;
  /** Smallest input that shows the result, if the input was reduced. */
  readonly reduced?: string;
  /** Addresses of all steps, in the order that runs the first step of the pair before the second. */
  readonly order: readonly string[];
  /** Output of `order` on the reduced input or, if the input was not reduced, on the input itself. */
  readonly output: OrderOutput;
  /** Output of the order with the pair swapped. */
  readonly exchanged: OrderOutput;
  /** Process in which both outputs were reproduced. */
  readonly confirmed: "fresh process" | "same process";
}

/** Returns whether the order of a pair matters: the outputs differ, or only one order has an output. */
export function isOrderRelevant({ result }: Pick<PairReport, "result">): boolean {
  return result === "conflict" || result === "fails in one order";
}

/** Two steps that were tried in both orders. */
export interface PairReport {
  /** Address of the step that is first in the plan. */
  readonly first: string;
  /** Address of the step that is later in the plan. */
  readonly second: string;
  /** Result of the comparison of the two orders. */
  readonly result: OrderResult;
  /** Number of inputs with each result. */
  readonly inputs: { readonly [result in OrderResult]?: number };
  /** Example of the result. Present for conflicts, cosmetic differences and failures. */
  readonly example?: PairExample;
  /**
   * Entry that a config can add to `rules`. The rule requires the current order or, if the current order fails, the
   * other order. Present for conflicts and failures.
   */
  readonly rule?: {
    readonly pass: string;
    readonly strong: boolean;
    readonly before: string;
    readonly reason: string;
  };
}

/** Variant of the plan, with the inputs whose output the variant changes. */
export interface VariantReport {
  /**
   * Address of the cleanup, or of the first step in the second part of the split group. For a rule, the addresses of
   * both steps.
   */
  readonly what: string;
  /**
   * Kind of variant: without an inserted cleanup, with a cleanup that was dropped as a duplicate, with a group in two
   * parts, or with the reversed order of a strong rule.
   */
  readonly kind: "inserted cleanup" | "dropped cleanup" | "split before" | "reversed rule";
  /** Number of inputs that were tried. */
  readonly tried: number;
  /** Names of the inputs for which the plan and the variant have different outputs. */
  readonly differs: readonly string[];
}

/** Move of a step to a different legal position, and its effect on the measured values of the outputs. */
export interface MoveReport {
  /** Address of the moved step. */
  readonly step: string;
  /** Position to which the step was moved. */
  readonly position: { readonly before: string } | { readonly after: string };
  /** Number of inputs whose output becomes smaller. */
  readonly better: number;
  /** Number of inputs whose output becomes larger. */
  readonly worse: number;
  /** Sum of the measured values of all outputs, without the move. */
  readonly total: number;
  /** Difference that the move makes to `total`. A negative value means that the outputs become smaller. */
  readonly change: number;
}

/** Input of an experiment, with a reason if the experiment leaves out the input. */
export interface InputReport {
  /** Name of the input. */
  readonly file: string;
  /** Reason why the input was not tried. Absent if the input was tried. */
  readonly leftOut?: string;
}

/** Result of an order experiment, as data. */
export interface OrderReport {
  /** Addresses of the steps, in the order of the plan. */
  readonly steps: readonly string[];
  /** Pairs of steps whose orders were compared. */
  readonly pairs: readonly PairReport[];
  /** Variants of the plan, such as a plan without an inserted cleanup. */
  readonly variants: readonly VariantReport[];
  /** Best moves, if the experiment measures outputs. */
  readonly moves?: readonly MoveReport[];
  /** Inputs of the experiment. */
  readonly inputs: readonly InputReport[];
  /** Parts of the experiment that were not tried. */
  readonly notTried: readonly string[];
  /** Number of runs of steps or groups of steps. */
  readonly runs: number;
}
