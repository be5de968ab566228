export { type Clock } from "./clock.ts";
export { Timing } from "./timing/timing.ts";
export { mergeTimes } from "./timing/merge-times.ts";
export { type TimingTree } from "./timing/timer.ts";
export { renderTiming, type TimingReportOptions } from "./timing/timing-report.ts";
export {
  collectStatistics,
  listStatistics,
  mergeStatistics,
  type PassStatistics,
  renderStatistics,
  type StatisticsEntry,
  type StatisticsReportOptions,
  type StatisticsTree,
  type StatisticValue,
} from "./statistics/statistics-report.ts";
export { type IrPrintingOptions, type PassFilter, printIr } from "./printing/ir-printing.ts";
export { type DumpStyle } from "./printing/dump.ts";
export { type PrintingAdapter } from "./printing/print-op.ts";
export { generateReproducer, readReproducer, type ReproducerResult } from "./reproducer/read-reproducer.ts";
export { renderReproducer, type Reproducer } from "./reproducer/reproducer-text.ts";
export { type ReproducerOptions, type ReproducerStream, writeReproducers } from "./reproducer/reproducers.ts";
export { type IsolationOptions, type OperationHead, verifyIsolation } from "./isolation/isolation-check.ts";
export { verifyWorksOn } from "./isolation/works-on-check.ts";
export { computeAnew, type PreservationOptions, verifyPreservation } from "./isolation/preservation-check.ts";
export { verifyOrder } from "./isolation/order-check.ts";
export { type ActionLogOptions, logActions } from "./actions/action-log.ts";
export { ActionProfile } from "./actions/chrome-trace.ts";
