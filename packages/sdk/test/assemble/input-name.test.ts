import {
  definePass,
  defineConversion,
  defineFramework,
  defineGraphFramework,
  defineGroup,
  defineIr,
} from "@passwright/sdk";
import type { PassContext } from "@passwright/sdk";
import { assemble } from "@passwright/sdk";
import { expect } from "chai";

interface Leaf {
  name: string;
  children?: Leaf[];
}

const parse = (text: string): Leaf => ({ name: "top", children: [...text].map((name) => ({ name })) });
const irOf = (name: string) =>
  defineIr({ name, parse, nameOf: (leaf: Leaf) => leaf.name, childrenOf: "children", print: (leaf) => leaf.name });
const [letters, words] = [irOf("letters"), irOf("words")];

const seen: (string | undefined)[] = [];
const look = (name: string, ir?: object) =>
  definePass({
    name,
    ...(ir && { ir }),
    runOnOperation(_op: object, pass: PassContext<object>) {
      seen.push(pass.input);
      pass.emitAt(undefined, "remark", name);
    },
  } as never);

const group = defineGroup({
  name: "readers",
  splits: "refuse",
  run(_members, _root, context) {
    seen.push(context.input);
    context.emitAt(undefined, "remark", "readers");
  },
});

const member = definePass({ name: "reader", group, member: 1 } as never);
const convert = defineConversion({
  name: "convert",
  from: letters as never,
  to: words as never,
  convert: (_root: object) => parse("w"),
});

function says(assembly: ReturnType<typeof assemble>, root: unknown, settings: object = {}): readonly string[] {
  seen.length = 0;
  expect(assembly.diagnostics.map((one) => assembly.render(one))).to.deep.equal([]);
  return assembly
    .run(root as never, settings)
    .diagnostics.map(({ message, at }) => `${message} ${at?.file}:${at?.line}`);
}

const steps = [look("before", letters), member, convert, look("after", words)];
const framework = defineFramework({
  name: "readers",
  ir: letters as never,
  groups: [group as never],
  passes: steps as never,
  pipeline(builder) {
    for (const step of steps) builder.addPass(step as never);
  },
});

describe("the name of the input", () => {
  it("is known to passes, groups, nested passes and passes after conversions, and is in their diagnostics", () => {
    const assembly = assemble(framework as never) as ReturnType<typeof assemble>;
    for (const file of ["a.txt", "b.txt", "c.txt"]) {
      const parsed = assembly.parse("x", { file });
      if (!parsed.ok) throw new Error("the input is valid");
      const all = ["before", "readers", "after"];
      expect(says(assembly, parsed.root)).to.deep.equal(all.map((name) => `${name} ${file}:0`));
      expect(seen).to.deep.equal([file, file, file]);
    }
  });

  it("is the name that the caller gives, or unknown", () => {
    const assembly = assemble(framework as never) as ReturnType<typeof assemble>;
    expect(says(assembly, parse("x"), { input: "own" })[0]).to.equal("before own:0");
    expect(says(assembly, parse("x"))[0]).to.equal("before undefined:undefined");
    expect(seen).to.deep.equal([undefined, undefined, undefined]);
  });

  it("is known in graphs of pipelines", () => {
    const pass = look("only", letters);
    const graph = defineGraphFramework({
      name: "g",
      ir: letters as never,
      passes: [pass as never],
      graph(builder: { registerPipeline(name: string, edges: object, fill: (manager: never) => void): void }) {
        builder.registerPipeline("one", {}, (manager: { addPass(pass: unknown): void }) => manager.addPass(pass));
      },
    } as never);
    const assembly = assemble(graph as never) as ReturnType<typeof assemble>;
    const parsed = assembly.parse("x", { file: "a.txt" });
    expect(says(assembly, (parsed as { readonly root: unknown }).root)).to.deep.equal(["only a.txt:0"]);
  });
});
