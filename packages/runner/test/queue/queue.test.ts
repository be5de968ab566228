import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Queue } from "bullmq";
import { expect } from "chai";
import { renderDiagnostic, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { describeLong, makeTemporaryFolder, RedisServer } from "@passwright/development";
import { collectFacts, QueueExecutor } from "@passwright/runner/reuse";
import { hashed } from "./simple-run.ts";

const isThere = spawnSync("redis-server", ["--version"]).status === 0;
const describeQueue = isThere || process.env["CI"] === "true" ? describeLong : describe.skip;

function start(script: string, ...args: readonly string[]): ChildProcess {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  return child;
}

async function outputOf(child: ChildProcess): Promise<{ readonly out: string; readonly code: unknown }> {
  let out = "";
  child.stdout?.on("data", (text) => (out += String(text)));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return { out, code: code ?? signal };
}

describeQueue("a queue", function () {
  let server: RedisServer;
  let folder: string;
  const children = new Set<ChildProcess>();

  function worker(version = "1", jobs = 8): ChildProcess {
    const child = start("./worker-process.js", server.url, version, String(jobs));
    children.add(child);
    return child;
  }

  function producer(count: number, { version = "1", ms = 1, output = "out.txt" } = {}): ChildProcess {
    const names = Array.from({ length: count }, (_, index) => `input ${index}`);
    writeFileSync(join(folder, "inputs.json"), JSON.stringify(names));
    const settings = JSON.stringify({ log: join(folder, "log.txt"), ms, version });
    const child = start(
      "./producer-process.js",
      server.url,
      version,
      join(folder, "inputs.json"),
      settings,
      join(folder, output),
    );
    children.add(child);
    return child;
  }

  const wanted = (count: number): string =>
    Array.from(
      { length: count },
      (_, index) => `input ${index} ${hashed(`input ${index}`, `content of input ${index}`)}\n`,
    ).join("");
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const runs = (): number => (existsSync(join(folder, "log.txt")) ? read("log.txt").split("\n").length - 1 : 0);

  beforeEach(async () => {
    folder = makeTemporaryFolder();
    server = new RedisServer(folder);
    await server.start();
  });
  afterEach(async () => {
    for (const child of children) child.kill("SIGKILL");
    children.clear();
    await server.kill();
  });

  it("runs inputs on several workers, in order, and each once", async () => {
    worker();
    worker();
    expect((await outputOf(producer(500))).code).to.equal(0);
    expect(read("out.txt")).to.equal(wanted(500));
    expect(runs()).to.equal(500);
    // All results are still in the queue.
    expect((await outputOf(producer(600, { output: "again.txt" }))).code).to.equal(0);
    expect(read("again.txt")).to.equal(wanted(600));
    expect(runs()).to.equal(600);
  });

  it("does not run an input twice for two producers", async () => {
    worker();
    const both = [producer(300), producer(300, { output: "other.txt" })].map(outputOf);
    expect((await Promise.all(both)).map(({ code }) => code)).to.deep.equal([0, 0]);
    expect([read("out.txt"), read("other.txt")]).to.deep.equal([wanted(300), wanted(300)]);
    expect(runs()).to.equal(300);
  });

  it("lets a worker with different code refuse the run, and leaves the inputs to others", async () => {
    const other = outputOf(worker("2"));
    const sent = outputOf(producer(50));
    const { out, code } = await other;
    expect(code).to.equal(1);
    expect((JSON.parse(out) as Diagnostic[]).map(renderDiagnostic).join("\n")).to.equal(
      [
        "error[PWH0404]: the code of this worker differs from the code of the run",
        "   = version is 2 here, 1 there",
        "help: use the same code and environment variables as on the machine that started the run, and start the worker again",
      ].join("\n"),
    );
    worker("1");
    expect((await sent).code).to.equal(0);
    expect(read("out.txt")).to.equal(wanted(50));
    expect(runs()).to.equal(50);
  });

  it("removes waiting jobs when the producer is stopped, and keeps finished jobs", async () => {
    const first = producer(1000, { ms: 5 });
    worker();
    while (runs() < 50) await wait(20);
    first.kill("SIGINT");
    expect((await outputOf(first)).code).to.equal(130);
    expect(existsSync(join(folder, "out.txt"))).to.equal(false);
    await wait(1000);
    const done = runs();
    await wait(500);
    expect(runs()).to.equal(done).and.below(1000);
    expect((await outputOf(producer(1000, { ms: 5 }))).code).to.equal(0);
    expect(read("out.txt")).to.equal(wanted(1000));
    expect(runs()).to.equal(1000);
  });

  it("does not run a removed job again if its result is stored", async () => {
    worker();
    expect((await outputOf(producer(50))).code).to.equal(0);
    const queue = new Queue("passwright", { connection: { url: server.url } });
    await queue.obliterate({ force: true });
    await queue.close();
    expect((await outputOf(producer(50, { output: "again.txt" }))).code).to.equal(0);
    expect([read("out.txt"), read("again.txt")]).to.deep.equal([wanted(50), wanted(50)]);
    expect(runs()).to.equal(50);
  });

  it("survives the death of workers, producer and server at random moments", async function () {
    const count = Number(process.env["PASSWRIGHT_QUEUE_JOBS"] ?? 600);
    const seed = Number(process.env["PASSWRIGHT_SEED"] ?? Date.now());
    console.log(`      seed ${seed}`);
    let state = seed >>> 0;
    const random = (below: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const workers = [worker(), worker(), worker()];
    let sent = producer(count, { ms: 5 });
    let end = outputOf(sent);
    const kills = { worker: 0, producer: 0, server: 0 };
    for (;;) {
      const result = await Promise.race([end, wait(100 + random(500))]);
      if (result?.code === 0) break;
      // Ignores a process that was started while the server was down.
      if (result !== undefined) end = outputOf((sent = producer(count, { ms: 5 })));
      workers.forEach((one, index) => one.exitCode !== null && (workers[index] = worker()));
      const kind = (["worker", "worker", "producer", "server"] as const)[random(4)] ?? "worker";
      // Limits the number of kills, because a producer that is killed again and again never receives all results.
      if (kills[kind] === 30) continue;
      kills[kind]++;
      if (kind === "worker") {
        const index = random(3);
        workers[index]?.kill("SIGKILL");
        workers[index] = worker();
      } else if (kind === "producer") {
        sent.kill("SIGKILL");
        await end;
        // The producer can write the results, as a whole, just before its end.
        if (existsSync(join(folder, "out.txt"))) break;
        sent = producer(count, { ms: 5 });
        end = outputOf(sent);
      } else {
        await server.kill();
        await wait(random(500));
        await server.start();
      }
    }
    console.log(`      ${JSON.stringify(kills)}, ${runs()} runs of ${count} inputs`);
    expect(read("out.txt")).to.equal(wanted(count));
  });

  it("reports once that the server is lost, and that it is connected again", async () => {
    const states: string[] = [];
    const run = { ...collectFacts([["version", "1"]], []), settings: {} };
    const executor = await QueueExecutor.open({ url: server.url, run, onState: (state) => void states.push(state) });
    await server.kill();
    await wait(2000);
    await server.start();
    for (let tries = 0; states.at(-1) !== "connected" && tries < 50; tries++) await wait(100);
    await executor.close();
    expect(states).to.deep.equal(["lost", "connected"]);
  });

  it("names an input that ends each worker, and runs the others", async () => {
    const settings = { log: join(folder, "log.txt"), ms: 1, version: "1" };
    const { facts, hash } = collectFacts([["version", "1"]], []);
    const executor = await QueueExecutor.open({ url: server.url, run: { facts, hash, settings } });
    const end = new AbortController();
    const serve = async (): Promise<void> => {
      while (!end.signal.aborted) await once(worker("1", 1), "exit");
    };
    void serve();
    const results = await Promise.all(
      ["good", "crash", "fine"].map((content) => executor.run({ name: `${content}.txt`, content })),
    );
    end.abort();
    await executor.close();
    expect(results.map(({ output }) => output)).to.deep.equal([
      hashed("good.txt", "good"),
      undefined,
      hashed("fine.txt", "fine"),
    ]);
    expect(results.flatMap(({ diagnostics }) => diagnostics.map(renderDiagnostic)).join("\n")).to.equal(
      [
        "error[PWH0405]: no worker of the queue finished input `crash.txt`: job stalled more than allowable limit",
        "  --> crash.txt",
        "help: run only this input with `--isolate` to find the pass that ends the workers",
      ].join("\n"),
    );
  });

  it("takes a password and a database from the URL", async () => {
    await server.kill();
    const port = await freePort();
    server = new RedisServer(makeTemporaryFolder(), ["--port", String(port), "--requirepass", "secret"]);
    await server.start();
    expect(await open(`redis://:secret@127.0.0.1:${port}`)).to.equal("connected");
    expect(await open(`redis://:public@127.0.0.1:${port}`)).to.equal(
      `the queue at redis://127.0.0.1:${port} cannot be reached: WRONGPASS invalid username-password pair or user is disabled.`,
    );
    expect(await open(`redis://127.0.0.1:${port}`)).to.match(/ cannot be reached: NOAUTH /);
    expect(await open(`redis://:secret@127.0.0.1:${port}/1`)).to.equal("connected");
    expect(await open(`redis://:secret@127.0.0.1:${port}/99`)).to.equal(
      `the queue at redis://127.0.0.1:${port}/99 cannot be reached: ERR DB index is out of range`,
    );
  });

  it("connects with TLS", async () => {
    await server.kill();
    const port = await freePort();
    const [key, certificate] = ["key.pem", "certificate.pem"].map((name) => join(folder, name)) as [string, string];
    const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate];
    const about = ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    expect(spawnSync("openssl", [...request, ...about]).status).to.equal(0);
    const tls = ["--tls-port", String(port), "--tls-auth-clients", "no", "--tls-ca-cert-file", certificate];
    server = new RedisServer(makeTemporaryFolder(), [...tls, "--tls-cert-file", certificate, "--tls-key-file", key]);
    await server.start();
    const script = `import { QueueExecutor } from ${JSON.stringify(import.meta.resolve("@passwright/runner/reuse"))};
      const run = { facts: [], hash: "", settings: {} };
      await QueueExecutor.open({ url: process.argv[1], run }).then(
        async (queue) => { await queue.close(); console.log("connected"); }, (thrown) => console.log(thrown.message));`;
    const connect = (certificates: string): string => {
      const args = ["--input-type=module", "-e", script, `rediss://localhost:${port}`];
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: certificates };
      return spawnSync(process.execPath, args, { encoding: "utf8", env }).stdout.trim();
    };
    expect(connect(certificate)).to.equal("connected");
    expect(connect("")).to.contain("cannot be reached: self-signed certificate");
  });
});

async function open(url: string): Promise<string> {
  try {
    await (await QueueExecutor.open({ url, run: { facts: [], hash: "", settings: {} } })).close();
    return "connected";
  } catch (thrown) {
    return thrown instanceof UsageError ? thrown.diagnostic.message : String(thrown);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
