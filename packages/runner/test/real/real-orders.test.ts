import { expect } from "chai";
import { describeLong, itSlow, makeTemporaryFolder } from "@passwright/development";
import { PACKAGES, REAL_CASES } from "./cases.ts";
import type { RealCase } from "./cases.ts";
import { install, tryCase } from "./project.ts";

/** Maximum number of lines of a reduced input. */
const MOST_LINES = 10;

async function check(root: string, one: RealCase): Promise<void> {
  const report = await tryCase(root, one);
  const nameOf = (step: string): string => step.replace(/^.*::/, "");
  const found = report.pairs.filter(({ result }) => result === "conflict" || result === "fails in one order");
  const pair = found.find(({ first, second }) => one.pair.includes(nameOf(first)) && one.pair.includes(nameOf(second)));
  const names = report.pairs.map(({ first, second, result }) => `${first}, ${second}: ${result}`);
  expect(pair, [...names, JSON.stringify(report.inputs)].join("\n")).to.not.equal(undefined);
  const { reduced, input = "", output, exchanged, confirmed } = pair?.example ?? {};
  expect((reduced ?? input).trim().split("\n").length, reduced).to.be.at.most(MOST_LINES);
  expect(output).to.not.deep.equal(exchanged);
  expect(confirmed).to.equal("fresh process");
}

describe("order bugs that were reported", () => {
  for (const one of REAL_CASES.slice(0, 1)) {
    itSlow(`${one.report}: ${one.pair.join(", ")}`, async () => {
      const root = makeTemporaryFolder();
      install(root, {});
      await check(root, one);
    });
  }
});

describeLong("order bugs that were reported, with the plugins of other packages", () => {
  let root = "";
  before(() => {
    root = makeTemporaryFolder();
    install(root, PACKAGES);
  });
  for (const one of REAL_CASES) {
    it(`${one.report}: ${one.pair.join(", ")}`, () => check(root, one));
  }
});
