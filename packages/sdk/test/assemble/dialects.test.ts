import { assemble, defineFramework, defineIr, definePlugin } from "@passwright/sdk";
import { renderDiagnostic } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { expect } from "chai";

interface Node {
  readonly kind: string;
  readonly parts: Node[];
}

/** Makes a framework whose IR accepts dialects if `addDialects` is set. */
function framework(addDialects?: (dialects: readonly { readonly name: string }[]) => Diagnostic | undefined): never {
  const ir = defineIr<Node, "parts">({ name: "tree", root: "doc", nameOf: ({ kind }) => kind, childrenOf: "parts" });
  return defineFramework({
    name: "acme",
    ir: addDialects === undefined ? ir : { ...ir, addDialects },
    anchor: "doc",
    pipeline() {},
  } as never) as never;
}

const bringing = (name: string, ...dialects: readonly { readonly name: string }[]): never =>
  definePlugin({ name, dialects } as never) as never;

const told = (of: never, ...plugins: readonly never[]): string =>
  assemble(of, { plugins } as never)
    .diagnostics.map((one) => renderDiagnostic(one))
    .join("\n");

describe("dialects of plugins", () => {
  it("are added to the IR when it is assembled", () => {
    const added: string[] = [];
    const of = framework((dialects) => void added.push(...dialects.map(({ name }) => name)));
    expect(told(of, bringing("one", { name: "tpp" }), bringing("two", { name: "xsmm" }))).to.equal("");
    expect(added).to.deep.equal(["tpp", "xsmm"]);
  });

  it("may be added by several plugins if they are equal", () => {
    const tpp = { name: "tpp" };
    const of = framework(() => undefined);
    expect(told(of, bringing("one", tpp), bringing("two", tpp))).to.equal("");
    expect(told(of, bringing("one", tpp), bringing("two", { name: "tpp" }))).to
      .equal(`error[PWL0509]: plugins \`one\` and \`two\` add different dialects named \`tpp\`
  --> plugin two
help: remove one of the two plugins, or import the dialect from the same package in both plugins`);
  });

  it("are refused by an IR that does not accept any, or that has a different one with that name", () => {
    expect(told(framework(), bringing("one", { name: "tpp" }))).to
      .equal(`error[PWL0508]: plugin \`one\` adds dialect \`tpp\`, but IR \`tree\` does not accept dialects
  --> plugin one
help: remove \`one\`, or add \`addDialects\` to the adapter of \`tree\``);
    const taken = framework(() => ({ code: "PWI0006", severity: "error", message: "taken" }));
    expect(told(taken, bringing("one", { name: "tpp" }))).to.equal("error[PWI0006]: taken\n  --> plugin one");
  });
});
