import { spawnSync } from "node:child_process";
import { expect } from "chai";
import { renderDiagnostic, UsageError } from "@passwright/core";
import { notForQueues, QueueExecutor } from "@passwright/runner/reuse";

/** Makes the packages for queues unavailable. */
const HOOKS = `export async function resolve(name, context, next) {
  if (name !== "bullmq") return next(name);
  throw Object.assign(new Error("Cannot find package 'bullmq'"), { code: "ERR_MODULE_NOT_FOUND" });
}`;

const SCRIPT = `import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(${JSON.stringify(HOOKS)}));
const { QueueExecutor } = await import(${JSON.stringify(import.meta.resolve("@passwright/runner/reuse"))});
const { renderDiagnostic } = await import(${JSON.stringify(import.meta.resolve("@passwright/core"))});
await QueueExecutor.open({ url: "redis://localhost", run: {} }).catch((thrown) => console.log(renderDiagnostic(thrown.diagnostic)));`;

async function textOf(url: string): Promise<string> {
  try {
    await QueueExecutor.open({ url, run: { facts: [], hash: "", settings: {} } });
    return "connected";
  } catch (thrown) {
    return thrown instanceof UsageError ? renderDiagnostic(thrown.diagnostic) : String(thrown);
  }
}

describe("a queue that cannot be used", () => {
  it("names the packages that are missing", () => {
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", SCRIPT], { encoding: "utf8" });
    expect(stdout).to.equal(
      [
        "error[PWH0401]: queues need the packages `bullmq` and `ioredis`, which are not installed",
        "help: install them with `npm install bullmq ioredis`",
        "",
      ].join("\n"),
    );
  });

  it("is named without its password", async () => {
    expect(await textOf("redis://anna:secret@127.0.0.1:1/3")).to.equal(
      [
        "error[PWH0402]: the queue at redis://anna@127.0.0.1:1/3 cannot be reached: connect ECONNREFUSED 127.0.0.1:1",
        "help: start Redis or Valkey at this address, or correct the URL",
      ].join("\n"),
    );
  });

  it("needs a URL of a known kind", async () => {
    const expected = [
      "error[PWH0403]: the URL of the queue is invalid",
      "help: write `redis://HOST:PORT`, `rediss://USER:PASSWORD@HOST:PORT` for TLS, or `unix:///PATH` for a socket",
    ].join("\n");
    for (const url of [
      "http://localhost",
      "localhost:6379",
      "nothing",
      "unix://",
      "redis:///1",
      "redis://localhost/queue",
    ])
      expect(await textOf(url), url).to.equal(expected);
  });

  it("gets no results that depend on the machine", () => {
    expect(renderDiagnostic(notForQueues(["pass `assign-ids` declares `deterministic: false`"]))).to.equal(
      [
        "error[PWH0406]: this run cannot use a queue, because other machines might compute different results",
        "   = pass `assign-ids` declares `deterministic: false`",
        "help: remove `--queue`, or change the code and settings that the notes list",
      ].join("\n"),
    );
  });
});
