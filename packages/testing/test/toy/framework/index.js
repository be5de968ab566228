import { defineFramework, defineGroup } from "@passwright/sdk";

const names = new Map();

/** An IR of nested objects. The adapter has only the required functions and functions to parse, print and clone. */
export const ir = {
  name: "toy",
  intern(text) {
    const known = names.get(text) ?? { text, isRegistered: true, isIsolatedFromAbove: true, hasInterface: () => false };
    names.set(text, known);
    return known;
  },
  nameOf: (op) => ir.intern(op.name),
  parentOf: (op) => op.parent,
  collectNested: (op, out) => void out.push(...op.inner),
  print: (op) => `${op.name}${op.note ?? ""}(${op.inner.map((one) => ir.print(one)).join(" ")})`,
  parse: (text) => ({ ok: true, op: adopt(JSON.parse(text)) }),
  clone: (op) => copy(op, undefined),
};

function adopt([name, ...inner], parent) {
  const op = { name, parent, inner: [] };
  op.inner = inner.map((one) => adopt(one, op));
  return op;
}

function copy(op, parent) {
  const result = { ...op, parent };
  result.inner = op.inner.map((one) => copy(one, result));
  return result;
}

/** Group that calls its members on the root and on each operation in it, in one traversal. */
export const walk = defineGroup({
  name: "walk",
  splits: "refuse",
  run(members, root) {
    const visit = (op) => {
      for (const { member } of members) member(op);
      for (const one of op.inner) visit(one);
    };
    visit(root);
  },
});

/** An IR with the same operations, a different name, and no parser. */
export const other = { ...ir, name: "other", parse: undefined };

export default defineFramework({
  name: "toy",
  ir,
  groups: [walk],
  anchor: "file",
  externalPasses: ["emit"],
  pipeline: (builder) => void builder.addPass("emit", { types: ["Lowering"] }),
});
