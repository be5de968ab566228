import { expect } from "chai";
import { makeProject } from "./project.ts";
import { startProgram } from "./start-program.ts";

/** Messages to the main thread, as libraries send them if the code runs in a worker. */
const POST = `for (const message of [null, { kind: "done", code: 1 }, [{ kind: "ready" }]]) {
  parentPort?.postMessage(message);
  process.send?.(message);
}`;

const PRINT = (where: string): string =>
  `${POST} console.log("log in ${where}"); console.info("info in ${where}"); console.debug("debug in ${where}"); process.stdout.write("write in ${where}\\n");`;

const FILES = {
  "words.js": `import { parentPort } from "node:worker_threads";
import { defineFramework, defineIr, definePass } from "@passwright/sdk";
${PRINT("framework")}
const ir = defineIr({
  name: "words", root: "words", extensions: [".txt"],
  nameOf: () => "words", childrenOf: () => [],
  parse: (text) => ({ text }), print: (op) => op.text,
});
const lower = definePass({ name: "lower", runOnOperation(op) { ${PRINT("pass")} op.text = op.text.toLowerCase(); } });
export default defineFramework({ name: "words", ir, anchor: "words", passes: [lower], pipeline(b) { b.addPass(lower); } });
`,
  "passwright.config.yaml": "framework: ./words.js\n",
  "one.txt": "One\n",
  "two.txt": "Two\n",
};

const COMMANDS: readonly (readonly string[])[] = [
  ["plan", "--json"],
  ["check", "--json"],
  ["check", "--permute", "--json"],
  ["list", "--json"],
  ["doc", "--json"],
  ["lock", "--json"],
  ["run", "one.txt", "--json"],
  ["run", "one.txt", "--json", "--time-limit", "60"],
  ["run", "one.txt", "two.txt", "--json"],
  ["run", "one.txt", "two.txt", "--json", "--isolate"],
];

describe("output of plugins with console.log", () => {
  for (const line of COMMANDS) {
    it(`goes to standard error in ${line.join(" ")}, and messages to the main thread are ignored`, async () => {
      const { code, out, err } = await startProgram("passwright", line, { cwd: makeProject(FILES) });
      expect(code, err).to.equal(0);
      expect(() => JSON.parse(out) as unknown, out).not.to.throw();
      for (const how of ["log", "info", "debug", "write"]) {
        expect(err).to.contain(`${how} in framework`);
        if (line[0] === "run") expect(err).to.contain(`${how} in pass`);
      }
    });
  }

  it("goes to standard error in other formats, and in results", async () => {
    const cwd = makeProject(FILES);
    const lines = await startProgram("passwright", ["run", "one.txt", "--json-lines"], { cwd });
    for (const text of lines.out.trim().split("\n")) expect(() => JSON.parse(text) as unknown, text).not.to.throw();
    expect((await startProgram("passwright", ["plan", "--format", "mlir"], { cwd })).out).to.equal("words(lower)\n");
    expect((await startProgram("passwright", ["run", "one.txt"], { cwd })).out).to.equal("one\n");
  });
});
