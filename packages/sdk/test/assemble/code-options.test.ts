import {
  anyOf,
  assemble,
  bool,
  code,
  defineFramework,
  defineIr,
  definePass,
  optional,
  string,
  diff,
  lockOf,
} from "@passwright/sdk";
import { expect } from "chai";
import { lockText } from "@passwright/sdk/loading";

interface Leaf {
  name: string;
  children?: Leaf[];
}

const parse = (text: string): Leaf => ({ name: "top", children: [{ name: text }] });
const ir = defineIr({
  name: "leaves",
  root: "top",
  parse,
  nameOf: (leaf: Leaf) => (leaf.children === undefined ? "leaf" : leaf.name),
  childrenOf: "children",
  print: (leaf) => (leaf.children ?? []).map(({ name }) => name).join(),
});

const rename = definePass({
  name: "rename",
  anchor: "top",
  options: {
    by: optional(anyOf([string("", ""), bool(false, ""), code<(name: string) => string>("")], "the new name")),
    only: code<RegExp>("leaves to rename"),
  },
  create: ({ by, only }) => ({
    runOnOperation(top: Leaf) {
      for (const leaf of top.children ?? [])
        if (only === undefined || only.test(leaf.name))
          leaf.name = typeof by === "function" ? by(leaf.name) : String(by);
    },
  }),
});

const framework = defineFramework({
  name: "leaves",
  ir,
  passes: [rename] as never,
  pipeline(builder) {
    builder.addPass(rename as never, { options: { by: "x" } as never });
  },
});

const made = (settings: object) => {
  const assembly = assemble(framework as never, settings as never);
  expect(assembly.diagnostics.map((one) => assembly.render(one))).to.deep.equal([]);
  return assembly;
};

function outputOf(settings: object, text = "a"): string {
  const assembly = made(settings);
  const parsed = assembly.parse(text, { file: "a" });
  const { ok, root } = assembly.run((parsed as { readonly root: never }).root);
  expect(ok).to.equal(true);
  return assembly.print(root);
}

const doubler = () => (name: string) => name + name;
const twice = doubler();
const insert = (options: object): object => ({ insert: [{ pass: "rename", end: true, options }] });

describe("options with code in a program or a config in JavaScript", () => {
  it("reach the pass, from insertions and overrides", () => {
    expect(outputOf(insert({ by: twice }))).to.equal("xx");
    expect(outputOf(insert({ by: twice, only: /y/ }))).to.equal("x");
    expect(outputOf({ overrides: [{ set: "rename", options: { by: twice }, reason: "longer" }] })).to.equal("aa");
  });

  it("appear as a hash in texts and locks, equal for equal sources", () => {
    const assembly = made(insert({ by: twice, only: /y/ }));
    expect(assembly.text()).to.match(/rename\{by=x\},rename\{by=function:[0-9a-f]{16} only=regexp:[0-9a-f]{16}\}/);
    const lock = lockOf(assembly);
    expect(lock && lockText(lock)).to.match(/"by": "function:[0-9a-f]{16}",\s*"only": "regexp:/);
    const same = made(insert({ by: doubler(), only: /y/ }));
    expect(diff(assembly, same)).to.deep.equal([]);
    const other = made(insert({ by: twice, only: /z/ }));
    expect(diff(assembly, other).join("\n")).to.contain("regexp:");
  });

  it("are unset by `null`", () => {
    const settings = { overrides: [{ set: "rename", options: { by: null }, reason: "the default" }] };
    expect(made(settings).text()).to.equal("top(rename)");
    expect(outputOf(settings)).to.equal("undefined");
  });

  it("are refused if an option accepts data only", () => {
    const assembly = assemble(framework as never, insert({ by: Symbol("x") }) as never);
    expect(assembly.diagnostics.map(({ message }) => message).join()).to.contain("must be data t");
  });
});
