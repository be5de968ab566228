/** Results of trying two steps in both orders, the worst first. */
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
 * Result of trying two steps in both orders: the outputs differ (`conflict`), differ only in what the IR's `normalize` removes
 * (`cosmetic`), or are equal (`commute`); no input lets both steps do something (`not exercised`); one order fails; an order has
 * different outputs in different runs (`unstable`); or the budget ended before (`not tried`).
 */
export type OrderResult = (typeof ORDER_RESULTS)[number];

/** Output of one order, or the reason why there is none. */
export type OrderOutput =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** Input that shows a result, with the output of each order. */
export interface PairExample {
  readonly file: string;
  readonly input: string;
  /** The smallest input found that still shows the result. */
  readonly reduced?: string;
  /** Addresses of all steps in the order that has the first step of the pair first. */
  readonly order: readonly string[];
  /** Output of `order` on the reduced input, or on the input if it was not reduced. */
  readonly output: OrderOutput;
  /** Output of the order with the pair exchanged. */
  readonly exchanged: OrderOutput;
  /** Whether both outputs came out again in a fresh process, or in the same process if there was no other. */
  readonly confirmed: "fresh process" | "same process";
}

/** Two steps that were tried in both orders. */
export interface PairReport {
  /** Address of the step that the plan has first. */
  readonly first: string;
  readonly second: string;
  readonly result: OrderResult;
  /** Number of inputs with each result. */
  readonly inputs: { readonly [result in OrderResult]?: number };
  /** Present for conflicts, cosmetic differences and failures. */
  readonly example?: PairExample;
  /** Rule that fixes the present order, as an entry of `rules` in a config. Present for conflicts and failures. */
  readonly rule?: {
    readonly pass: string;
    readonly strong: boolean;
    readonly before: string;
    readonly reason: string;
  };
}

/** Cleanup that the plan inserts, or drops because it is a duplicate: whether the output depends on that. */
export interface CleanupReport {
  readonly step: string;
  readonly kind: "inserted" | "dropped";
  /** Number of inputs that were tried. */
  readonly tried: number;
  /** Inputs whose output differs: without the inserted cleanup, or with the dropped one. */
  readonly differs: readonly string[];
}

/** A step at another legal position, and what that changes in the measure of the outputs. Smaller is better. */
export interface MoveReport {
  readonly step: string;
  readonly position: { readonly before: string } | { readonly after: string };
  /** Number of inputs whose output becomes smaller, or larger. */
  readonly better: number;
  readonly worse: number;
  /** Sum over all inputs with the configured order, and how much the move changes it. */
  readonly total: number;
  readonly change: number;
}

/** Input of an experiment, and why it was left out if it was. */
export interface InputReport {
  readonly file: string;
  readonly leftOut?: string;
}

/** Result of an order experiment, as data. */
export interface OrderReport {
  /** Addresses of the steps, in the order of the plan. */
  readonly steps: readonly string[];
  readonly pairs: readonly PairReport[];
  readonly cleanups: readonly CleanupReport[];
  /** The best moves, if the experiment measures outputs. */
  readonly moves?: readonly MoveReport[];
  readonly inputs: readonly InputReport[];
  /** What was not tried, and why. */
  readonly notTried: readonly string[];
  /** Number of runs of steps or groups of steps. */
  readonly runs: number;
}

/** Counts the pairs of each result. */
export function countResults({ pairs }: Pick<OrderReport, "pairs">): { readonly [result in OrderResult]: number } {
  const counts = Object.fromEntries(ORDER_RESULTS.map((result) => [result, 0])) as { [result in OrderResult]: number };
  for (const { result } of pairs) counts[result]++;
  return counts;
}
