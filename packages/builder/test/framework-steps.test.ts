import { expect } from "chai";
import { outline } from "./scenario/show.ts";

describe("the framework's own insertions", () => {
  it("are carried out at once, in the order in which they are written", () => {
    expect(outline("framework kiln\n a : Up\n b : Up\n + p before a\n + q after b\n + r after b\n c")).to.equal(
      "builtin.module(p,a,b,r,q,c)",
    );
  });

  it("go before the first and after the last existing step", () => {
    expect(outline("framework kiln\n a : Up\n a : Up\n + p beforeType up\n + q afterType Up\n a : Up")).to.equal(
      "builtin.module(p,a,a#2,q,a#3)",
    );
  });

  it("count for later insertions", () => {
    expect(
      outline("framework kiln\n a\n + p : Up before a\n + q : Up after a\n + r afterType Up\n + s beforeType Up"),
    ).to.equal("builtin.module(s,p,a,q,r)");
  });

  it("go in front of an extension point", () => {
    expect(outline("framework kiln\n a\n . late\n + p at late\n + q at late")).to.equal("builtin.module(a,p,q,.late)");
  });

  it("nest as those of others do, and number their addresses in the order of the pipeline", () => {
    expect(outline("framework kiln\n a\n + a on func.func before a\n > func.func\n  b\n  + c after b")).to.equal(
      "builtin.module(func.func(a),a#2,func.func(b,c))",
    );
  });
});
