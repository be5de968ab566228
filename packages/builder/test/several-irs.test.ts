import { legalPlaces, PassCatalogue, PassManagerBuilder, printPlan, toPassManager } from "@passwright/builder";
import type { BuilderOptions } from "@passwright/builder";
import { definePass, defineConversion, PassManager, printPipeline, renderDiagnostic } from "@passwright/core";
import type { IrAdapter, PassDeclaration, PassDefinition } from "@passwright/core";
import { expect } from "chai";

type TreeIr = IrAdapter<object> & { readonly root: string };

function ir(name: string, root: string, operations: readonly string[]): TreeIr {
  return {
    name,
    root,
    intern: (text) => ({
      text,
      isRegistered: operations.includes(text),
      isIsolatedFromAbove: true,
      hasInterface: () => false,
    }),
    nameOf: () => ({ text: root, isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false }),
    collectNested: () => undefined,
    operationsBeside: () => operations,
  };
}

const markdown = ir("markdown", "document", ["document", "heading", "text"]);
const html = ir("html", "root", ["root", "element", "text"]);
const paper = ir("paper", "sheet", ["sheet"]);

function pass(name: string, of?: TreeIr, more: Partial<PassDeclaration> = {}): PassDefinition<object> {
  return definePass({ name, ...more, ...(of && { ir: of }), runOnOperation: (_op: object) => {} } as never);
}

function conversion(from: TreeIr, to: TreeIr, more: Partial<PassDeclaration> = {}): PassDefinition<object> {
  const name = `${from.name}-to-${to.name}`;
  return defineConversion({ name, ...more, from, to, convert: (op) => op }) as PassDefinition<object>;
}

/** Builds the pipeline `document(read, ·written, heading(number), markdown-to-html, element(link), minify)`. */
function frame(b: PassManagerBuilder): void {
  b.addPass(pass("read", markdown));
  b.addExtensionPoint("written");
  b.addPass(pass("number", markdown, { anchor: "heading", types: ["Normalization"] }));
  b.addPass(conversion(markdown, html));
  b.addPass(pass("link", html, { anchor: "element", types: ["Lowering"] }));
  b.addPass(pass("minify", html, { anchor: "root" }));
}

type Extend = (view: PassManagerBuilder, b: PassManagerBuilder, other: PassManagerBuilder) => void;

function builderOf(extend: Extend, options: BuilderOptions<object> & { readonly build?: typeof frame } = {}) {
  const { build = frame, ...rest } = options;
  const builder = new PassManagerBuilder<object>("document", { ir: markdown, nesting: "everywhere", ...rest });
  build(builder);
  extend(
    builder.forContributor({ kind: "plugin", name: "plugin" }),
    builder,
    builder.forContributor({ kind: "plugin", name: "another" }),
  );
  return builder;
}

/** Returns the plan as text, or the diagnostics. */
function planned(extend: Extend, options: BuilderOptions<object> & { readonly build?: typeof frame } = {}): string {
  const { plan, diagnostics } = builderOf(extend, options).resolve();
  const shown = diagnostics.filter(({ severity }) => severity !== "remark").map((one) => renderDiagnostic(one));
  return [...(plan === undefined ? [] : [printPlan(plan)]), ...shown].join("\n");
}

describe("several IRs in one plan", () => {
  it("are run by one manager, whose text is read back", () => {
    const catalogue = new PassCatalogue<object>();
    const builder = builderOf(() => undefined, { catalogue });
    const { plan } = builder.resolve();
    if (plan === undefined) throw new Error("no plan");
    const manager = new PassManager<object>(markdown, { anchor: "document" });
    expect(toPassManager(plan, catalogue, manager)).to.deep.equal([]);
    const text = "document(read,**heading(number),markdown-to-html,**element(link),minify)";
    expect([printPlan(plan), printPipeline(manager), manager.irs.map(({ name }) => name).join()]).to.deep.equal([
      text,
      text,
      "markdown,html",
    ]);
    expect(
      plan.steps.flatMap(({ address, leaves }) => (leaves === undefined ? [] : [{ address, leaves }])),
    ).to.deep.equal([{ address: "markdown-to-html", leaves: { ir: "html", anchor: "root" } }]);
    const copy = new PassManagerBuilder<object>(text, { catalogue }).resolve().plan;
    expect(copy && printPlan(copy)).to.equal(text);
  });

  it("give passes the anchors and nesting of the side that they are on", () => {
    expect(
      planned((view) => {
        view.addBefore("minify", pass("a", html, { anchor: "root" }));
        view.addAfter("markdown-to-html", pass("b", undefined, { anchor: "element" }));
        view.addBefore("markdown-to-html", pass("c", undefined, { anchor: "document" }));
        view.addAt("written", pass("d"));
      }),
    ).to.equal("document(read,d,**heading(number),c,markdown-to-html,**element(b,link),a,minify)");
  });

  it("put passes without a position at the end of their IR", () => {
    expect(
      planned((view) => {
        view.addPass(pass("late", html));
        view.addPass(pass("early", markdown));
        view.addPass(pass("any"));
      }),
    ).to.equal("document(read,**heading(number),early,markdown-to-html,**element(link),minify,late,any)");
  });

  it("let passes refer to types of the other side", () => {
    expect(
      planned((view) => {
        view.addAfterType("Normalization", pass("a", html));
        view.addBeforeType("Lowering", pass("b", markdown, { anchor: "heading" }));
        view.addAfterType("Normalization", pass("c", markdown));
        view.addBeforeType("Lowering", pass("d", html));
      }),
    ).to.equal("document(read,**heading(number,c,b),markdown-to-html,a,**element(d,link),minify)");
  });

  it("refuse a pass on the wrong side, with the legal positions", () => {
    expect(planned((view) => void view.addBefore("number", pass("late", html)))).to.equal(
      "error[PWB0409]: `late` is for IR `html`, but the pipeline runs on IR `markdown` at this position\n" +
        "  --> plugin plugin, step plugin::late\n" +
        "   = position of `late`: before `number`, in `document(**heading(late))` (plugin plugin)\n" +
        "   = the pipeline runs on IR `markdown` before `markdown-to-html`\n" +
        "help: place `late` after `markdown-to-html`",
    );
    const three = (b: PassManagerBuilder): void => {
      frame(b);
      b.addPass(conversion(html, paper));
      b.addPass(pass("fold", paper));
    };
    expect(planned((view) => void view.addAfter("fold", pass("early", html)), { build: three })).to.include(
      "   = the pipeline runs on IR `paper` after `html-to-paper`\n" +
        "help: place `early` after `markdown-to-html` and before `html-to-paper`",
    );
    expect(planned((view) => void view.addPass(pass("odd", paper)))).to.include(
      "help: add a conversion to IR `paper`, or remove `odd`",
    );
    expect(planned((view) => void view.addPass(pass("odd", html)), { build: (b) => b.addPass(pass("read")) })).to.equal(
      "error[PWB0409]: `odd` is for IR `html`, but the pipeline runs on IR `markdown` at this position\n" +
        "  --> plugin plugin, step plugin::odd\n" +
        "   = position of `odd`: at the end, in `document(odd)` (plugin plugin)\n" +
        "help: add a conversion to IR `html`, or remove `odd`",
    );
    const again = conversion(markdown, html);
    const twice = (b: PassManagerBuilder): void => {
      b.addPass(again);
      b.addPass(again);
    };
    expect(planned(() => {}, { build: twice })).to.include(
      "help: add a conversion to IR `markdown`, or remove `markdown-to-html#2`",
    );
  });

  it("refuse a conversion in a nested manager", () => {
    const toAny = defineConversion({
      name: "to-any",
      from: { ...html, root: undefined } as never,
      to: paper,
      convert: (op: object) => op,
    }) as PassDefinition<object>;
    expect(planned((view) => void view.addBefore("link", toAny))).to.include(
      "error[PWB0410]: conversion `to-any` is nested in '**element', but conversions must run on the root\n" +
        "  --> plugin plugin, step plugin::to-any\n" +
        "   = position of `to-any`: before `link`, in `root(**element(to-any))` (plugin plugin)\n" +
        "help: place `to-any` outside of '**element'",
    );
  });

  it("check anchors with the IR of the side", () => {
    expect(planned((view) => void view.addAfter("minify", pass("a", html, { anchor: "heading" })))).to.include(
      "`a` would run on 'heading', which IR `html` does not have",
    );
    expect(planned((view) => void view.addAfter("read", pass("a", markdown, { anchor: "element" })))).to.include(
      "`a` would run on 'element', which IR `markdown` does not have",
    );
    expect(planned((view) => void view.addAfter("minify", pass("a", undefined, { anchor: "text" })))).to.equal(
      "document(read,**heading(number),markdown-to-html,**element(link),minify,**text(a))",
    );
  });

  it("take conversions of plugins, and passes beside them in any order", () => {
    const expected =
      "document(read,**heading(number),markdown-to-html,**element(link),minify,polish,html-to-paper,fold,crease)";
    const parts: readonly ((view: PassManagerBuilder, other: PassManagerBuilder) => void)[] = [
      (view) => void view.addPass(conversion(html, paper)),
      (_view, other) => void other.addPass(pass("fold", paper, { anchor: "sheet" })),
      (_view, other) => void other.addPass(pass("polish", html)),
      (view) => void view.addPass(pass("crease", undefined, { anchor: "sheet" })),
    ];
    for (const order of [parts, [...parts.slice(1, 3), parts[0], parts[3]], [parts[0], ...parts.slice(1).toReversed()]])
      expect(planned((view, _b, other) => order.forEach((part) => part?.(view, other)))).to.equal(expected);
  });

  it("begin a chain of conversions with the IR of the framework's steps", () => {
    const build = (b: PassManagerBuilder): void => void b.addPass(pass("read", markdown));
    const detours: Extend = (view, _b, other) => {
      other.addPass(conversion(html, markdown));
      other.addPass(conversion(markdown, paper));
      view.addPass(conversion(markdown, html));
      view.addPass(conversion(paper, markdown));
    };
    expect(planned(detours, { build })).to.equal(
      "document(read,markdown-to-paper,paper-to-markdown,markdown-to-html,html-to-markdown)",
    );
  });

  it("name the contributor of a conversion that puts other steps on the wrong side", () => {
    expect(planned((view) => void view.addBefore("minify", conversion(html, paper)))).to.match(
      /`minify` is for IR `html`, but the pipeline runs on IR `paper` at this position\n(.*\n)*.*runs on IR `paper` after `plugin::html-to-paper`, which plugin plugin adds\n/,
    );
  });

  it("lose the properties of the IR before a conversion, unless it preserves them", () => {
    const build = (preserves?: readonly string[]) => (b: PassManagerBuilder) => {
      b.addPass(pass("sort", markdown, { provides: ["sorted", "clean"] }));
      b.addPass(conversion(markdown, html, { requires: ["sorted"], ...(preserves && { preserves }) }));
      b.addPass(pass("use", html, { requires: ["sorted"] }));
    };
    expect(planned(() => undefined, { build: build(["sorted"]) })).to.equal("document(sort,markdown-to-html,use)");
    expect(planned(() => undefined, { build: build(["clean"]) })).to.match(
      /^error\[PWB0501\]: `use` requires property `sorted`/,
    );
  });

  it("get cleanups of their own IR", () => {
    const tidy = (of: TreeIr): PassDefinition<object> => pass(`tidy-${of.name}`, of, { provides: ["tidy"] });
    const build = (b: PassManagerBuilder): void => {
      b.addPass(pass("a", markdown, { requires: ["tidy"] }));
      b.addPass(conversion(markdown, html));
      b.addPass(pass("b", html, { requires: ["tidy"] }));
    };
    const catalogue = new PassCatalogue<object>();
    for (const one of [tidy(html), tidy(markdown)])
      catalogue.add({ declaration: one.declaration, definition: one, owner: { name: "pipeline" } });
    const properties = { tidy: { kind: "fragile" } } as const;
    const cleanups = ["tidy-html", "tidy-markdown"];
    expect(planned(() => undefined, { build, catalogue, properties, cleanups })).to.equal(
      "document(tidy-markdown,a,markdown-to-html,tidy-html,b)",
    );
  });

  it("build the steps of one choice beside those of another", () => {
    const build = (b: PassManagerBuilder): void => {
      b.addPass(pass("read", markdown));
      b.when({ target: "paper" }).addPass(conversion(markdown, paper));
      b.when({ target: "html" }).addPass(conversion(markdown, html));
      b.when({ target: "html" }).addPass(pass("minify", html, { anchor: "root" }));
      b.when({ target: "paper" }).addPass(pass("fold", paper, { anchor: "sheet" }));
    };
    const of = (target: string): string => planned(() => undefined, { build, choice: { target } });
    expect([of("html"), of("paper")]).to.deep.equal([
      "document(read,markdown-to-html,minify)",
      "document(read,markdown-to-paper,fold)",
    ]);
  });

  it("show where a pass of each IR could go", () => {
    const places = (one: PassDefinition<object>): string => {
      const builder = builderOf(() => undefined);
      const why = (declaration: PassDeclaration, anchor: string, name?: string) =>
        builder.whyNotOn(declaration, anchor, name);
      builder.forContributor({ kind: "plugin", name: "plugin" }).addPass(one);
      return legalPlaces(builder.input(), one.declaration, undefined, why)
        .ranges.map(({ after = "start", before = "end" }) => `${after}..${before}`)
        .join();
    };
    expect(places(pass("a", html))).to.equal("markdown-to-html..end");
    expect(places(pass("a", markdown))).to.equal("start..markdown-to-html");
    expect(places(pass("a"))).to.equal("start..end");
    expect(places(conversion(html, paper))).to.equal("minify..end");
    expect(places(conversion(html, html))).to.equal("markdown-to-html..end");
  });
});
