import { expect } from "chai";
import { describeWithMlirOpt, sampleOf } from "@passwright/development";
import { liveName, runBoth } from "./live/live-case.ts";
import type { LiveCase } from "./live/live-case.ts";
import { parts } from "./live/parts.ts";
import { flags, pipelines } from "./live/pipelines.ts";
import { reports, statistics } from "./live/reports.ts";

const AT_ONCE = 4;

/** Returns the differences with their command lines, so that one run shows all differences. */
async function differences(cases: readonly LiveCase[]): Promise<string> {
  const found: string[] = [];
  for (let from = 0; from < cases.length; from += AT_ONCE) {
    const batch = cases.slice(from, from + AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- limits the number of parallel processes
    const outcomes = await Promise.all(batch.map(runBoth));
    for (const [index, { ours, theirs }] of outcomes.entries()) {
      if (ours !== theirs) found.push(`=== ${liveName(batch[index] as LiveCase)}\n${ours}=== mlir-opt\n${theirs}`);
    }
  }
  return found.join("\n");
}

describeWithMlirOpt("command lines beside mlir-opt", () => {
  const topics = { pipelines, flags, reports, statistics, parts };
  for (const [topic, all] of Object.entries(topics)) {
    const cases = sampleOf(all);
    it(`leave the same: ${topic}, ${cases.length} of them`, async () => {
      expect(await differences(cases)).to.equal("");
    });
  }
});
