import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Recording } from "@passwright/viewer";
import type { Arguments } from "../commands/flags.ts";
import * as errors from "../errors/index.ts";
import { printDiagnostics } from "../render/diagnostics.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { watch } from "../watch/watch.ts";
import { pageOf } from "./page.ts";

/** Time between two checks of the recording, in milliseconds. The value is an estimate. */
const LOOK_MS = 200;

/** Serves the page under a random path until Ctrl-C. After a change, records again and reloads open pages. */
export async function serve(argv: readonly string[], args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const excluded = ["output", "record"].find((flag) => args.value(flag) !== undefined);
  if (excluded !== undefined) {
    printDiagnostics([errors.flagsExclude("serve", excluded)], terminal);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), "passwright-view-"));
  const file = join(folder, "recording.json");
  const pages = new Pages(file);
  const server = createServer((request, response) => void pages.respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  pages.port = (server.address() as AddressInfo).port;
  terminal.err(`http://127.0.0.1:${pages.port}${pages.path}\n`);
  const timer = setInterval(() => pages.look(), LOOK_MS);
  const rest = argv.filter((word) => word !== "--serve" && word !== "--watch");
  try {
    return await watch("view", [...rest, "--record", file], args, { ...terminal, out: () => undefined });
  } finally {
    clearInterval(timer);
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Page of `passwright view`, with the event streams of the browsers that show the page. */
class Pages {
  readonly path = `/${randomBytes(16).toString("hex")}/`;
  readonly #file: string;
  readonly #streams = new Set<ServerResponse>();
  #time = 0;
  port = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Makes browsers reload if a new recording exists. */
  look(): void {
    const { mtimeMs = 0 } = statSync(this.#file, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs === this.#time) return;
    this.#time = mtimeMs;
    for (const stream of this.#streams) stream.write("data: changed\n\n");
  }

  async respond({ url, headers, method }: IncomingMessage, response: ServerResponse): Promise<void> {
    const own = [`127.0.0.1:${this.port}`, `localhost:${this.port}`];
    // Refuses requests from pages of another server, even if the host name of that server resolves to this machine.
    const isForeign = headers.origin !== undefined && !own.some((host) => headers.origin === `http://${host}`);
    if (isForeign || !own.includes(headers.host ?? "")) return void response.writeHead(403).end();
    if (method !== "GET") return void response.writeHead(405).end();
    const common = {
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    };
    if (url === `${this.path}events`) {
      response.writeHead(200, { ...common, "content-type": "text/event-stream" }).write("retry: 500\n\n");
      this.#streams.add(response);
      return void response.on("close", () => this.#streams.delete(response));
    }
    if (url !== this.path) return void response.writeHead(404).end();
    const html = await this.#page();
    response.writeHead(200, { ...common, "content-type": "text/html; charset=utf-8" }).end(html);
  }

  async #page(): Promise<string> {
    const reload = `${this.path}events`;
    let recording: Recording;
    try {
      recording = JSON.parse(readFileSync(this.#file, "utf8")) as Recording;
    } catch {
      return WAITING;
    }
    return pageOf(recording, reload);
  }
}

/** Page that browsers show until the first recording is written. */
const WAITING = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1">
<title>Passwright</title><p>Recording the run…</p></html>
`;
