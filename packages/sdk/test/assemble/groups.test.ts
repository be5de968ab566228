import { expect } from "chai";
import { describeDifference } from "@passwright/builder";
import {
  assemble,
  defineFramework,
  defineGraphFramework,
  defineGroup,
  defineIr,
  definePass,
  definePlugin,
  diff,
  lockOf,
} from "@passwright/sdk";
import type { Assembly, PassManagerBuilder, PipelineGraph } from "@passwright/sdk";

interface Node {
  readonly name: string;
  readonly inner: Node[];
  log: string[];
}

const tree = defineIr({
  name: "tree",
  root: "root",
  nameOf: (node: Node) => node.name,
  childrenOf: "inner",
  print: (root: object) => (root as Node).log.join(" "),
});

const host = defineGroup<Node, string>({
  name: "host",
  splits: "refuse",
  anchors: ["root", "leaf"],
  run: (members, root) => void root.log.push(`[${members.map(({ member }) => member).join(" ")}]`),
});

const member = (name: string) => definePass({ name, group: host, member: name });
const plain = (name: string) => definePass({ name, runOnOperation: (node: Node) => void node.log.push(name) });

type Fill = (builder: PassManagerBuilder<Node>) => void;

function pipeline(fill: Fill, plugins: readonly object[] = []): Assembly<never> {
  const framework = defineFramework({ name: "frame", ir: tree, groups: [host], pipeline: fill as never } as never);
  return assemble(framework, { plugins } as never) as never;
}

const adding =
  (...names: readonly string[]): Fill =>
  (builder) => {
    for (const name of names) builder.addPass((name.startsWith("m") ? member(name) : plain(name)) as never);
  };

const plugin = (name: string, pass: string, position: object) =>
  definePlugin({
    name,
    passes: [pass.startsWith("m") ? member(pass) : plain(pass)] as never,
    insert: [{ pass, ...position } as never],
  });

function run(assembly: Assembly<never>): string {
  const root = { name: "root", inner: [], log: [] };
  const { ok, diagnostics } = assembly.run(root as never);
  return ok ? assembly.print(root as never) : diagnostics.map((one) => assembly.render(one)).join("\n");
}

describe("groups in assemblies", () => {
  it("are reported as one difference if they are split or joined, and equal their own lock", () => {
    const apart = pipeline((builder) => {
      adding("m1")(builder.group(host) as never);
      adding("m2")(builder.group(host) as never);
    });
    const joined = pipeline(adding("m1", "m2"));
    expect([run(apart), run(joined)]).to.deep.equal(["[m1] [m2]", "[m1 m2]"]);
    expect(diff(joined, apart)).to.deep.equal([
      "root(group<host>(m1,m2)) is now root(group<host>(m1),group<host>(m2))",
    ]);
    const lock = JSON.parse(JSON.stringify(lockOf(apart))) as { readonly plan: never; readonly pipeline: string };
    expect(lock.pipeline).to.equal("root(group<host>(m1),group<host>(m2))");
    expect(describeDifference(lock.plan, apart.plan as never)).to.deep.equal([]);
    expect(describeDifference(lock.plan, joined.plan as never)).to.have.length(1);
  });

  it("have the same plan and lock in every order of plugins", () => {
    const plugins = [
      plugin("a", "m3", { after: "m1" }),
      plugin("b", "x", { end: true }),
      plugin("c", "m4", { end: true }),
      plugin("d", "m5", { before: "m1" }),
    ];
    const locks = new Set<string>();
    for (let turn = 0; turn < plugins.length; turn++) {
      const order = [...plugins.slice(turn), ...plugins.slice(0, turn)];
      for (const one of [order, order.toReversed()])
        locks.add(JSON.stringify(lockOf(pipeline(adding("m1", "m2"), one))));
    }
    expect(locks.size).to.equal(1);
    const assembly = pipeline(adding("m1", "m2"), plugins);
    expect(assembly.text()).to.equal("root(group<host>(m5,m1,m3,m2,m4),x)");
    expect(run(assembly)).to.equal("[m5 m1 m3 m2 m4] x");
  });

  it("run in pipelines of a graph, once per visit, and accept insertions there", () => {
    const framework = defineGraphFramework({
      name: "frame",
      ir: tree,
      groups: [host],
      graph(graph: PipelineGraph<Node>) {
        const first = graph.makeBuilder();
        adding("m1", "m2")(first as never);
        graph.registerPipeline("first", {}, first);
        graph.registerPipeline("second", { predecessors: ["first"] }, (manager) => {
          for (const name of ["n1", "n2"]) manager.addPass(member(name) as never);
        });
      },
    } as never);
    const assembly = assemble(framework, {
      plugins: [plugin("a", "m3", { after: "m1", pipeline: "first" })],
    } as never) as unknown as Assembly<never>;
    expect(assembly.text()).to.equal("first: root(group<host>(m1,m3,m2))\nsecond: root(group<host>(n1,n2))");
    expect(run(assembly)).to.equal("[m1 m3 m2] [n1 n2]");
    const split = assemble(framework, {
      plugins: [plugin("a", "x", { after: "m1", pipeline: "first" })],
    } as never);
    expect(split.diagnostics.map(({ message }) => message)).to.deep.equal(["`x` would split group `host`"]);
  });

  it("run on nested operations that the group allows", () => {
    const leaf = definePass({ name: "m1", anchor: "leaf", group: host, member: "m1" });
    const assembly = pipeline((builder) => {
      builder.addPass(leaf as never);
      builder.addPass(definePass({ name: "m2", anchor: "leaf", group: host, member: "m2" }) as never);
    });
    expect(assembly.text()).to.equal("root(**leaf(group<host>(m1,m2)))");
    const leaves = [1, 2].map((): Node => ({ name: "leaf", inner: [], log: [] }));
    expect(assembly.run({ name: "root", inner: leaves, log: [] } as never).ok).to.equal(true);
    expect(leaves.map(({ log }) => log.join())).to.deep.equal(["[m1 m2]", "[m1 m2]"]);
  });

  it("are refused if a plugin's own group has the same name", () => {
    const other = defineGroup<Node, string>({ name: "host", splits: "refuse", run() {} });
    const stranger = definePlugin({
      name: "stranger",
      passes: [definePass({ name: "m9", group: other, member: "m9" })] as never,
      insert: [{ pass: "m9", end: true } as never],
    });
    const { diagnostics } = pipeline(adding("m1"), [stranger]);
    expect(
      diagnostics.map(({ code, message, notes }) => [code, message, ...(notes ?? []).map((one) => one.message)]),
    ).to.deep.equal([
      [
        "PWB0001",
        "`host` is the name of two different groups",
        "defined by frame",
        "defined by stranger, for pass `m9`",
      ],
    ]);
  });
});
