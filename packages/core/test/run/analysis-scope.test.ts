import { defineAnalysis, PassManager } from "@passwright/core";
import type { Analysis, AnalysisContext, AnalysisDefinition, PassContext } from "@passwright/core";
import { expect } from "chai";
import { cabinetFrom, makeCabinets } from "../toy-ir.ts";
import type { Item } from "../toy-ir.ts";
import {
  block,
  describeResult,
  describeThrow,
  nameItem,
  Trace,
  tracingInstrumentation,
  tracingPass,
} from "../trace.ts";

type Context = PassContext<Item>;

/**
 * Makes a manager on cabinets, the cabinet that `text` describes, and a function `run` that returns the trace and the
 * result as one text.
 */
function setUp(text = "cabinet @tax\n  drawer @a\n    folder @x\n  drawer @b") {
  const adapter = makeCabinets();
  const trace = new Trace();
  const manager = new PassManager(adapter, { anchor: "cabinet" });
  const op = cabinetFrom(adapter, text);
  return {
    trace,
    manager,
    op,
    run: (): string => {
      const result = manager.run(op);
      return [...trace.lines, describeResult(result)].join("\n");
    },
  };
}

/**
 * Makes an analysis that traces each computation. The value of the analysis is the number of items directly inside the
 * operation.
 */
function size(trace: Trace, more: Partial<AnalysisDefinition<Item, number>> = {}): Analysis<Item, number> {
  return defineAnalysis({
    name: "toy/size",
    compute(op: Item) {
      trace.say(`compute size of ${nameItem(op)}`);
      return op.contents.length;
    },
    ...more,
  });
}

describe("an analysis", () => {
  it("is computed on first use, and cached until a pass does not preserve it", () => {
    const { trace, manager, run } = setUp();
    const analysis = size(trace);
    const ask = (_: Item, pass: Context): void => trace.say(`size ${pass.getAnalysis(analysis)}`);
    manager
      .addPass(
        tracingPass(trace, "preserve", (op, pass) => {
          trace.say(`cached ${pass.getCachedAnalysis(analysis)}`);
          ask(op, pass);
          ask(op, pass);
          pass.markAnalysesPreserved(analysis);
        }),
      )
      .addPass(
        tracingPass(trace, "preserve-all", (op, pass) => {
          ask(op, pass);
          pass.markAllAnalysesPreserved();
        }),
      )
      .addPass(tracingPass(trace, { name: "preserve-declared", preserves: ["toy/size"] }, ask))
      .addPass(tracingPass(trace, "preserve-nothing", ask))
      .addPass(tracingPass(trace, "last", ask));
    expect(run()).to.equal(
      block(`
        preserve on cabinet @tax
        cached undefined
        compute size of cabinet @tax
        size 2
        size 2
        preserve-all on cabinet @tax
        size 2
        preserve-declared on cabinet @tax
        size 2
        preserve-nothing on cabinet @tax
        size 2
        last on cabinet @tax
        compute size of cabinet @tax
        size 2
        succeeded
      `),
    );
  });

  it("of an operation around the current one is found when it is cached there, and never computed", () => {
    const { trace, manager, op, run } = setUp();
    const analysis = size(trace);
    const look = (_: Item, pass: Context): void =>
      trace.say(`around: ${pass.getCachedParentAnalysis(analysis, op) ?? "nothing"}`);
    manager.nest("drawer").addPass(tracingPass(trace, "before", look));
    manager.addPass(
      tracingPass(trace, "ask", (_, pass) => {
        pass.getAnalysis(analysis);
        pass.markAllAnalysesPreserved();
      }),
    );
    manager
      .nest("drawer")
      .nest("folder")
      .addPass(tracingPass(trace, "inside", look));
    manager.addPass(
      tracingPass(trace, "after", (_, pass) => trace.say(`still there: ${pass.getCachedAnalysis(analysis)}`)),
    );
    expect(run()).to.equal(
      block(`
        before on drawer @a
        around: nothing
        before on drawer @b
        around: nothing
        ask on cabinet @tax
        compute size of cabinet @tax
        inside on folder @x
        around: 2
        after on cabinet @tax
        still there: undefined
        succeeded
      `),
    );
  });

  it("of an operation inside is kept with that operation, at any depth", () => {
    const { trace, manager, op, run } = setUp();
    const analysis = size(trace);
    const drawer = op.contents[0] as Item;
    const folder = drawer.contents[0] as Item;
    const say = (pass: Context): void =>
      trace.say([folder, drawer].map((item) => pass.getCachedChildAnalysis(analysis, item) ?? "-").join(" "));
    manager
      .addPass(
        tracingPass(trace, "ask", (_, pass) => {
          say(pass);
          pass.getChildAnalysis(analysis, folder);
          say(pass);
          pass.getChildAnalysis(analysis, drawer);
          pass.getChildAnalysis(analysis, drawer);
          say(pass);
          pass.markAnalysesPreserved(analysis);
        }),
      )
      .addPass(tracingPass(trace, "keep", (_, pass) => (say(pass), pass.markAnalysesPreserved())))
      .addPass(tracingPass(trace, "lost", (_, pass) => say(pass)));
    expect(run()).to.equal(
      block(`
        ask on cabinet @tax
        - -
        compute size of folder @x
        0 -
        compute size of drawer @a
        0 1
        keep on cabinet @tax
        0 1
        lost on cabinet @tax
        - -
        succeeded
      `),
    );
  });

  it("of an operation inside is used by the passes that run there, and dropped when they change it", () => {
    const { trace, manager, op, run } = setUp("cabinet @tax\n  drawer @a\n    page @p");
    const analysis = size(trace);
    manager.addPass(
      tracingPass(trace, "ask", (_, pass) => {
        pass.getChildAnalysis(analysis, op.contents[0] as Item);
        pass.markAllAnalysesPreserved();
      }),
    );
    manager
      .nest("drawer")
      .addPass(tracingPass(trace, "empty", (drawer) => (drawer.contents[0] as Item).shred()))
      .addPass(tracingPass(trace, "count", (_, pass) => trace.say(`size ${pass.getAnalysis(analysis)}`)));
    expect(run()).to.equal(
      block(`
        ask on cabinet @tax
        compute size of drawer @a
        empty on drawer @a
        count on drawer @a
        compute size of drawer @a
        size 0
        succeeded
      `),
    );
  });

  it("is dropped when the nested pipeline ends, unless that was merged with the next", () => {
    const { trace, manager, run } = setUp("cabinet @tax\n  drawer @a");
    const analysis = size(trace);
    const ask = (_: Item, pass: Context): void => {
      pass.getAnalysis(analysis);
      pass.markAllAnalysesPreserved();
    };
    manager.nest("drawer").addPass(tracingPass(trace, "first", ask));
    manager.nest("drawer").addPass(tracingPass(trace, "merged", ask));
    manager.addPass(tracingPass(trace, "between", (_, pass) => pass.markAllAnalysesPreserved()));
    manager.nest("drawer").addPass(tracingPass(trace, "apart", ask));
    expect(run()).to.equal(
      block(`
        first on drawer @a
        compute size of drawer @a
        merged on drawer @a
        between on cabinet @tax
        apart on drawer @a
        compute size of drawer @a
        succeeded
      `),
    );
  });

  it("is refused for an operation that is not inside the current one", () => {
    const { trace, manager, op, run } = setUp();
    const analysis = size(trace);
    manager
      .nest("drawer")
      .addPass(tracingPass(trace, "peek", (_, pass) => pass.getChildAnalysis(analysis, op.contents[1] as Item)));
    expect(run()).to.equal(
      block(`
        peek on drawer @a
        peek on drawer @b
        compute size of drawer @b
        failed
        error[PWC0415]: an analysis was requested for 'drawer' @b, which is not inside 'drawer' @a
          --> cabinet.txt:4:1, step peek
        help: request the analysis of the current operation or one inside it
      `),
    );
  });
});

describe("an analysis that depends on another", () => {
  function makePair(trace: Trace): { base: Analysis<Item, number>; user: Analysis<Item, number> } {
    const base = size(trace);
    const user: Analysis<Item, number> = defineAnalysis({
      name: "toy/user",
      compute(op: Item, analyses: AnalysisContext<Item>) {
        trace.say(`compute user of ${nameItem(op)}`);
        return analyses.getAnalysis(base) * 10;
      },
      isInvalidated: (_, preserved) => !preserved.isPreserved(user) || !preserved.isPreserved(base),
    });
    return { base, user };
  }

  it("shares it, and goes when it goes", () => {
    const { trace, manager, run } = setUp();
    const { base, user } = makePair(trace);
    const say = (pass: Context): void =>
      trace.say(`user ${pass.getCachedAnalysis(user)}, base ${pass.getCachedAnalysis(base)}`);
    manager
      .addPass(
        tracingPass(trace, "ask", (_, pass) => {
          pass.getAnalysis(user);
          pass.markAnalysesPreserved(user, base);
        }),
      )
      .addPass(tracingPass(trace, "break", (_, pass) => (say(pass), pass.markAnalysesPreserved(user))))
      .addPass(tracingPass(trace, "see", (_, pass) => say(pass)));
    expect(run()).to.equal(
      block(`
        ask on cabinet @tax
        compute user of cabinet @tax
        compute size of cabinet @tax
        break on cabinet @tax
        user 20, base 2
        see on cabinet @tax
        user undefined, base undefined
        succeeded
      `),
    );
  });

  it("is dropped when its dependency invalidates itself, regardless of what the pass preserves", () => {
    const { trace, manager, run } = setUp();
    const { user } = makePair(trace);
    const doubtful = size(trace, { isInvalidated: () => true });
    const say = (pass: Context): void => trace.say(`user ${pass.getCachedAnalysis(user)}`);
    manager
      .addPass(
        tracingPass(trace, "ask", (_, pass) => {
          pass.getAnalysis(doubtful);
          pass.getAnalysis(user);
          say(pass);
          pass.markAnalysesPreserved(user, doubtful);
        }),
      )
      .addPass(tracingPass(trace, "see", (_, pass) => say(pass)));
    expect(run()).to.equal(
      block(`
        ask on cabinet @tax
        compute size of cabinet @tax
        compute user of cabinet @tax
        user 20
        see on cabinet @tax
        user undefined
        succeeded
      `),
    );
  });

  it("is also called in the scopes of nested operations", () => {
    const { trace, manager, op, run } = setUp();
    const { base, user } = makePair(trace);
    const drawer = op.contents[0] as Item;
    manager
      .addPass(
        tracingPass(trace, "ask", (_, pass) => {
          pass.getChildAnalysis(user, drawer);
          pass.markAnalysesPreserved(base);
        }),
      )
      .addPass(
        tracingPass(trace, "see", (_, pass) => {
          const cached = [user, base].map((one) => pass.getCachedChildAnalysis(one, drawer));
          trace.say(cached.join(" "));
        }),
      );
    expect(run()).to.equal(
      block(`
        ask on cabinet @tax
        compute user of drawer @a
        compute size of drawer @a
        see on cabinet @tax
         1
        succeeded
      `),
    );
  });

  it("may request analyses of nested and enclosing operations", () => {
    const { trace, manager, op, run } = setUp();
    const base = size(trace);
    const sum = defineAnalysis({
      name: "toy/sum",
      compute: (item: Item, analyses: AnalysisContext<Item>): string => {
        const inside = item.contents.map((one) => analyses.getChildAnalysis(base, one));
        return `${inside.join("+")} in ${analyses.getCachedParentAnalysis(base, op)}`;
      },
    });
    manager.addPass(
      tracingPass(trace, "ask", (_, pass) => {
        pass.getAnalysis(base);
        trace.say(pass.getChildAnalysis(sum, op.contents[0] as Item));
      }),
    );
    expect(run()).to.equal(
      block(`
        ask on cabinet @tax
        compute size of cabinet @tax
        compute size of folder @x
        0 in 2
        succeeded
      `),
    );
  });

  it("must not depend on itself", () => {
    const { trace, manager, run } = setUp();
    const first: Analysis<Item, number> = defineAnalysis({
      name: "toy/first",
      compute: (_: Item, analyses: AnalysisContext<Item>) => analyses.getAnalysis(second),
    });
    const second: Analysis<Item, number> = defineAnalysis({
      name: "toy/second",
      compute: (_: Item, analyses: AnalysisContext<Item>) => analyses.getAnalysis(first),
    });
    manager.addPass(tracingPass(trace, "ask", (_, pass) => pass.getAnalysis(first)));
    expect(run()).to.equal(
      block(`
        ask on cabinet @tax
        failed
        error[PWC0417]: analysis \`toy/first\` depends on itself on 'cabinet' @tax
          --> cabinet.txt:1:1, step ask
           = cycle: \`toy/first\` needs \`toy/second\` needs \`toy/first\`
        help: move the shared part of the analyses to a separate analysis
      `),
    );
  });
});

describe("an analysis that throws", () => {
  const broken = defineAnalysis({
    name: "toy/broken",
    compute(): number {
      throw new RangeError("too many");
    },
  });
  const user = defineAnalysis({
    name: "toy/user",
    compute: (_: Item, analyses: AnalysisContext<Item>) => analyses.getAnalysis(broken),
  });

  it("is blamed, also through one that depends on it, and the hooks stay in pairs", () => {
    const { trace, manager, run } = setUp("cabinet @tax");
    manager.addInstrumentation(tracingInstrumentation(trace));
    manager.addPass(tracingPass(trace, "ask", (_, pass) => pass.getAnalysis(user)));
    expect(run()).to.equal(
      block(`
        ask on cabinet @tax {
          ask on cabinet @tax
          analysis user on cabinet @tax {
            analysis broken on cabinet @tax {
            } analysis broken
          } analysis user
        } ask failed
        failed
        error[PWC0413]: analysis \`toy/broken\` threw on 'cabinet' @tax: RangeError: too many
          --> cabinet.txt:1:1, step ask
        help: report this to the author of \`toy/broken\`, with the stack from \`--debug\` or from \`failures\` of the result
      `),
    );
  });

  it("is refused if it is asynchronous or returns a promise", () => {
    const { trace, manager, run } = setUp("cabinet @tax");
    const later = defineAnalysis({
      name: "toy/later",
      compute: (): unknown[] => Promise.reject(new Error("lost")) as never,
    });
    manager.addPass(tracingPass(trace, "ask", (_, pass) => void pass.getAnalysis(later)));
    expect(run()).to.contain(
      block(`
        error[PWC0413]: analysis \`toy/later\` returned a promise on 'cabinet' @tax
          --> cabinet.txt:1:1, step ask
        help: make \`compute\` synchronous, because passes do not wait for analyses
      `),
    );
    const analysis = { name: "toy/later", compute: async () => 1 };
    expect(describeThrow(() => defineAnalysis(analysis as never))).to.equal(
      block(`
        error[PWC0105]: \`defineAnalysis\`: \`compute\` must not be async
        help: correct the definition
      `),
    );
  });

  it("is not cached, and a pass may do without it", () => {
    const { trace, manager, run } = setUp("cabinet @tax");
    manager.addPass(
      tracingPass(trace, "ask", (_, pass) => {
        for (const round of [1, 2]) {
          try {
            pass.getAnalysis(broken);
          } catch {
            trace.say(`without, ${round}`);
          }
        }
      }),
    );
    expect(run()).to.equal("ask on cabinet @tax\nwithout, 1\nwithout, 2\nsucceeded");
  });

  it("is reported for a promise of `isInvalidated`", () => {
    const { trace, manager, run } = setUp("cabinet @tax");
    const analysis = size(trace, { isInvalidated: () => Promise.reject(new Error("late")) as never });
    manager.addPass(tracingPass(trace, "ask", (_, pass) => pass.getAnalysis(analysis)));
    manager.addPass(tracingPass(trace, "never"));
    expect(run()).to.contain(
      "error[PWC0413]: analysis `toy/size` returned a promise on 'cabinet' @tax\n  --> cabinet.txt:1:1\nhelp: make `isInvalidated` synchronous",
    );
  });

  it("in `isInvalidated` ends the run", () => {
    const { trace, manager, run } = setUp("cabinet @tax");
    const analysis = size(trace, {
      isInvalidated() {
        throw new Error("unsure");
      },
    });
    manager.addPass(tracingPass(trace, "ask", (_, pass) => pass.getAnalysis(analysis)));
    manager.addPass(tracingPass(trace, "never"));
    expect(run()).to.equal(
      block(`
        ask on cabinet @tax
        compute size of cabinet @tax
        failed
        error[PWC0413]: analysis \`toy/size\` threw on 'cabinet' @tax: Error: unsure
          --> cabinet.txt:1:1
        help: report this to the author of \`toy/size\`, with the stack from \`--debug\` or from \`failures\` of the result
      `),
    );
  });
});
