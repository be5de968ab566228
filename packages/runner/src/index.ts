export {
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
