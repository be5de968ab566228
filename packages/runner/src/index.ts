export { type BudgetLimits } from "./orders/budget.ts";
export { type OrderJob, type RunFresh } from "./orders/confirm.ts";
export { type PrecedenceOptions } from "./orders/precedence.ts";
export {
  type CleanupReport,
  countResults,
  type InputReport,
  ORDER_RESULTS,
  type OrderOutput,
  type OrderReport,
  type OrderResult,
  type PairExample,
  type PairReport,
} from "./orders/report.ts";
export { type ReducedRoot, reduceRoot, type ReduceRootOptions } from "./reduce/reduce-root.ts";
export { type OrderInput, runOrder } from "./orders/run-order.ts";
export { type OrderOptions, tryOrders } from "./orders/try-orders.ts";
