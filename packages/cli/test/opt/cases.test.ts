import { expect } from "chai";
import { cases, nameOf } from "./cases/case.ts";
import type { Case } from "./cases/case.ts";
import { different, notApplicable } from "./cases/exceptions.ts";
import { outcomeOf, runCase } from "./cases/run-case.ts";

const applicable = cases.filter((one) => !(nameOf(one) in notApplicable));

/**
 * Removes the rows between the title of a statistics report and the next report. The recorded program does not print
 * these rows.
 */
function withoutStatistics(outcome: string): string {
  return outcome.replace(/(\.\.\. Pass statistics report \.\.\.\n===-+===\n)(?:.+\n)+/, "$1");
}

describe("the recorded cases of mlir-opt", () => {
  for (const one of applicable) {
    const name = nameOf(one);
    const compare = name in different ? withoutStatistics : (text: string): string => text;
    it(`${one.section}: ${name}${name in different ? " (but for statistics)" : ""}`, async () => {
      expect(compare(await runCase(one))).to.equal(compare(outcomeOf(one)));
    });
  }

  it("apply and pass nearly all, and each that does not is named", () => {
    const names = new Set(cases.map((one: Case) => nameOf(one)));
    const unknown = [...Object.keys(notApplicable), ...Object.keys(different)].filter((name) => !names.has(name));
    expect(unknown).to.deep.equal([]);
    expect(1 - Object.keys(different).length / applicable.length).to.be.at.least(0.97);
    expect(Object.keys(notApplicable).length).to.be.at.most(10);
  });
});
