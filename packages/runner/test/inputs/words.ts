import { parentPort } from "node:worker_threads";
import { defineFramework, defineIr, definePass } from "@passwright/sdk";

/* Module for workers, in which each word of an input is a command for a pass. */

interface Text {
  readonly kind: "text";
  words: string[];
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const acts: { readonly [word: string]: () => unknown } = {
  wait: () => wait(20),
  hang() {
    for (;;);
  },
  post() {
    for (const message of [null, 1, { evil: 1 }, [null]]) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is not a window
      parentPort?.postMessage(message);
      process.send?.(message);
    }
  },
  exit: () => process.exit(3),
  never: () => new Promise(() => undefined),
  late: () => void setTimeout(() => process.exit(4), 5),
  throw() {
    setImmediate(() => {
      throw new TypeError("no word");
    });
    return wait(1000);
  },
  memory() {
    const kept: object[] = [];
    for (;;) kept.push(Array.from({ length: 1000 }, () => ({})));
  },
};

const act = definePass({
  name: "act",
  async runOnOperation(text: Text, pass) {
    for (const word of text.words) {
      if (word === "fail") {
        pass.emitError("failed with `fail`");
        pass.signalPassFailure();
      }
      await acts[word]?.();
    }
    text.words = text.words.map((word) => word.toUpperCase());
  },
});

const words = defineIr({
  name: "words",
  nameOf: (text: Text) => text.kind,
  childrenOf: (): Text[] => [],
  parse: (text: string): Text => ({ kind: "text", words: text.split(" ") }),
  print: (text: Text) => text.words.join(" "),
});

export const framework = defineFramework({
  name: "words",
  ir: words,
  anchor: "text",
  passes: [act],
  pipeline: (b) => void b.addPass(act),
});
