import { expect } from "chai";
import { assemble, defineFramework, defineGroup, definePass, definePlugin, defineValue } from "@passwright/sdk";
import type { AssembleOptions } from "@passwright/sdk";
import { LATE, tryOrders } from "@passwright/runner";
import type { OrderOptions, OrderReport } from "@passwright/runner";
import { planted } from "./planted-orders.ts";
import type { PlantedNode } from "./planted-orders.ts";

type Bodies = { readonly [pass: string]: (node: PlantedNode) => void };

const input = { file: "input", content: '{"name":"root","values":{"a":"1"},"children":[]}' };

/** Tries the orders of a framework whose steps are these functions. */
function tryBodies(
  bodies: Bodies,
  options: OrderOptions = {},
  more: AssembleOptions<never> = {},
): Promise<OrderReport> {
  const passes = Object.entries(bodies).map(([name, body]) =>
    definePass({ name, anchor: "root", runOnOperation: (node: PlantedNode) => body(node) }),
  );
  const framework = defineFramework({
    name: "steps",
    ir: planted,
    pipeline(builder) {
      for (const pass of passes) builder.addPass(pass);
    },
  });
  const assembly = assemble(framework, more as never);
  return tryOrders(assembly as never, [input], { framework: true, ...options });
}

const set =
  (key: string, value: (values: PlantedNode["values"]) => string) =>
  ({ values }: PlantedNode): void => {
    values[key] = value(values);
  };

/** Tries the orders of the members of a group, and returns the results of the pairs. */
async function resultsInGroup(bodies: Bodies): Promise<readonly string[]> {
  const group = defineGroup<PlantedNode, (node: PlantedNode) => void>({
    name: "together",
    splits: "refuse",
    run(members, root) {
      for (const { member } of members) member(root);
    },
  });
  const framework = defineFramework({
    name: "grouped",
    ir: planted,
    groups: [group as never],
    pipeline(builder) {
      for (const [name, member] of Object.entries(bodies))
        builder.addPass(definePass({ name, group, member } as never) as never);
    },
  });
  const { pairs } = await tryOrders(assemble(framework) as never, [input], { framework: true });
  return pairs.map(({ first, second, result }) => `${first} ${second}: ${result}`);
}

describe("order experiments", () => {
  it("report the reduced input of a conflict, both outputs, the order, and the rule that keeps the present one", async () => {
    const double = set("a", ({ a }) => String(Number(a) * 2));
    const increase = set("a", ({ a }) => String(Number(a) + 1));
    const { pairs } = await tryBodies({ double, increase });
    expect(pairs).to.deep.equal([
      {
        first: "double",
        second: "increase",
        result: "conflict",
        inputs: { conflict: 1 },
        example: {
          file: "input",
          input: input.content,
          reduced: '{"name":"root","values":{"a":""},"children":[]}',
          order: ["double", "increase"],
          output: { ok: true, text: '{"name":"root","values":{"a":"1"},"children":[]}' },
          exchanged: { ok: true, text: '{"name":"root","values":{"a":"2"},"children":[]}' },
          confirmed: "same process",
        },
        rule: { pass: "double", strong: true, before: "increase", reason: "the output depends on this order" },
      },
    ]);
  });

  it("distinguish steps that commute, do nothing, differ only in normalized output, or fail", async () => {
    const bodies = {
      b: set("b", () => "done"),
      c: set("c", () => "done"),
      idle: () => {},
      fragile: ({ values }: PlantedNode) => {
        if (values["b"] === undefined) throw new Error("b is missing");
      },
    };
    const { pairs } = await tryBodies(bodies);
    expect(Object.fromEntries(pairs.map(({ first, second, result }) => [`${first} ${second}`, result]))).to.deep.equal({
      "b c": "cosmetic",
      "b idle": "not exercised",
      "b fragile": "fails in one order",
      "c idle": "not exercised",
      "c fragile": "not exercised",
      "idle fragile": "not exercised",
    });
  });

  it("suggest a rule for one step of a pass that several steps run", async () => {
    const append = (letter: string) => set("a", ({ a }) => `${a}${letter}`);
    const insertions = { x: [{ at: "work" }, { end: true }], y: [{ at: "work" }] };
    const plugins = Object.entries(insertions).map(([name, positions]) => {
      const pass = definePass({ name, anchor: "root", runOnOperation: append(name) });
      return definePlugin({
        name: `plugin-${name}`,
        passes: [pass],
        insert: positions.map((one) => ({ pass, ...one }) as never),
      });
    });
    const framework = defineFramework({
      name: "steps",
      ir: planted,
      extensionPoints: { work: { since: "1.0", doc: "passes of plugins" } },
      pipeline(builder) {
        builder.addExtensionPoint("work");
        builder.addPass(definePass({ name: "fixed", anchor: "root", runOnOperation: append("fixed") }));
      },
    });
    const plan = (rules: readonly object[]) => assemble(framework, { plugins, rules } as never);
    const { pairs } = await tryOrders(plan([]) as never, [input]);
    const rules = pairs.flatMap(({ rule }) => rule ?? []);
    expect(rules.map(({ pass, before }) => [pass, before])).to.deep.equal([["plugin-x::x", "y"]]);
    expect(plan(rules).diagnostics).to.deep.equal([]);
  });

  it("do not pair steps that a rule orders, or that hand on a value", async () => {
    const bodies = { x: set("x", () => "1"), y: set("y", ({ x = "" }) => x) };
    const rules = [{ pass: "x", strong: true, before: "y", reason: "y copies x" }];
    expect((await tryBodies(bodies, {}, { rules } as never)).pairs).to.deep.equal([]);

    const value = defineValue<string>({ name: "text", version: 1, per: "input" });
    const framework = defineFramework({
      name: "values",
      ir: planted,
      pipeline(builder) {
        builder.addPass(
          definePass({
            name: "writer",
            anchor: "root",
            provides: { value },
            runOnOperation: (_node: PlantedNode, pass) => pass.values.set(value, "text"),
          }),
        );
        builder.addPass(
          definePass({
            name: "reader",
            anchor: "root",
            requires: { value },
            runOnOperation: (node: PlantedNode, pass) => set("read", () => pass.values.get(value))(node),
          }),
        );
      },
    });
    const report = await tryOrders(assemble(framework) as never, [input], { framework: true });
    expect([report.pairs, report.inputs]).to.deep.equal([[], [{ file: "input" }]]);
  });

  it("leave out inputs that fail, or whose output differs from run to run", async () => {
    let count = 0;
    const unstable = await tryBodies({ count: set("a", () => String(count++)), other: () => {} });
    expect(unstable.inputs).to.deep.equal([
      { file: "input", leftOut: "its output differs from run to run, first after step `count`" },
    ]);
    const failing = await tryBodies({
      fail: () => {
        throw new Error("no");
      },
      other: () => {},
    });
    expect(failing.inputs[0]?.leftOut).to.match(/^it fails: /);
  });

  it("find the exchange with which a failing input succeeds, and report the rule for that order", async () => {
    const bodies = {
      fragile: ({ values }: PlantedNode) => {
        if (values["b"] === undefined) throw new Error("b is missing");
      },
      idle: () => {},
      b: set("b", () => "done"),
    };
    const { pairs, inputs } = await tryBodies(bodies);
    expect(inputs).to.deep.equal([{ file: "input" }]);
    const rule = { pass: "b", strong: true, before: "fragile", reason: "the other order fails" };
    expect(pairs.map(({ first, second, result, rule: found }) => [first, second, result, found])).to.deep.equal([
      ["fragile", "b", "fails in one order", rule],
      ["fragile", "idle", "not tried", undefined],
      ["idle", "b", "not tried", undefined],
    ]);
  });

  it("reverse strong rules on request, and show whether they matter", async () => {
    const bodies = { x: set("x", () => "1"), y: set("y", ({ x = "" }) => x), z: set("z", () => "1") };
    const rule = (pass: string, before: string) => ({ pass, before, strong: true, reason: "on trial" });
    const rules = [rule("x", "y"), rule("x", "z")];
    const { variants } = await tryBodies(bodies, { rules: true }, { rules } as never);
    expect(variants).to.deep.equal([
      { what: "x before y", kind: "reversed rule", tried: 1, differs: ["input"] },
      { what: "x before z", kind: "reversed rule", tried: 1, differs: [] },
    ]);
  });

  it("split groups that may be split, and show whether that matters", async () => {
    const group = defineGroup<PlantedNode, (node: PlantedNode) => void>({
      name: "together",
      splits: "report",
      run(members, { values }) {
        values["runs"] = String(Number(values["runs"] ?? 0) + 1);
        for (const { member } of members) member({ values } as PlantedNode);
      },
    });
    const members = ["a", "b"].map((name) => definePass({ name, group, member: () => {} } as never));
    const framework = defineFramework({
      name: "groups",
      ir: planted,
      groups: [group as never],
      pipeline(builder) {
        for (const pass of members) builder.addPass(pass as never);
      },
    });
    const { variants } = await tryOrders(assemble(framework) as never, [input]);
    expect(variants).to.deep.equal([{ what: "b", kind: "split before", tried: 1, differs: ["input"] }]);
  });

  describe("of the members of a group", () => {
    const write = (text: string) => set("a", ({ a, b }) => (b === undefined ? (a as string) : text));
    const make = set("b", () => "made");
    const remove = ({ values }: PlantedNode): void => void delete values["b"];

    it("find members that have an effect only after an earlier member, and whose effects hide each other", async () => {
      expect(await resultsInGroup({ make, x: write("x"), y: write("y") })).to.deep.equal([
        "make x: commute",
        "make y: conflict",
        "x y: conflict",
      ]);
    });

    it("find members that have an effect only after a later member", async () => {
      expect(await resultsInGroup({ remove, make })).to.deep.equal(["remove make: conflict"]);
    });
  });

  it("report a pair as unstable if its conflict does not come out again", async () => {
    const { pairs } = await tryBodies(
      { x: set("a", () => "x"), y: set("a", () => "y") },
      {
        runFresh: async (jobs) =>
          jobs.map(() => ({ ok: true, text: '{"name":"root","values":{"a":"y"},"children":[]}' })),
      },
    );
    expect(pairs.map(({ result, example }) => [result, example])).to.deep.equal([["unstable", undefined]]);
  });

  it("show the outputs of the fresh process for a reduced input", async () => {
    const [x, y] = ["x", "y"].map((letter) => set("a", () => letter)) as [() => void, () => void];
    const { pairs } = await tryBodies(
      { x, y },
      {
        runFresh: async (jobs) =>
          jobs.map(({ input: { content }, order }) => {
            const value = content === input.content ? order.at(-1) : `fresh ${order.at(-1)}`;
            return { ok: true, text: JSON.stringify({ name: "root", values: { a: value }, children: [] }) };
          }),
      },
    );
    const outputs = [pairs[0]?.example?.output, pairs[0]?.example?.exchanged];
    expect(outputs.map((output) => output?.ok && JSON.parse(output.text).values.a)).to.deep.equal([
      "fresh y",
      "fresh x",
    ]);
  });

  it("do not call an input unstable if the fresh process reaches its time limit", async () => {
    const { pairs, inputs, notTried } = await tryBodies(
      { x: set("a", () => "x"), y: set("a", () => "y") },
      { runFresh: async (jobs) => jobs.map(() => LATE) },
    );
    expect([pairs.map(({ result }) => result), inputs, notTried]).to.deep.equal([
      ["not tried"],
      [{ file: "input" }],
      ["1 of 1 inputs"],
    ]);
  });

  it("do not call a pair unstable if the process that confirms its conflict reaches its time limit", async () => {
    let calls = 0;
    const { pairs, notTried } = await tryBodies(
      { x: set("a", () => "x"), y: set("a", () => "y") },
      {
        runFresh: async (jobs) =>
          jobs.map(() =>
            calls++ === 0 ? { ok: true, text: '{"name":"root","values":{"a":"y"},"children":[]}' } : LATE,
          ),
      },
    );
    expect([pairs, notTried]).to.deep.equal([
      [{ first: "x", second: "y", result: "not tried", inputs: { conflict: 0, "not tried": 1 } }],
      ["a second run that confirms the results of 1 of 1 pairs"],
    ]);
  });

  it("end with the budget, and report the rest", async () => {
    const { pairs, notTried } = await tryBodies(
      { x: set("a", () => "x"), y: set("a", () => "y") },
      { budget: { runs: 1 } },
    );
    expect([pairs.map(({ result }) => result), notTried]).to.deep.equal([["not tried"], ["1 of 1 inputs"]]);
  });
});
