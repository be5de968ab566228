import { expect } from "chai";
import type { XastElement, XastRoot } from "svgo";
import { assemble, renderDiagnostic } from "@passwright/sdk";
import svgo, { builtIns, fromSvgo, svg, svgoFramework } from "@passwright/svgo";

const IMAGE = '<svg><style>.a{fill:red}</style><rect class="a" x="0" width="1" height="1"/><g><text>a</text></g></svg>';

/** Runs preset-default with a plugin near its start. Returns the diagnostics. */
function run(fn: unknown, settings: { readonly verifyEach?: boolean } = {}): string {
  const theme = fromSvgo({ name: "theme", fn: fn as never });
  const assembly = assemble(svgo, { insert: [{ pass: theme, after: "removeComments" }] });
  const parsed = assembly.parse(IMAGE, { file: "a.svg" });
  if (!parsed.ok) throw new Error("the image is valid");
  return assembly.run(parsed.root, settings).diagnostics.map(renderDiagnostic).join("\n");
}

const element = { type: "element", name: "g", attributes: {}, children: [] };

/** Makes a plugin that appends a node to the root. */
function adding(node: unknown) {
  return (root: XastRoot): void => void root.children.push(node as never);
}

describe("the verifier of svgo", () => {
  for (const [message, fn] of [
    ["`children` of the root must be a list", (root: { children: unknown }) => void (root.children = null)],
    ["`children` of element 'g' must be a list", adding({ ...element, children: undefined })],
    ["`attributes` of element 'g' must be an object", adding({ ...element, attributes: undefined })],
    ["attribute `x` of element 'g' must be a string", adding({ ...element, attributes: { x: null } })],
    ["attribute `x` of element 'g' must be a string", adding({ ...element, attributes: { y: "", x: [1] } })],
    ["`name` of an element must be a string", adding({ ...element, name: undefined })],
    ["`elemnt` is not a type of node of SVGO", adding({ ...element, type: "elemnt" })],
    ["`undefined` is not a type of node of SVGO", adding({})],
    ["`value` of a node of type `text` must be a string", adding({ type: "text", value: 1 })],
    ["`name` of a node of type `instruction` must be a string", adding({ type: "instruction", value: "" })],
    ["`data.doctype` of a doctype must be a string", adding({ type: "doctype", name: "svg" })],
    [
      "'svg' contains itself: the operations do not form a tree",
      () => ({ element: { exit: (node: XastElement) => void (node.name === "svg" && node.children.push(node)) } }),
    ],
  ] as const)
    it(`names the plugin after which ${message}`, () => {
      expect(run(fn)).to.equal(`error[PWS0104]: ${message}
  --> a.svg, step theme
help: correct the input, or the pass that ran before the verifier
error[PWC0409]: the IR is not valid after pass \`theme\` on '#root'
  --> a.svg, step theme
help: report this to the author of \`theme\`, or disable the check with \`--verify-each=false\``);
    });

  it("accepts attributes that SVGO prints", () => {
    const attributes = { width: 1, focusable: true, hidden: undefined };
    const root = { type: "root", children: [{ ...element, attributes }] };
    expect(svg.verify?.(root as never, { recursive: true }, () => expect.fail())).to.equal(true);
  });

  it("explains exceptions of SVGO's plugins for attributes that are not strings", () => {
    expect(run(adding({ ...element, attributes: { x: 3 } }))).to.equal(
      `error[PWV0104]: attribute \`x\` of element 'g' is a number, which SVGO's plugin \`cleanupAttrs\` cannot process
  --> a.svg, step cleanupAttrs
   = in pass \`cleanupAttrs\` on '#root'
help: convert the value to a string in the pass that sets the attribute`,
    );
    expect(run(adding({ ...element, attributes: { x: undefined } }))).to.contain(
      "of element 'g' is `undefined`, which",
    );
    for (const change of [{ attributes: undefined }, { children: [null] }])
      expect(run(adding({ ...element, ...change }), { verifyEach: false })).to.contain("error[PWC0406]: pass `");
  });

  it("accepts the trees that each of SVGO's plugins makes", () => {
    const check = { name: "check", fn: () => null };
    // These plugins need parameters.
    const others = ["addAttributesToSVGElement", "addClassesToSVGElement", "removeAttributesBySelector", "removeAttrs"];
    const names = [...builtIns.keys()].filter((name) => !others.includes(name));
    const plugins = names.flatMap((name) => [name, check]);
    const assembly = assemble(svgoFramework({ plugins: plugins as never }));
    const parsed = assembly.parse(IMAGE, { file: "a.svg" });
    if (!parsed.ok) throw new Error("the image is valid");
    expect(assembly.run(parsed.root).diagnostics.map(renderDiagnostic)).to.deep.equal([]);
  });
});
