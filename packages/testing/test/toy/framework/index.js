import { defineFramework } from "@passwright/sdk";

const names = new Map();

/** An IR of nested objects, with the required functions, text and copies, and nothing else. */
const ir = {
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

export default defineFramework({
  name: "toy",
  ir,
  anchor: "file",
  externalPasses: ["emit"],
  pipeline: (builder) => void builder.addPass("emit", { types: ["Lowering"] }),
});
