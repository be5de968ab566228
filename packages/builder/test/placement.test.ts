import { expect } from "chai";
import type { Diagnostic } from "@passwright/core";
import { PassManagerBuilder } from "@passwright/builder";
import type { Insertion } from "@passwright/builder";
import { runScenario } from "./scenario/run-scenario.ts";
import { parseScenario } from "./scenario/parse-scenario.ts";
import { answers, outline, outlinePlan } from "./scenario/show.ts";

const FRAME = `
  framework kiln
    a : Up
    > func.func
      b : Down
      . point
      c
    d : Up,Down.far
`;

/** Returns the plan without diagnostics. */
const planOf = (contributors: string): string => outline(FRAME + contributors).split("\n")[0] as string;

describe("placement", () => {
  describe("by name", () => {
    it("keeps steps near their target: `after` the left neighbor precedes `before` the right one", () => {
      expect(planOf("plugin x\n p before c\n q after b")).to.equal(
        "builtin.module(a,func.func(b,x::q,.point,x::p,c),d)",
      );
    });

    it("means one of several by its address; the first one's is its name, too, unless that is hidden", () => {
      const built = (hidden: boolean): PassManagerBuilder => {
        const builder = new PassManagerBuilder("any", { framework: { name: "kiln" } });
        if (hidden) builder.addBundle("closed", ["cse", "dce"], { kind: "atomic" });
        for (const pass of ["a", "cse", "cse"]) builder.addPass(pass);
        return builder;
      };
      const placed = (builder: PassManagerBuilder, target: string): string => {
        const { ok } = builder.forContributor({ kind: "plugin", name: "x" }).addAfter(target, "p");
        const { plan } = builder.resolve();
        return ok && plan !== undefined ? outlinePlan(plan) : "refused";
      };
      expect(placed(built(false), "cse#1")).to.equal("any(a,cse,x::p,cse#2)");
      expect(placed(built(false), "cse#2")).to.equal("any(a,cse,cse#2,x::p)");
      expect(placed(built(false), "a#1")).to.equal("any(a,x::p,cse,cse#2)");
      expect(placed(built(false), "cse#2#1")).to.equal("any(a,cse,cse#2,x::p)");
      expect(placed(built(false), "cse#3")).to.equal("refused");
      expect(placed(built(false), "nothing#1")).to.equal("refused");
      // A pass inside an atomic bundle does not have a name or an address.
      expect(placed(built(true), "cse#1")).to.equal("refused");
      expect(placed(built(true), "cse#2")).to.equal("any(cse,dce,a,cse#2,x::p,cse#3)");
      expect(placed(built(true), "cse")).to.equal("any(cse,dce,a,cse#2,cse#3,x::p)");
    });

    it("orders steps at the same position by the name of the contributor, then by the number of the call", () => {
      expect(planOf("plugin y\n q after a\n p after a\nplugin x\n s after a\n r after a")).to.equal(
        "builtin.module(a,x::s,x::r,y::q,y::p,func.func(b,.point,c),d)",
      );
    });

    it("means the framework's step if a contributor also has one with that name", () => {
      expect(planOf("plugin x\n d after a\n q after d")).to.equal(
        "builtin.module(a,x::d,func.func(b,.point,c),d,x::q)",
      );
    });

    it("otherwise means the contributor's own latest step, not one of another contributor", () => {
      expect(planOf("plugin x\n p after a\n p after d\n q before p")).to.contain("d,x::q,x::p#2)");
      expect(answers(`${FRAME}plugin x\n p after a\nplugin y\n q after p`)).to.contain("y asks for q: no");
    });

    it("means the last copy of an own step after it, and the first before it", () => {
      const text = `
        framework kiln
          a
          a
        plugin x
          p before a which each
          q after p
          r before p
      `;
      expect(outline(text)).to.equal("builtin.module(x::r,x::p,a,x::p@2,x::q,a#2)");
    });
  });

  describe("by type", () => {
    it("counts the passes of plugins", () => {
      expect(planOf("plugin x\n p : Up end\nplugin y\n q afterType Up")).to.equal(
        "builtin.module(a,func.func(b,.point,c),d,x::p,y::q)",
      );
    });

    it("does not count passes that are placed by that type, which would depend on each other", () => {
      expect(planOf("plugin x\n p : Up afterType Up\nplugin y\n q : Up afterType Up")).to.equal(
        "builtin.module(a,func.func(b,.point,c),d,x::p,y::q)",
      );
    });

    it("counts a pass that requested a position by that type and used an alternative", () => {
      const text = `${FRAME}plugin x\n p : Side beforeType Missing missing use end\nplugin y\n q : Side at point\n r beforeType Side`;
      expect(outline(text).split("\n")[0]).to.equal("builtin.module(a,func.func(b,.point,y::r,y::q,c),d,x::p)");
    });

    it("knows sorts of a type, and no case", () => {
      expect(planOf("plugin x\n p beforeType down\n q beforeType DOWN.far")).to.equal(
        "builtin.module(a,func.func(x::p,b,.point,c),x::q,d)",
      );
    });

    it("cannot be by Unknown, even if passes have no types", () => {
      expect(answers(`${FRAME}plugin x\n p end\n q afterType Unknown`)).to.contain("x asks for q: no");
    });

    it("finds types from manifests, for any order of plugins", () => {
      const text = `${FRAME}plugin x\n p beforeType Side\ndata y\n q : Side before d`;
      expect(outline(text)).to.equal("builtin.module(a,func.func(b,.point,c),x::p,y::q,d)");
    });

    it("does not find types that only another plugin's code brings", () => {
      const text = `${FRAME}plugin x\n p : Side before d\nplugin y\n q beforeType Side`;
      expect(answers(text)).to.contain("y asks for q: no");
    });

    it("goes outside of a nested pipeline where the first pass of the type is a plugin's in the middle of it", () => {
      const text = `${FRAME}data x\n p : Side before c\nplugin y\n q on builtin.module beforeType Side`;
      expect(outline(text)).to.equal("builtin.module(a,y::q,func.func(b,.point,x::p,c),d)");
    });
  });

  describe("of manifests", () => {
    it("may refer to each other in any order", () => {
      const [there, back] = ["p afterType Side", "q : Side end"];
      const one = outline(`${FRAME}data x\n ${there}\n ${back}`);
      expect(one).to.contain("d,x::q,x::p)");
      expect(outline(`${FRAME}data x\n ${back}\n ${there}`)).to.equal(one);
    });

    it("do not promise a type by an insertion that was itself skipped", () => {
      const text = `${FRAME}data x\n p : Side before missing missing skip\nplugin y\n q afterType Side missing use end`;
      expect(outline(text).split("\n")[0]).to.contain("d,y::q)");
    });

    it("are errors of the plan where they have no place, and remarks where they may be skipped", () => {
      const codes = (text: string): string[] =>
        runScenario(parseScenario(FRAME + text))
          .resolve()
          .diagnostics.map(({ severity, code }) => `${severity} ${code}`);
      expect(codes("data x\n p after missing")).to.deep.equal(["error PWB0101"]);
      expect(codes("data x\n p after missing missing skip")).to.deep.equal(["remark PWB0101"]);
    });

    it("suggest a pass whose name is the end of the unknown name", () => {
      const { diagnostics } = runScenario(parseScenario(`${FRAME}data x\n p after kiln::c`)).resolve();
      expect(diagnostics[0]?.help?.[0]).to.equal("did you mean `c`?");
    });

    it("keep their result when code adds a type later", () => {
      const text = `${FRAME}data x\n p beforeType Side missing use end\nplugin y\n q : Side before a`;
      expect(outline(text)).to.equal("builtin.module(y::q,a,func.func(b,.point,c),d,x::p)");
    });
  });

  describe("nesting", () => {
    it("joins the manager of its neighbor if the pass runs on any operation", () => {
      expect(planOf("plugin x\n p after b")).to.contain("func.func(b,x::p,.point,c)");
    });

    it("opens a manager beside a step of an outer operation, and joins the one that is there", () => {
      expect(planOf("plugin x\n p on func.func after a")).to.equal("builtin.module(a,func.func(x::p,b,.point,c),d)");
      expect(planOf("plugin x\n p on func.func after d")).to.contain("d,func.func(x::p))");
    });

    it("leaves the manager at its edge, and is refused in its middle", () => {
      expect(planOf("plugin x\n p on builtin.module after c")).to.contain("func.func(b,.point,c),x::p,d)");
      expect(answers(`${FRAME}plugin x\n p on builtin.module after b`)).to.contain("error[PWB0107]");
      expect(answers(`${FRAME}plugin x\n p on builtin.module at point`)).to.contain("error[PWB0107]");
    });

    it("does not move a pass out of a manager and back at its edge, unless a rule requires this", () => {
      const two = "plugin x\n p on builtin.module after c\nplugin y\n q after c\n";
      expect(planOf(two)).to.equal("builtin.module(a,func.func(b,.point,c,y::q),x::p,d)");
      expect(planOf(`${two} weak p before q "r"`)).to.equal(
        "builtin.module(a,func.func(b,.point,c),x::p,func.func(y::q),d)",
      );
      expect(planOf("plugin x\n p before b\nplugin y\n q on builtin.module before b")).to.equal(
        "builtin.module(a,y::q,func.func(x::p,b,.point,c),d)",
      );
      // An implicitly created manager, such as `func.func(…,scf.for(…))`, is not closed and opened again either.
      const frame = "framework kiln\n a on func.func\n b on func.func\n";
      const three = "plugin x\n p on builtin.module after a\nplugin y\n q after a\n r on scf.for after a";
      expect(outline(frame + three).split("\n")[0]).to.equal(
        "builtin.module(func.func(a,y::q,scf.for(y::r)),x::p,func.func(b))",
      );
    });

    it("is also refused next to an own step in the middle", () => {
      expect(answers(`${FRAME}plugin x\n p after b\n q on builtin.module after p`)).to.contain("x asks for q: no");
    });

    it("opens managers at the levels of the framework, and otherwise inside the manager of its neighbor", () => {
      const text = (anchor: string): string => `
        framework kiln
          > gpu.module
            > gpu.func
              a
            b
        plugin x
          p on ${anchor} before b
      `;
      expect(outline(text("gpu.func"))).to.equal("builtin.module(gpu.module(gpu.func(a,x::p),b))");
      const [plan, warning] = outline(text("scf.for")).split("\n");
      expect(plan).to.equal("builtin.module(gpu.module(gpu.func(a),scf.for(x::p),b))");
      expect(warning).to.equal(
        "warning[PWB0408]: `p` is in a new manager on 'scf.for' inside 'gpu.module', but no manager of the framework runs on 'scf.for'",
      );
    });

    it("goes the way on which the framework nests the operation, if there is one way", () => {
      const text = (more: string): string => `
        framework kiln
          a
          > gpu.module
            > gpu.func
              b
${more}
        plugin x
          p on gpu.func after a
      `;
      expect(outline(text(""))).to.equal("builtin.module(a,gpu.module(gpu.func(x::p,b)))");
      const direct = "          > gpu.func\n            c";
      expect(outline(text(direct))).to.equal("builtin.module(a,gpu.func(x::p),gpu.module(gpu.func(b)),gpu.func(c))");
      const other = "          > spirv.module\n            > gpu.func\n              c";
      expect(outline(text(other))).to.equal(
        "builtin.module(a,gpu.func(x::p),gpu.module(gpu.func(b)),spirv.module(gpu.func(c)))",
      );
    });

    it("keeps two managers of the framework two, with something between them or not", () => {
      const text = "framework kiln\n > func.func\n  a\n > func.func\n  b\nplugin x\n p on func.func before b";
      expect(outline(text)).to.equal("builtin.module(func.func(a),func.func(x::p,b))");
    });
  });

  describe("refused insertions", () => {
    it("is a remark for each refusal of a plugin's code, in canonical order", () => {
      const { plan, diagnostics } = runScenario(
        parseScenario(`${FRAME}plugin y\n p after nowhere\nplugin x\n q at nothing\n r afterType Never`),
      ).resolve();
      expect(plan && outlinePlan(plan)).to.equal("builtin.module(a,func.func(b,.point,c),d)");
      expect(diagnostics.map(({ severity, plugin, code }) => `${severity} ${plugin} ${code}`)).to.deep.equal([
        "remark x PWB0103",
        "remark x PWB0102",
        "remark y PWB0101",
        "warning x PWB0118",
        "warning x PWB0118",
        "warning y PWB0118",
      ]);
    });

    it("is only a remark if another position was found or the insertion may be skipped", () => {
      const { diagnostics } = runScenario(
        parseScenario(`${FRAME}plugin x\n p after nowhere\n p after a\n q after nowhere missing skip`),
      ).resolve();
      expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).to.deep.equal([
        "remark PWB0101",
        "remark PWB0101",
      ]);
    });
  });

  it("that is refused is reported in the order of contributor names", () => {
    const told = (...names: string[]): readonly Diagnostic[] => {
      const builder = new PassManagerBuilder("builtin.module(a)");
      for (const name of names) {
        const view = builder.forContributor({ kind: "plugin", name });
        view.addAfter("b", "p", { onMissing: "error" });
        view.addAfter("c", "p");
      }
      return builder.resolve().diagnostics;
    };
    const contributors = told("x", "y").map(({ code, plugin }) => `${code} ${plugin ?? ""}`);
    expect(contributors.join(", ")).to.equal("PWB0101 x, PWB0101 y, PWB0101 x, PWB0101 y, PWB0118 x, PWB0118 y");
    expect(told("y", "x")).to.deep.equal(told("x", "y"));
  });

  it("that is refused as data is reported in the same order", () => {
    const told = (...names: string[]): string[] => {
      const builder = new PassManagerBuilder("builtin.module(a)");
      const insertions = names.flatMap((name) =>
        ["p", "q"].map((pass) => {
          const contributor = { kind: "plugin", name } as const;
          return { contributor, pass, place: { after: "b" }, settings: {}, origin: contributor };
        }),
      );
      return builder.contribute(insertions).map(({ plugin, notes }) => `${plugin} ${notes?.[0]?.message}`);
    };
    const expected = ["x", "y"].flatMap((name) =>
      ["p", "q"].map((pass) => `${name} requested: \`${pass}\` after \`b\``),
    );
    expect(told("x", "y")).to.deep.equal(expected);
    expect(told("y", "x")).to.deep.equal(expected);
  });

  it("among many names is reported with its alphabetic neighbors and a suggestion", () => {
    const builder = new PassManagerBuilder("builtin.module");
    for (let pass = 100; pass < 200; pass++) builder.addPass(`pass-${pass}`);
    for (let copy = 0; copy < 100; copy++) builder.addPass("copy");
    const view = builder.forContributor({ kind: "plugin", name: "x" });
    const notesOf = (answer: Insertion): readonly string[] =>
      answer.ok ? [] : (answer.diagnostic.notes ?? []).map(({ message }) => message);
    const quoted = (first: number, last: number): string =>
      Array.from({ length: last - first + 1 }, (_, at) => `\`pass-${first + at}\``).join(", ");
    const missing = view.addAfter("pass-150x", "p");
    expect(notesOf(missing)[1]).to.equal(`passes of the framework: ${quoted(136, 165)} and 71 others`);
    expect(missing.ok ? [] : missing.diagnostic.help).to.include("did you mean `pass-150`?");
    const [first, last] = [view.addAfter("a", "p"), view.addAfter("z", "p")];
    expect(notesOf(first)[1]).to.contain(`: \`copy\`, ${quoted(100, 128)} and 71 others`);
    expect(notesOf(last)[1]).to.contain(`: ${quoted(170, 199)} and 71 others`);
    const several = notesOf(view.addAfter("copy", "p", { which: "only" }))[1];
    expect(several).to.match(/^steps: `copy#1`, .*`copy#29` and so on until `copy#100`$/);
  });
});
