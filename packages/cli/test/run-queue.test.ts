import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { childEnvironment, describeLong, makeTemporaryFolder, RedisServer } from "@passwright/development";
import { makeProject } from "./project.ts";
import { startProgram } from "./start-program.ts";
import type { Ended } from "./start-program.ts";

const isThere = spawnSync("redis-server", ["--version"]).status === 0;
const describeQueue = isThere || process.env["CI"] === "true" ? describeLong : describe.skip;

const program = fileURLToPath(new URL("../bin/passwright.js", import.meta.url));

const plugin = `import { setTimeout as wait } from "node:timers/promises";
import { definePass, definePlugin } from "@passwright/sdk";
const stir = definePass({
  name: "stir",
  anchor: "tea",
  async runOnOperation(op, pass) {
    const words = op.nested.map(({ name }) => name.text);
    if (words.includes("wait")) await wait(20);
    if (words.includes("warn")) pass.emitWarning("too hot");
  },
});
export default definePlugin({ passes: [stir], setup: (b) => void b.addAfter("boil", stir) });
`;

const COUNT = 60;

/** Makes the files of one machine. One of ten inputs cannot be parsed. */
const project = (): string =>
  makeProject(
    {
      "package.json": '{ "name": "acme-passes", "version": "1.0.0", "type": "module" }\n',
      "passwright.config.yaml": "framework: kettle\nplugins: [./outline.js]\n",
      "outline.js": plugin,
      ...Object.fromEntries(
        Array.from({ length: COUNT }, (_, index) => [
          `in/${String(index).padStart(2, "0")}.txt`,
          index % 10 === 5 ? "Tea!\n" : `tea\n  ${["milk", "wait", "warn"][index % 3]}\n`.repeat(1 + (index % 4)),
        ]),
      ),
    },
    ["kettle"],
  );

const resultsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), "utf8")]),
  );

describeQueue("passwright run --queue", () => {
  let server: RedisServer;
  let cwd: string;
  let alone: Ended;
  const workers = new Map<ChildProcess, { err: string }>();

  const run = (...args: readonly string[]): Promise<Ended> =>
    startProgram("passwright", ["run", "in/*.txt", ...args], { cwd });
  const send = (output: string): Promise<Ended> => run("-o", output, "--queue", server.url);

  /** Starts a worker in a separate folder, like another machine. */
  function worker(folder = project()): ChildProcess {
    const args = ["worker", server.url, "--jobs", "1", "--lock", "2"];
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: childEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
    });
    const shown = { err: "" };
    child.stderr.on("data", (text) => (shown.err += String(text)));
    workers.set(child, shown);
    return child;
  }

  function expectSame(ended: Ended, output: string): void {
    // Removes lines about progress and about missing workers, which are printed only on slow machines.
    const messages = ended.err
      .replaceAll(output, "alone")
      .replaceAll(/^(?:\d+ of \d+ inputs, .* left|no worker is connected to the queue: .*)\n/gm, "");
    expect(messages, "messages").to.equal(alone.err);
    expect(ended.code).to.equal(alone.code);
    expect(resultsOf(join(cwd, output))).to.deep.equal(resultsOf(join(cwd, "alone")));
  }

  before(async () => {
    cwd = project();
    alone = await run("-o", "alone/", "--jobs", "1");
    expect(alone.err).to.contain("too hot").and.to.contain("6 of 60 inputs failed");
  });
  beforeEach(async () => {
    server = new RedisServer(makeTemporaryFolder());
    await server.start();
  });
  afterEach(async () => {
    for (const child of workers.keys()) child.kill("SIGKILL");
    workers.clear();
    await server.kill();
  });

  it("writes and reports the same as one machine", async () => {
    worker();
    worker();
    expectSame(await send("both/"), "both");
    // All results are still in the queue, so the second run does not need a worker.
    for (const child of workers.keys()) child.kill("SIGKILL");
    expectSame(await send("again/"), "again");
  });

  it("runs the inputs of a worker that is killed elsewhere", async () => {
    const first = worker();
    const sent = send("killed/");
    while (!existsSync(join(cwd, "killed")) || readdirSync(join(cwd, "killed")).length < 5) await wait(20);
    first.kill("SIGKILL");
    worker();
    expectSame(await sent, "killed");
  });

  it("is refused by a worker with a different plugin, which names the file", async () => {
    const folder = project();
    writeFileSync(join(folder, "outline.js"), plugin.replace("too hot", "too cold"));
    const other = worker(folder);
    const sent = send("refused/");
    expect((await once(other, "exit"))[0]).to.equal(1);
    expect(workers.get(other)?.err).to.contain(
      [
        "error[PWH0404]: the code of this worker differs from the code of the run",
        "   = module acme-passes@1.0.0/outline.js differs",
        "help: use the same code and environment variables as on the machine that started the run, and start the worker again",
      ].join("\n"),
    );
    worker();
    expectSame(await sent, "refused");
  });

  it("ends on Ctrl-C, and the next run takes the finished results", async () => {
    worker();
    const args = [program, "run", "in/*.txt", "-o", "stopped/", "--queue", server.url];
    const child = spawn(process.execPath, args, { cwd, env: childEnvironment(), stdio: "ignore" });
    while (!existsSync(join(cwd, "stopped")) || readdirSync(join(cwd, "stopped")).length < 5) await wait(20);
    child.kill("SIGINT");
    expect((await once(child, "exit"))[0]).to.equal(130);
    expectSame(await send("stopped/"), "stopped");
  });
});
