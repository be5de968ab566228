import { measureBinaryen } from "../binaryen.mjs";
import { row } from "../rows.mjs";
import { measureTool } from "../tool.mjs";
import { measureWorksOn } from "../works-on.mjs";

/**
 * Measures the overhead of plans that run mlir-opt or Binaryen, and the overhead of passes that are skipped because of
 * their `worksOn`.
 */
export async function measureOthers({ rounds, wants }) {
  const rows = [];
  if (wants("mlir-opt, run")) {
    const { ours, byHand } = await measureTool(rounds);
    rows.push(row("mlir-opt, run", ours, byHand, 1.1, "ms"));
  }
  if (wants("binaryen")) {
    const { ours, reference } = await measureBinaryen(rounds);
    rows.push(row("binaryen", ours, reference, 1.05, "ms, reference is by hand"));
  }
  if (wants("svgo: 200 passes skipped by worksOn")) {
    const { ours, reference } = measureWorksOn(Math.max(rounds, 5));
    rows.push(row("svgo: 200 passes skipped by worksOn", ours, reference, 1.02, "ms, reference is without them"));
  }
  return rows;
}
