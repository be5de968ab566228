import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** A Redis server for a test. The socket and all data of the server are in one folder. */
export class RedisServer {
  readonly socket: string;
  readonly #folder: string;
  readonly #more: readonly string[];
  #process: ChildProcess | undefined;

  constructor(folder: string, more: readonly string[] = []) {
    this.#folder = folder;
    this.#more = more;
    this.socket = join(folder, "redis.sock");
  }

  get url(): string {
    return `unix://${this.socket}`;
  }

  async start(): Promise<void> {
    const own = [
      "--port",
      "0",
      "--unixsocket",
      this.socket,
      "--dir",
      this.#folder,
      "--save",
      "",
      "--appendonly",
      "yes",
    ];
    this.#process = spawn("redis-server", [...own, ...this.#more], { stdio: "ignore" });
    await Promise.race([this.#ready(), once(this.#process, "error").then(([error]) => Promise.reject(error as Error))]);
  }

  /** Kills the server, so that it cannot write data before it ends. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  async #ready(): Promise<void> {
    for (;;) {
      const isReady = await new Promise<boolean>((resolve) => {
        const socket = connect(this.socket, () => socket.write("PING\r\n"));
        socket.once("data", (data) => {
          socket.destroy();
          // Also accepts `-NO…`, the reply of a server that requires a password.
          resolve(/^(\+PONG|-NO)/.test(data.toString()));
        });
        socket.once("error", () => resolve(false));
      });
      if (isReady) return;
      await wait(20);
    }
  }
}
