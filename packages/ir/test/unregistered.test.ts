import { createMlirAdapter } from "@passwright/ir";
import type { Operation } from "@passwright/ir";
import { expect } from "chai";

const adapter = createMlirAdapter();
const text = 'module {\n  "toy.op"() : () -> ()\n}\n';

function read(allowUnregistered: boolean): Operation | undefined {
  const parsed = adapter.parse?.(text, { file: "-", allowUnregistered });
  return parsed?.ok === true ? parsed.op : undefined;
}

const isGood = (op: Operation | undefined): boolean | undefined =>
  op && adapter.verify?.(op, { recursive: true }, () => undefined);

describe("unregistered operations", () => {
  it("are good in a module that was read with leave for them, in its copies, and in no other", () => {
    const op = read(true);
    expect(isGood(op)).to.equal(true);
    expect(isGood(op && adapter.clone?.(op))).to.equal(true);
    expect(read(false)).to.equal(undefined);
    expect(adapter.context.allowUnregistered).to.equal(false);
  });
});
