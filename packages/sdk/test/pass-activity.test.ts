import { expect } from "chai";
import { namesAtWork, passActivity } from "@passwright/sdk/loading";

const passes = (...names: readonly string[]) => names.map((name) => ({ declaration: { name } }));
const place = { name: "root", symbol: undefined, at: undefined };

describe("descriptions of running passes", () => {
  it("name the members of a group, which the user of a tool knows, instead of the group", () => {
    const textOf = (...names: readonly string[]): string =>
      passActivity({ ...namesAtWork("group<postcss>", passes(...names)), place }).what;
    expect(textOf("nesting")).to.equal("running pass `nesting` on 'root'");
    expect(textOf("nesting", "minify")).to.equal("running one of the passes `nesting`, `minify` on 'root'");
    expect(textOf("a", "b", "c", "d", "e", "f", "g")).to.equal(
      "running one of the passes `a`, `b`, `c`, `d`, `e` and 2 more on 'root'",
    );
  });

  it("have a step only if a single pass runs", () => {
    const stepOf = (...names: readonly string[]): string | undefined =>
      passActivity({ ...namesAtWork("group<postcss>", passes(...names)), place }).step;
    expect([stepOf("nesting"), stepOf("nesting", "minify"), stepOf()]).to.deep.equal([
      "nesting",
      undefined,
      "group<postcss>",
    ]);
  });

  it("name an ordinary pass, and the members after which the verifier runs", () => {
    expect(namesAtWork("cse", passes("cse"))).to.deep.equal({ pass: "cse" });
    const names = namesAtWork("group<postcss>", passes("a", "b"));
    expect(passActivity({ ...names, place, isVerifying: true }).what).to.equal(
      "verifying 'root' after one of the passes `a`, `b`",
    );
  });
});
