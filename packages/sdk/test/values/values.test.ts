import {
  assemble,
  defineConversion,
  defineFramework,
  defineGroup,
  definePass,
  definePlugin,
  defineValue,
  sliceOf,
} from "@passwright/sdk";
import type { AssembleOptions } from "@passwright/sdk";
import { expect } from "chai";
import { parseTree, tree } from "../idle/tree.ts";
import type { Node } from "../idle/tree.ts";

const names = defineValue<readonly string[]>({
  name: "names",
  version: 1,
  per: "input",
  doc: "names of all functions",
});
const size = defineValue<number>({ name: "size", version: 1, per: "operation" });

const seen: string[] = [];

const collect = definePass({
  name: "collect",
  provides: { names },
  runOnOperation: (op: Node, pass) =>
    pass.values.set(
      names,
      op.children.map(({ name }) => name),
    ),
});
const show = definePass({
  name: "show",
  requires: { names },
  runOnOperation: (_op: Node, pass) => void seen.push(pass.values.get(names).join(" ")),
});
const opaque = definePass({ name: "opaque", runOnOperation: (_op: Node) => {} });
const careful = definePass({ name: "careful", preserves: ["names@1", "size@1"], runOnOperation: (_op: Node) => {} });
const measure = definePass({
  name: "measure",
  anchor: "func",
  provides: { size },
  runOnOperation: (op: Node, pass) => pass.values.set(size, op.children.length),
});
const report = definePass({
  name: "report",
  anchor: "func",
  requires: { size },
  runOnOperation: (_op: Node, pass) => void seen.push(String(pass.values.get(size))),
});
const sum = definePass({
  name: "sum",
  requires: { size },
  runOnOperation: (op: Node, pass) =>
    void seen.push(op.children.map((func) => pass.values.find(size, func) ?? "none").join("+")),
});

const host = defineFramework({
  name: "host",
  ir: tree,
  pipeline(b) {
    b.addPass(definePass({ name: "start", preserves: ["names@1"], runOnOperation: (_op: Node) => {} }));
  },
});

type Options = AssembleOptions<typeof host>;

function run(options: Options, text = "module(func(a,b),func)"): string {
  seen.length = 0;
  const assembly = assemble(host, options);
  const errors = assembly.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return errors.map((one) => assembly.render(one)).join("\n");
  const { diagnostics } = assembly.run(parseTree(text));
  return [...diagnostics.map((one) => assembly.render(one)), ...seen].join("\n");
}

/** Makes plugins that each insert one pass at the end, in this order. */
function plugins(
  ...passes: readonly { readonly declaration: { readonly name: string } }[]
): NonNullable<Options["plugins"]> {
  return passes.map((pass, index) =>
    definePlugin({
      name: `plugin-${index}`,
      passes: [pass as typeof opaque],
      insert: [{ pass: pass.declaration.name, end: true }],
      rules: passes.slice(0, index).map((before) => ({
        pass: pass.declaration.name,
        after: before.declaration.name,
        strong: true,
        reason: "test",
      })),
    }),
  ) as unknown as NonNullable<Options["plugins"]>;
}

describe("values that plugins pass to later passes", () => {
  it("reach passes of other plugins, in every order in which plugins are loaded", () => {
    const list = plugins(collect, careful, show) as readonly never[];
    for (const order of [list, list.toReversed(), [list[1], list[0], list[2]] as never[]])
      expect(run({ plugins: order })).to.equal("func func");
  });

  it("are refused when planned without a provider, or after a pass that drops them", () => {
    expect(run({ plugins: plugins(show) })).to.contain(
      "error[PWB0501]: `show` requires value `names@1`, which does not hold at its position",
    );
    const dropped = run({ plugins: plugins(collect, opaque, show) });
    expect(dropped).to.contain(
      "`names@1` is lost at `plugin-1::opaque`, because this pass does not declare properties",
    );
    expect(dropped).to.contain(
      'help: if `plugin-1::opaque` preserves `names@1`, add `preserves: ["names@1"]` to its declaration',
    );
  });

  it("have a version: another version is another value", () => {
    const next = defineValue<readonly string[]>({ name: "names", version: 2, per: "input" });
    const other = definePass({ name: "other", requires: { next }, runOnOperation: (_op: Node) => {} });
    expect(run({ plugins: plugins(collect, other) })).to.contain(
      "`other` requires value `names@2`, which does not hold at its position",
    );
  });

  it("of operations are read on the same operations, and around them", () => {
    expect(run({ plugins: plugins(measure, report, sum) })).to.equal("2\n0\n2+0");
  });

  it("of the input are not set by nested passes", () => {
    const nested = definePass({
      name: "nested",
      anchor: "func",
      provides: { names },
      runOnOperation: (_op: Node) => {},
    });
    expect(run({ plugins: plugins(nested) })).to.equal(
      `error[PWB0511]: \`nested\` on 'func' cannot provide \`names@1\`, which is a value of the whole input
  --> plugin plugin-0, step plugin-0::nested
   = position of \`plugin-0::nested\`: at the end (plugin plugin-0)
   = a nested pass runs once for each operation, and can provide only values of that operation
   = the pipeline resolves if \`plugin-0\` is removed
help: define \`names@1\` with \`per: "operation"\`, or anchor \`nested\` on the root`,
    );
  });

  it("of operations do not reach passes on other operations", () => {
    const far = definePass({ name: "far", anchor: "loop", requires: { size }, runOnOperation: (_op: Node) => {} });
    expect(run({ plugins: plugins(measure, far) })).to.equal(
      `error[PWB0512]: \`far\` on 'loop' requires \`size@1\`, which is a value of 'func'
  --> plugin plugin-1, step plugin-1::far
   = position of \`plugin-1::far\`: at the end (plugin plugin-1)
   = \`plugin-0::measure\` provides \`size@1\` on 'func'
   = the pipeline resolves if \`plugin-1\` is removed
help: anchor \`far\` on 'func' or on a surrounding operation`,
    );
  });

  it("of the input are kept by all passes that run between two operations", () => {
    const count = definePass({
      name: "count",
      anchor: "func",
      requires: { names },
      runOnOperation: (_op: Node, pass) => void seen.push(`${pass.values.get(names).length}`),
    });
    expect(run({ plugins: plugins(collect, count) })).to.equal("2\n2");
    const nested = definePass({ name: "nested", anchor: "func", preserves: [], runOnOperation: (_op: Node) => {} });
    expect(run({ plugins: plugins(collect, count, nested) })).to.equal(
      `error[PWB0515]: \`count\` on 'func' requires value \`names@1\` for every operation, but \`plugin-2::nested\` drops the value before the next operation
  --> plugin plugin-1, step plugin-1::count
   = position of \`plugin-1::count\`: at the end (plugin plugin-1)
   = a nested pipeline runs all of its passes on one operation before it starts the next operation
   = the pipeline resolves if \`plugin-1\` is removed
help: if the value stays valid, add \`preserves: ["names@1"]\` to \`nested\`; otherwise, move \`nested\` after the next pass on the root`,
    );
  });

  it("of operations do not outlive a conversion, which keeps those of the input that it preserves", () => {
    const other = { ...tree, name: "other" };
    const convert = (preserves: readonly string[]) =>
      defineConversion({ name: "convert", from: tree, to: other, preserves, convert: (root: Node): Node => root });
    const plan = (preserves: readonly string[], ...passes: readonly (object | "convert")[]): string => {
      seen.length = 0;
      const all = passes.map((pass) => (pass === "convert" ? convert(preserves) : pass));
      const framework = defineFramework({
        name: "two",
        ir: tree,
        pipeline(b) {
          for (const pass of all) b.addPass(pass as typeof opaque);
        },
      });
      const assembly = assemble(framework, {});
      const errors = assembly.diagnostics.filter(({ severity }) => severity === "error");
      if (errors.length > 0) return errors.map((one) => assembly.render(one)).join("\n");
      return [...assembly.run(parseTree("module(func)")).diagnostics.map(({ message }) => message), ...seen].join();
    };
    const to = "convert";
    expect(plan(["names@1"], collect, to, show)).to.equal("func");
    expect(plan([], collect, to, show)).to.contain("`names@1` is lost at `convert`");
    expect(plan(["size@1"], measure, to, sum)).to.equal(
      `error[PWB0513]: \`sum\` requires value \`size@1\`, which conversion \`convert\` drops
  --> framework two, step sum
   = position of \`sum\`: base pipeline (framework two)
   = \`measure\` provides \`size@1\` before the conversion, for operations of another IR
help: provide \`size@1\` after \`convert\`, or define \`size@1\` with \`per: "input"\` and preserve it in the conversion`,
    );
  });

  it("are read by members of a group before it, and those that members set by passes after it", () => {
    type Use = (values: {
      get(value: typeof names): readonly string[];
      set(value: typeof names, to: string[]): void;
    }) => void;
    const group = defineGroup<Node, Use>({
      name: "host",
      splits: "refuse",
      run: (members) => members.forEach(({ member, values }) => member(values as never)),
    });
    const member = (name: string, use: Use, declared: object): typeof opaque =>
      definePass({ name, group, member: use, ...declared } as never);
    const reader = member("reader", (values) => void seen.push(values.get(names).join(" ")), { requires: { names } });
    const setter = member("setter", (values) => values.set(names, ["new"]), { provides: { names } });
    const other = member("other", () => {}, { preserves: [] });
    const grouped = (...passes: readonly object[]): string => {
      seen.length = 0;
      const framework = defineFramework({
        name: "grouped",
        ir: tree,
        groups: [group],
        pipeline(b) {
          for (const pass of passes) b.addPass(pass as typeof opaque);
        },
      });
      const assembly = assemble(framework, {});
      const { diagnostics } = assembly.plan === undefined ? assembly : assembly.run(parseTree("module(func)"));
      return [...diagnostics.map((one) => assembly.render(one)), ...seen].join("\n");
    };
    expect(grouped(collect, setter, reader, show)).to.equal("func\nnew");
    expect(grouped(collect, reader, setter, show)).to.equal("func\nnew");
    expect(grouped(setter, show)).to.equal("new");
    const lost = "error[PWB0501]: `show` requires value `names@1`, which does not hold at its position";
    expect(grouped(setter, other, show)).to.contain(lost);
    expect(grouped(other, setter, show)).to.contain(lost);
    expect(grouped(setter, reader)).to.contain(
      "error[PWB0501]: `reader` requires value `names@1`, which does not hold at its position",
    );
  });

  it("are not part of the input of a slice", () => {
    const assembly = assemble(host, { plugins: plugins(collect, show) });
    const { diagnostics } = assembly.run(parseTree("module"), {
      slice: sliceOf(assembly, { from: "plugin-1::show" }),
    });
    expect(diagnostics.map((one) => assembly.render(one)).join("\n")).to.equal(
      `error[PWL0615]: the slice needs value \`names@1\`, which \`plugin-0::collect\` provides before the slice
   = the input of a slice cannot contain values
help: start the slice at \`plugin-0::collect\``,
    );
  });
});
