import { expect } from "chai";
import { assemble, defineGraphFramework, definePass, definePlugin, ordersByName } from "@passwright/sdk";
import type { AssembleOptions, OpPassManager, Plugin } from "@passwright/sdk";
import { lemon, menu, samovar, sugar, sweeten, tidy } from "../tea.ts";
import type { Line } from "../tea.ts";

/** Plugin that adds lemon at the position where `sugar` adds sugar. */
const sour = definePlugin({ name: "sour", passes: [lemon], insert: [{ pass: "lemon", before: "pour" }] });

const plugins = [sugar, sour] as const;

function problems(options: AssembleOptions<typeof samovar>): string {
  const assembly = assemble(samovar, options);
  return assembly.diagnostics.map((one) => assembly.render(one)).join("\n");
}

const TEXT = `error[PWL0412]: the order of two steps depends only on the names of their contributors: \`sour::lemon\`, \`sugar::sweeten\`
   = renaming a package changes this order
help: add a rule: \`{ pass: lemon, before: sweeten, strong: true, reason: … }\`, or \`{ pass: sweeten, before: lemon, strong: true, reason: … }\`
help: or declare that the order does not matter: \`independent: [{ steps: [sour::lemon, sugar::sweeten], reason: … }]\``;

describe("an order that only names decide", () => {
  it("is reported by the assembly, and accepted", () => {
    const assembly = assemble(samovar, { plugins });
    expect(assembly.diagnostics).to.deep.equal([]);
    expect(ordersByName(assembly).map((one) => assembly.render(one))).to.deep.equal([TEXT.replace("error", "remark")]);
  });

  it("is reported with the addresses of steps whose pass occurs several times", () => {
    const scoped = definePlugin({ name: "@sour/more", passes: [], insert: [{ pass: "sweeten", before: "pour" }] });
    const assembly = assemble(samovar, { plugins: [sugar, scoped] });
    expect(ordersByName(assembly).flatMap(({ help }) => help)).to.deep.equal([
      'add a rule: `{ pass: "@sour/more::sweeten", before: sugar::sweeten, strong: true, reason: … }`, or `{ pass: sugar::sweeten, before: "@sour/more::sweeten", strong: true, reason: … }`',
      'or declare that the order does not matter: `independent: [{ steps: ["@sour/more::sweeten", sugar::sweeten], reason: … }]`',
    ]);
  });

  it("is an error if the owner of the pipeline sets `strict`", () => {
    expect(problems({ plugins, strict: ["order-by-name"] })).to.equal(TEXT);
  });

  it("is not reported if a rule orders the steps, or the owner declares them independent", () => {
    const strict = ["order-by-name"] as const;
    const reason = "both only add";
    expect(problems({ plugins, strict, rules: [{ pass: "lemon", after: "sweeten", strong: true, reason }] })).to.equal(
      "",
    );
    for (const steps of [
      ["lemon", "sweeten"],
      ["sugar::sweeten", "lemon"],
      ["pour", "sweeten", "lemon"],
    ])
      expect(problems({ plugins, strict, independent: [{ steps, reason }] })).to.equal("");
    expect(problems({ plugins, strict, independent: [{ steps: ["lemon", "pour"], reason }] })).to.contain("PWL0412");
  });

  it("requires two or more different steps in `independent`", () => {
    const found = (steps: readonly unknown[]): string =>
      problems({ plugins, independent: [{ steps: steps as string[], reason: "r" }] }).split("\n", 1)[0] ?? "";
    const text = "error[PWL0013]: `independent[0].steps` must be two or more different steps, not";
    expect(found(["sweeten"])).to.equal(`${text} ["sweeten"]`);
    expect(found([])).to.equal(`${text} []`);
    expect(found(["sweeten", "sweeten"])).to.equal(`${text} ["sweeten","sweeten"]`);
    expect(found(["sweeten", 5])).to.contain("`independent[0].steps[1]` must be a string");
  });

  it("reports names in `independent` that nothing has", () => {
    const reason = "both only add";
    expect(problems({ plugins, independent: [{ steps: ["sour::lemon", "sweten", "tidy"], reason }] })).to.equal(
      `warning[PWL0415]: \`independent\` contains \`sweten\`, but no step, pass or pipeline of a graph has this name
help: did you mean \`sweeten\`?`,
    );
    expect(problems({ plugins, independent: [{ steps: ["sugar::lemon", "zzz"], reason }] })).to.equal(
      `warning[PWL0415]: \`independent\` contains \`sugar::lemon\`, but no step, pass or pipeline of a graph has this name
help: did you mean \`sour::lemon\`?
warning[PWL0415]: \`independent\` contains \`zzz\`, but no step, pass or pipeline of a graph has this name
help: correct the name, or remove the entry`,
    );
    const serve = { name: "serve", summary: "tidies", build: (manager: OpPassManager<Line>) => manager.addPass(tidy) };
    const named = definePlugin({ name: "named", pipelines: [serve] });
    expect(problems({ plugins: [sugar, named], independent: [{ steps: ["serve", "tidy"], reason }] })).to.equal(
      `warning[PWL0415]: \`independent\` contains \`serve\`, but no step, pass or pipeline of a graph has this name
help: write the names of the passes of \`serve\``,
    );
  });

  it("is reported for steps of a pipeline of a graph, and for its pipelines", () => {
    const framework = defineGraphFramework({
      name: "course",
      ir: menu,
      anchor: "menu",
      graph(graph) {
        const first = graph.makeBuilder();
        first.addPass(tidy);
        graph.registerPipeline("first", {}, first);
        graph.registerPipeline("last", { predecessors: ["first"] });
      },
    });
    const guest = (name: string, edges: object): Plugin => {
      const greet = definePass({ name: `greet-${name}`, anchor: "menu", runOnOperation: (_line: Line) => {} });
      return definePlugin({
        name,
        passes: [greet],
        setup(_builder, { graph }) {
          graph?.pipeline("first")?.addBefore("tidy", `greet-${name}`);
          graph?.registerPipeline(`of-${name}`, edges, (manager) => void manager.addPass(greet.create() as never));
        },
      }) as never;
    };
    const told = (one: object, other: object, more: object = {}): string => {
      const plugins = [guest("ann", one), guest("bob", other)];
      const assembly = assemble(framework as never, { plugins, strict: ["order-by-name"], ...more } as never);
      return assembly.diagnostics.map((diagnostic) => assembly.render(diagnostic)).join("\n");
    };
    const steps = `error[PWL0412]: the order of two steps of pipeline \`first\` depends only on the names of their contributors: \`ann::greet-ann\`, \`bob::greet-bob\`
   = renaming a package changes this order
help: add an override: \`{ order: greet-ann, before: greet-bob, reason: … }\`, or \`{ order: greet-bob, before: greet-ann, reason: … }\`
help: or declare that the order does not matter: \`independent: [{ steps: [ann::greet-ann, bob::greet-bob], reason: … }]\``;
    const pipelines = `error[PWL0412]: the order of two pipelines depends only on their names: \`of-ann\`, \`of-bob\`
help: add \`of-ann\` to \`predecessors\` or \`successors\` of \`of-bob\`
help: or declare that the order does not matter: \`independent: [{ steps: [of-ann, of-bob], reason: … }]\``;
    const after = { predecessors: ["first"] };
    expect(told(after, after)).to.equal(`${pipelines}\n${steps}`);
    expect(told({ ...after, successors: ["last"] }, { predecessors: ["last"] })).to.equal(steps);
    const order = { order: "greet-bob", before: "greet-ann", reason: "bob is older" };
    expect(told(after, { predecessors: ["of-ann"] }, { overrides: [order] })).to.equal("");
    const independent = [
      { steps: ["of-ann", "of-bob"], reason: "both only greet" },
      { steps: ["greet-ann", "greet-bob"], reason: "both only greet" },
    ];
    expect(told(after, after, { independent })).to.equal("");
    const wrong = [{ steps: ["of-ann", "of-bobb", "greet-an"], reason: "both only greet" }];
    const found = told(after, after, { independent: wrong, strict: [] });
    expect(found).to.contain("warning[PWL0415]: `independent` contains `of-bobb`").and.to.contain("mean `of-bob`?");
    expect(found).to.contain("contains `greet-an`").and.to.contain("mean `greet-ann`?").and.not.to.contain("`of-ann`");
  });

  it("is reported for sets of steps if there are many pairs", () => {
    const many = Array.from({ length: 6 }, (_, index) =>
      definePlugin({
        name: `sugar-${index}`,
        insert: [{ pass: "sweeten", before: "pour", options: { spoons: index } }],
      }),
    );
    const found = problems({
      plugins: [definePlugin({ name: "bowl", passes: [sweeten] }), ...many],
      strict: ["order-by-name"],
    });
    expect(found.match(/PWL0412/g)).to.have.length(1);
    expect(found).to.contain(
      "the order of 6 steps depends only on the names of their contributors: `sugar-0::sweeten`, `sugar-1::sweeten`",
    );
  });
});

describe("the order of a list of insertions", () => {
  it("is the order of the steps, also of passes next to bundles", () => {
    const bowl = definePlugin({ name: "bowl", passes: [lemon, sweeten, tidy] });
    const [mix, tea] = [
      { bundle: "mix", end: true },
      { pass: "sweeten", end: true },
    ] as const;
    const pipeline = (insert: NonNullable<AssembleOptions<typeof samovar>["insert"]>): string => {
      const { plan } = assemble(samovar, { bundles: { mix: ["lemon", "tidy"] }, plugins: [bowl], insert });
      return plan?.steps.flatMap(({ kind, pass }) => (kind === "pass" ? pass : [])).join() ?? "";
    };
    const [first, second] = [pipeline([mix, tea]), pipeline([tea, mix])];
    expect([first, second]).to.deep.equal(["boil,pour,tidy,lemon,tidy,sweeten", "boil,pour,tidy,sweeten,lemon,tidy"]);
  });
});
