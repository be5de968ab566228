import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * Registry on this machine. Packages of this repository come only from this registry, and all other packages from npm's
 * registry.
 */
export interface Registry {
  readonly url: string;
  stop(): Promise<void>;
}

const CONFIG = `storage: ./storage
uplinks:
  npm: { url: "https://registry.npmjs.org/", maxage: 60m }
packages:
  "@passwright/*": { access: $all, publish: $anonymous }
  "passwright-*": { access: $all, publish: $anonymous }
  "**": { access: $all, proxy: npm }
max_body_size: 100mb
server: { keepAliveTimeout: 600 }
log: { type: stdout, format: pretty, level: error }
`;

/** Starts a registry whose files are in a folder. */
export async function startRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "config.yaml"), CONFIG);
  const program = createRequire(import.meta.url).resolve("verdaccio/package.json");
  const url = `http://127.0.0.1:${await freePort()}/`;
  const argv = ["--config", join(folder, "config.yaml"), "--listen", url.slice("http://".length, -1)];
  const child = spawn(process.execPath, [join(dirname(program), "bin/verdaccio"), ...argv], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_NO_WARNINGS: "1" },
  });
  await isUp(url, child);
  return {
    url,
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** Time to wait for the start, in seconds. */
const PATIENCE = 60;

async function isUp(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < PATIENCE * 10; tries++) {
    if (child.exitCode !== null) throw new Error(`verdaccio ended with exit code ${child.exitCode}`);
    const response = await fetch(`${url}-/ping`).catch(() => undefined);
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill();
  throw new Error(`verdaccio did not start in ${PATIENCE} seconds`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
