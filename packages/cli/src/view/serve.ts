import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Recording } from "@passwright/viewer";
import type { Arguments } from "../commands/flags.ts";
import type { ExitCode, Terminal } from "../terminal/terminal.ts";
import { watch } from "../watch/watch.ts";
import { pageOf } from "./page.ts";

/** Serves the page under a random path until Ctrl-C. After a change, records again and reloads open pages. */
export async function serve(argv: readonly string[], args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const folder = mkdtempSync(join(tmpdir(), "passwright-view-"));
  const file = join(folder, "recording.json");
  const path = `/${randomBytes(16).toString("hex")}/`;
  const streams = new Set<ServerResponse>();
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const respond = async ({ url, headers, method }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const own = [`127.0.0.1:${port}`, `localhost:${port}`];
    // Refuses requests from pages of another server, even if the host name of that server resolves to this machine.
    const isForeign = headers.origin !== undefined && !own.some((host) => headers.origin === `http://${host}`);
    if (isForeign || !own.includes(headers.host ?? "")) return void response.writeHead(403).end();
    if (method !== "GET") return void response.writeHead(405).end();
    const common = {
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    };
    if (url === `${path}events`) {
      response.writeHead(200, { ...common, "content-type": "text/event-stream" }).write("retry: 500\n\n");
      streams.add(response);
      return void response.on("close", () => streams.delete(response));
    }
    if (url !== path) return void response.writeHead(404).end();
    const html = await pageIn(file, `${path}events`);
    response.writeHead(200, { ...common, "content-type": "text/html; charset=utf-8" }).end(html);
  };
  terminal.err(`http://127.0.0.1:${port}${path}\n`);
  const rest = argv.filter((word) => word !== "--serve" && word !== "--watch");
  // The command writes to standard output after it has written a recording.
  const reload = (): void => streams.forEach((stream) => stream.write("data: changed\n\n"));
  try {
    return await watch("view", [...rest, "--record", file], args, { ...terminal, out: reload });
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pageIn(file: string, reload: string): Promise<string> {
  let recording: Recording;
  try {
    recording = JSON.parse(readFileSync(file, "utf8")) as Recording;
  } catch {
    return WAITING;
  }
  return pageOf(recording, reload);
}

/** Page that browsers show until the first recording is written. */
const WAITING = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1">
<title>Passwright</title><p>Recording the run…</p></html>
`;
