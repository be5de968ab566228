import { expect } from "chai";
import { interruptible } from "../dist/terminal/interruptible.js";

/** Terminal that records the installed handlers of Ctrl-C. */
function makeTerminal(): { readonly handlers: Set<() => void>; onInterrupt(callback: () => void): () => void } {
  const handlers = new Set<() => void>();
  return {
    handlers,
    onInterrupt(callback) {
      handlers.add(callback);
      return () => void handlers.delete(callback);
    },
  };
}

describe("interruptible work", () => {
  it("sees Ctrl-C, and leaves no handler", async () => {
    const terminal = makeTerminal();
    const { result, isStopped } = await interruptible(terminal, (signal) => {
      terminal.handlers.forEach((handler) => handler());
      return Promise.resolve(signal.aborted);
    });
    expect([result, isStopped, terminal.handlers.size]).to.deep.equal([true, true, 0]);
  });

  it("leaves no handler if it throws", async () => {
    const terminal = makeTerminal();
    const thrown = await interruptible(terminal, () => Promise.reject(new Error("no"))).catch((one: unknown) => one);
    expect([(thrown as Error).message, terminal.handlers.size]).to.deep.equal(["no", 0]);
  });
});
