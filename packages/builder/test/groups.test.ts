import { expect } from "chai";
import { defineGroup, definePass, OpPassManager, printPipeline, renderDiagnostic } from "@passwright/core";
import type { GroupDefinition, PassDeclaration, PassDefinition } from "@passwright/core";
import {
  legalPlaces,
  PassCatalogue,
  PassManagerBuilder,
  printPlan,
  PropertyChecker,
  toPassManager,
} from "@passwright/builder";
import type { BuilderOptions, Properties, Resolution } from "@passwright/builder";

type Build = (builder: PassManagerBuilder) => void;

const REFUSING = defineGroup({ name: "host", splits: "refuse", run: () => {} });
const REPORTING = defineGroup({ name: "host", splits: "report", run: () => {} });

interface Pipeline {
  readonly group?: GroupDefinition<object>;
  readonly framework: Build;
  readonly plugins?: { readonly [name: string]: Build };
  /** Declarations of passes, by name. Passes whose names begin with `m` are members of a group. */
  readonly passes?: { readonly [name: string]: Omit<PassDeclaration, "name" | "group" | "worksOn" | "ir"> };
  readonly settings?: BuilderOptions<object>;
}

function open({ group = REFUSING, passes = {}, settings = {} }: Pipeline): PassManagerBuilder {
  const catalogue = new PassCatalogue();
  catalogue.addGroup(group, { name: "frame" });
  const members = ["m", "m1", "m2", "m3", "m4", "n1", "n2"];
  for (const name of new Set([...members, ...Object.keys(passes)])) {
    const own = passes[name] ?? {};
    const definition = name.startsWith("m")
      ? definePass({ ...own, name, group, member: name })
      : definePass({ ...own, name, runOnOperation() {} });
    catalogue.add({
      declaration: definition.declaration,
      owner: { name: "test" },
      definition: definition as PassDefinition<object>,
    });
  }
  return new PassManagerBuilder("root", { framework: { name: "frame" }, catalogue, ...settings });
}

function resolved(pipeline: Pipeline): Resolution & { readonly builder: PassManagerBuilder } {
  const builder = open(pipeline);
  pipeline.framework(builder);
  for (const [name, build] of Object.entries(pipeline.plugins ?? {}))
    build(builder.forContributor({ kind: "plugin", name }));
  return { ...builder.resolve(), builder };
}

/** Returns the plan as text or its errors, followed by other diagnostics. */
function show(pipeline: Pipeline): string {
  const { plan, diagnostics } = resolved(pipeline);
  return [...(plan === undefined ? [] : [printPlan(plan)]), ...diagnostics.map((one) => renderDiagnostic(one))].join(
    "\n",
  );
}

const add =
  (...names: readonly string[]): Build =>
  (builder) => {
    for (const name of names) builder.addPass(name);
  };

describe("groups in plans", () => {
  it("are made of members in a row, however the framework adds them", () => {
    expect(show({ framework: add("m1", "m2", "f", "m3") })).to.equal("root(group<host>(m1,m2),f,group<host>(m3))");
  });

  it("stay separate if the framework opens several", () => {
    expect(
      show({
        framework(builder) {
          add("m1", "m2")(builder.group(REFUSING));
          add("m3")(builder.group("host"));
          add("m4")(builder);
        },
      }),
    ).to.equal("root(group<host>(m1,m2),group<host>(m3,m4))");
    const text = "root(group<host>(m1),group<host>(m2,m3),f)";
    const catalogue = new PassCatalogue();
    catalogue.addGroup(REFUSING, { name: "frame" });
    for (const name of ["m1", "m2", "m3"]) {
      const definition = definePass({ name, group: REFUSING, member: name });
      catalogue.add({ declaration: definition.declaration, owner: { name: "test" }, definition });
    }
    const { plan } = new PassManagerBuilder(text, { catalogue }).resolve();
    expect(plan && printPlan(plan)).to.equal(text);
  });

  it("become groups of managers, with the framework's definition", () => {
    const { plan, builder } = resolved({ framework: add("m1", "m2", "m3") });
    if (plan === undefined) throw new Error("there is no plan");
    const manager = new OpPassManager("root");
    const catalogue = new PassCatalogue();
    catalogue.addGroup({ name: "host", splits: "refuse" }, { name: "manifest" });
    catalogue.addGroup(REFUSING, { name: "frame" });
    for (const name of ["m1", "m2", "m3"]) {
      const definition = definePass({ name, group: REFUSING, member: name });
      catalogue.add({ declaration: definition.declaration, owner: { name: "test" }, definition });
    }
    expect(toPassManager(plan, catalogue, manager)).to.deep.equal([]);
    expect(printPipeline(manager)).to.equal("root(group<host>(m1,m2,m3))");
    const [element] = manager.elements;
    expect(element?.kind === "nested" && element.manager.group).to.equal(REFUSING);
    const over = new PassManagerBuilder(manager);
    over
      .forContributor({ kind: "plugin", name: "p" })
      .addAfter("m2", definePass({ name: "m4", group: REFUSING, member: 4 }));
    const { plan: extended, diagnostics } = over.resolve();
    expect(diagnostics).to.deep.equal([]);
    expect(extended && printPlan(extended)).to.equal("root(group<host>(m1,m2,m4,m3))");
    void builder;
  });

  it("are refused if two contributors define different ones with the same name, in any order", () => {
    const own = defineGroup({ name: "host", splits: "refuse", run: () => {} });
    const member = definePass({ name: "m", group: own, member: "m" });
    for (const isLate of [false, true]) {
      const catalogue = new PassCatalogue();
      const frame = (): void => catalogue.addGroup(REFUSING, { name: "frame", version: "1.0.0" });
      if (!isLate) frame();
      catalogue.add({
        declaration: member.declaration,
        owner: { name: "cards", version: "2.1.0" },
        definition: member,
      });
      if (isLate) frame();
      const builder = new PassManagerBuilder("root", { framework: { name: "frame" }, catalogue });
      builder.addPass("m");
      expect(builder.resolve().diagnostics.map((one) => renderDiagnostic(one))).to.deep.equal([
        "error[PWB0001]: `host` is the name of two different groups\n" +
          "   = defined by cards 2.1.0, for pass `m`\n" +
          "   = defined by frame 1.0.0\n" +
          "help: remove one of the packages\n" +
          "help: if one package is installed twice, run `npm dedupe`",
      ]);
    }
    const catalogue = new PassCatalogue();
    for (const group of [REFUSING, REFUSING, REPORTING]) catalogue.addGroup(group, { name: "frame" });
    expect(catalogue.clashes.map(({ message }) => message)).to.deep.equal([
      "`host` is the name of two different groups",
    ]);
  });

  it("take members in the middle, and at the edges, by names, types and extension points", () => {
    const framework: Build = (builder) => {
      add("f1", "m1")(builder);
      builder.addExtensionPoint("middle");
      builder.addPass("m2", { types: ["Cleanup"] });
      builder.addExtensionPoint("end");
      builder.addPass("f2");
    };
    const insert = (build: Build): string => show({ framework, plugins: { p: build } });
    expect(insert((builder) => builder.addAfter("m1", "m"))).to.equal("root(f1,group<host>(m1,m,m2),f2)");
    expect(insert((builder) => builder.addBefore("m1", "m"))).to.equal("root(f1,group<host>(m,m1,m2),f2)");
    expect(insert((builder) => builder.addAfter("f1", "m"))).to.equal("root(f1,group<host>(m,m1,m2),f2)");
    expect(insert((builder) => builder.addBefore("f2", "m"))).to.equal("root(f1,group<host>(m1,m2,m),f2)");
    expect(insert((builder) => builder.addAt("middle", "m"))).to.equal("root(f1,group<host>(m1,m,m2),f2)");
    expect(insert((builder) => builder.addAt("end", "m"))).to.equal("root(f1,group<host>(m1,m2,m),f2)");
    expect(insert((builder) => builder.addBeforeType("Cleanup", "m"))).to.equal("root(f1,group<host>(m1,m,m2),f2)");
    expect(insert((builder) => builder.addBeforeType("Cleanup", "x"))).to.equal("root(f1,x,group<host>(m1,m2),f2)");
    expect(insert((builder) => builder.addAfterType("Cleanup", "x"))).to.equal("root(f1,group<host>(m1,m2),x,f2)");
    expect(insert((builder) => builder.addAt("end", "x"))).to.equal("root(f1,group<host>(m1,m2),x,f2)");
  });

  it("refuse other steps between the framework's members at once, with the nearest positions", () => {
    let answer: string = "";
    show({
      framework: add("f1", "m1", "m2", "f2"),
      plugins: {
        p(builder) {
          const insertion = builder.addAfter("m1", "x");
          answer = insertion.ok ? insertion.step : renderDiagnostic(insertion.diagnostic);
        },
      },
    });
    expect(answer.replace(/ --> .*/, " --> here")).to.equal(`error[PWB0107]: \`x\` would split group \`host\`
  --> here
   = requested: \`x\` after \`m1\`
   = the position after \`m1\` is inside this group, but \`x\` runs on 'root'
help: place \`x\` before \`m1\` or after \`m2\``);
  });

  it("keep contributed members together, with other steps outside", () => {
    const plugins = { a: add("m1"), b: add("x"), c: add("m2"), d: add("y") };
    expect(show({ framework: add("f"), plugins })).to.equal("root(f,group<host>(m1,m2),x,y)");
    expect(show({ framework: add("f", "m3"), plugins: { a: add("x"), b: add("m1") } })).to.equal(
      "root(f,group<host>(m3,m1),x)",
    );
    const beforeM3: Build = (builder) => builder.addBefore("m3", "x");
    const memberToo: Build = (builder) => builder.addBefore("m3", "m1");
    expect(show({ framework: add("f", "m3"), plugins: { a: memberToo, b: beforeM3 } })).to.equal(
      "root(f,x,group<host>(m1,m3))",
    );
    const atPoint =
      (name: string): Build =>
      (builder) =>
        builder.addAt("end", name);
    const framework: Build = (builder) => void builder.addExtensionPoint("end");
    expect(
      show({ framework, plugins: { a: atPoint("m1"), b: atPoint("x"), c: atPoint("m2"), d: atPoint("m3") } }),
    ).to.equal("root(group<host>(m1,m2,m3),x)");
  });

  it("order members by rules, and hold rules with other steps against all of them", () => {
    const rules: Build = (builder) => {
      builder.rule("m1").strong.after("m2", { reason: "m1 reads" });
      builder.rule("x").strong.before("m1", { reason: "x first" });
    };
    expect(show({ framework: add("f"), plugins: { a: add("m1"), b: add("x"), c: add("m2"), d: rules } })).to.equal(
      "root(f,x,group<host>(m2,m1))",
    );
  });

  it("refuse demands that separate their members, with the steps and reasons", () => {
    const rules: Build = (builder) => {
      builder.rule("x").strong.after("m1", { reason: "x reads m1" });
      builder.rule("x").strong.before("m2", { reason: "m2 reads x" });
    };
    const plugins = { a: add("m1"), b: add("x"), c: add("m2"), d: rules };
    expect(show({ framework: add("f"), plugins })).to.equal(`error[PWB0420]: \`b::x\` would split group \`host\`
  --> plugin b, step b::x
   = position of \`b::x\`: at the end (plugin b)
   = position of \`a::m1\`: at the end (plugin a)
   = position of \`c::m2\`: at the end (plugin c)
   = rule: \`x\` must be after \`m1\`: "x reads m1" (plugin d)
   = rule: \`x\` must be before \`m2\`: "m2 reads x" (plugin d)
   = \`group<host>\` runs all its members in one traversal, so splitting the group would change the result
   = the pipeline resolves if one of these contributors is removed: \`a\`, \`b\`, \`c\`, \`d\`
help: change these rules, so that \`x\` can run before \`a::m1\` or after \`c::m2\``);
    expect(show({ group: REPORTING, framework: add("f"), plugins })).to.match(
      /^root\(f,group<host>\(m1\),x,group<host>\(m2\)\)\nwarning\[PWB0420\]: `b::x` splits group `host`\n/,
    );
    expect(
      show({ group: REPORTING, framework: add("m1", "m2"), plugins: { p: (builder) => builder.addAfter("m1", "x") } }),
    ).to.match(/^root\(group<host>\(m1\),x,group<host>\(m2\)\)\nwarning\[PWB0420\]/);
  });

  it("drop weak rules that would split them", () => {
    const rules: Build = (builder) => {
      builder.rule("x").strong.after("m1", { reason: "x reads m1" });
      builder.rule("x").weak.before("m2", { reason: "x is fast there" });
    };
    expect(show({ framework: add("f"), plugins: { a: add("m1"), b: add("x"), c: add("m2"), d: rules } })).to.match(
      /^root\(f,group<host>\(m1,m2\),x\)\nwarning\[PWB0202\]/,
    );
  });

  it("follow edits: a replaced member splits, a removed step joins", () => {
    const framework: Build = (builder) => {
      add("m1")(builder);
      builder.addPass("f", { removable: true });
      add("m2", "m3")(builder);
    };
    expect(show({ framework, plugins: { p: (builder) => builder.remove("f") } })).to.equal(
      "root(group<host>(m1,m2,m3))",
    );
    expect(show({ framework, plugins: { p: (builder) => builder.replace("f", "m4") } })).to.equal(
      "root(group<host>(m1,m4,m2,m3))",
    );
    expect(
      show({ framework: add("m1", "m2", "m3"), plugins: { p: (builder) => builder.replace("m2", "x") } }),
    ).to.contain("PWB0107");
  });

  it("are only those that the framework declares, on operations where they run", () => {
    const other = defineGroup({ name: "other", splits: "refuse", run: () => {} });
    expect(
      show({
        framework: (builder) => builder.addPass(definePass({ name: "o", group: other, member: 0 })),
      }),
    ).to.equal(`error[PWB0421]: \`o\` is a member of group \`other\`, which the framework does not declare
  --> framework frame, step o
   = position of \`o\`: base pipeline (framework frame)
   = groups of the framework: \`host\`
help: add \`other\` to the \`groups\` of the framework, or remove \`o\``);
    const nested: Pipeline = { framework: (builder) => builder.nest("path").addPass("m1") };
    expect(show(nested)).to.equal(`error[PWB0422]: group \`host\` cannot run on 'path'
  --> framework frame, step m1
   = position of \`m1\`: base pipeline (framework frame)
   = operations that the group runs on: \`root\`
help: place \`m1\` in a manager on 'root', or add 'path' to the \`anchors\` of the group`);
    const anywhere = defineGroup({ name: "host", splits: "refuse", anchors: ["path"], run: () => {} });
    expect(show({ ...nested, group: anywhere })).to.equal("root(path(group<host>(m1)))");
    const passes = { m1: { anchor: "path" }, m2: { anchor: "path" } };
    expect(show({ group: anywhere, passes, framework: add("m1", "m2") })).to.equal("root(path(group<host>(m1,m2)))");
  });

  it("are dropped if they are empty, which the plan reports", () => {
    const { plan } = resolved({
      framework(builder) {
        builder.group("host").addExtensionPoint("inside");
        builder.addPass("f");
      },
    });
    expect(plan && printPlan(plan)).to.equal("root(f)");
    expect(plan?.leftOut).to.deep.equal([
      { address: "group<host>", pass: "group<host>", because: "dropped: the group has no members" },
    ]);
  });

  it("show legal positions of other steps", () => {
    const { builder } = resolved({ framework: add("f", "m1", "m2") });
    const places = legalPlaces(builder.input(), { name: "x" });
    expect(places.ranges.map(({ after, before }) => `${after ?? ""} < ${before ?? ""}`)).to.deep.equal([
      " < m1",
      "m2 < ",
    ]);
    const contributed = resolved({ framework: add("f"), plugins: { a: add("m1"), c: add("m2") } }).builder;
    const free = legalPlaces(contributed.input(), { name: "x" });
    expect(free.ranges.map(({ after, before }) => `${after ?? ""} < ${before ?? ""}`)).to.deep.equal([
      " < a::m1",
      "c::m2 < ",
    ]);
    const member = legalPlaces(contributed.input(), { name: "m3", group: "host" });
    expect(member.ranges).to.have.length(1);
  });
});

describe("properties in groups", () => {
  const properties: Properties = { clean: { kind: "fragile" }, flat: { kind: "structural" } };

  it("hold after the group, not for fellow members", () => {
    const passes = { m1: { provides: ["flat"] }, m2: { requires: ["flat"] }, x: { requires: ["flat"] } };
    const settings = { properties };
    expect(show({ passes, settings, framework: add("m1", "x") })).to.equal("root(group<host>(m1),x)");
    expect(show({ passes, settings, framework: add("m1", "m2") })).to
      .equal(`error[PWB0501]: \`m2\` requires property \`flat\`, which does not hold at its position
  --> framework frame, step m2
   = position of \`m2\`: base pipeline (framework frame)
   = \`flat\` does not hold at the beginning, and no earlier step provides it
   = \`flat\` holds from \`group<host>\` to the end
   = \`m1\` provides \`flat\` in the same group, so \`flat\` holds only after the group
help: place \`m2\` in the range from \`group<host>\` to the end`);
    const visible = defineGroup({ name: "host", splits: "refuse", visibleWithin: true, run: () => {} });
    expect(show({ passes, settings, group: visible, framework: add("m1", "m2") })).to.equal("root(group<host>(m1,m2))");
    expect(show({ passes, settings, group: visible, framework: add("m2", "m1") })).to.contain("PWB0501");
  });

  it("are preserved by all members or by none", () => {
    const passes = {
      a: { provides: ["clean"] },
      m1: { preserves: ["clean"] },
      m2: { preserves: ["clean"] },
      m3: {},
      x: { requires: ["clean"] },
    };
    const settings = { properties };
    expect(show({ passes, settings, framework: add("a", "m1", "m2", "x") })).to.equal("root(a,group<host>(m1,m2),x)");
    expect(show({ passes, settings, framework: add("a", "m1", "m3", "x") })).to.contain(
      "`clean` is lost at `group<host>`",
    );
    const both = { ...passes, m1: { provides: ["clean"] } };
    expect(show({ passes: both, settings, framework: add("m1", "m2", "x") })).to.equal("root(group<host>(m1,m2),x)");
    expect(show({ passes: both, settings, framework: add("m3", "m1", "x") })).to.contain("PWB0501");
  });

  it("are looked at after the group by a PropertyChecker, which takes the members together", () => {
    const catalogue = new PassCatalogue();
    const declared = [{ name: "m1", provides: ["flat"] }, { name: "m2", preserves: ["clean"] }, { name: "m3" }];
    for (const declaration of declared) catalogue.add({ declaration, owner: { name: "test" } });
    const liesAfter = (...names: readonly string[]): readonly string[] => {
      const state = { clean: true, flat: false };
      const check = (name: keyof typeof state) => () => (state[name] ? undefined : `it is not ${name}`);
      const checks = { clean: check("clean"), flat: check("flat") };
      const nameOf = () => ({ text: "root" });
      const checker = new PropertyChecker({ nameOf } as never, catalogue, properties, checks);
      const passes = names.map((name) => ({ declaration: { name } }));
      const group = { argument: `group<host>(${names.join()})`, isAdaptor: false, passes } as never;
      checker.beforePass(group, {});
      state.clean = false;
      checker.afterPass(group, {});
      return checker.diagnostics.map(({ message }) => message);
    };
    expect(liesAfter("m1", "m3")).to.deep.equal([
      "`group<host>(m1,m3)` declares that it provides property `flat`, but `flat` does not hold after the pass",
    ]);
    expect(liesAfter("m2")).to.deep.equal([
      "`group<host>(m2)` declares that it preserves property `clean`, but `clean` does not hold after the pass",
    ]);
    expect(liesAfter("m2", "m3")).to.deep.equal([]);
  });

  it("get their cleanups before the group", () => {
    const passes = {
      tidy: { provides: ["clean"], types: ["Cleanup"] },
      m1: {},
      m2: { requires: ["clean"] },
      m3: {},
    };
    const settings = { properties, cleanups: ["tidy"] };
    expect(show({ passes, settings, framework: add("f", "m1", "m2", "m3") })).to.equal(
      "root(f,tidy,group<host>(m1,m2,m3))",
    );
    const visible = defineGroup({ name: "host", splits: "refuse", visibleWithin: true, run: () => {} });
    expect(show({ passes, settings, group: visible, framework: add("f", "m1", "m2") })).to.contain("PWB0501");
  });

  it("are guarded against all members of a group that an end is in", () => {
    const passes = { m1: { preserves: ["clean"] }, m2: { preserves: ["clean"] }, m3: {}, f: {} };
    const settings = { properties: { clean: { kind: "structural" } } as const };
    const guarded =
      (from: string, to: string, ...names: readonly string[]): Build =>
      (builder) => {
        add(...names)(builder);
        builder.guard("clean", { from, to, reason: "the host needs it" });
      };
    const run = (framework: Build): string => show({ passes, settings, framework });
    expect(run(guarded("m1", "f", "m1", "m2", "f"))).to.equal("root(group<host>(m1,m2),f)");
    expect(run(guarded("m1", "f", "m3", "m1", "f"))).to.contain("`m3` might invalidate ");
    expect(run(guarded("m1", "m2", "m1", "m2", "m3"))).to.contain("`m3` might invalidate ");
    expect(run(guarded("m1", "m2", "m1", "m2"))).to.equal("root(group<host>(m1,m2))");
  });
});
