import { describeThrown, UsageError } from "@passwright/core";
import type * as bullmq from "bullmq";
import type * as ioredis from "ioredis";
import { badQueueUrl, missingQueuePackage, unreachableQueue } from "./errors.ts";

/** The libraries, and connections to one server. */
export interface Connection {
  readonly bullmq: typeof bullmq;
  /** For commands that do not block. */
  readonly client: ioredis.Redis;
  /** URL without the password. */
  readonly shown: string;
  close(): Promise<void>;
}

/** Called when the server is lost, and when it is reached again. */
export type OnState = (state: "lost" | "connected") => void;

/** Longest time between attempts to connect again, in milliseconds. */
const RETRY_MS = 1000;

/** Time to wait for the first connection, in milliseconds. */
const CONNECT_MS = 10_000;

/**
 * Connects to Redis or Valkey: `redis://`, `rediss://` for TLS, or `unix://` for a socket. After the first connection, waits for a
 * server that is lost.
 *
 * @throws {@link UsageError} PWH0401 to PWH0403.
 */
export async function connect(url: string, onState: OnState = () => undefined): Promise<Connection> {
  const { target, shown } = readUrl(url);
  const { bullmq, Redis } = await loadLibraries();
  let isConnected = false;
  const client = new Redis(target, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    // Commands wait until the server returns.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (isConnected ? Math.min(50 * times, RETRY_MS) : null),
  });
  let reason: unknown;
  client.on("error", (thrown) => (reason = thrown));
  try {
    await client.connect();
    await client.ping();
  } catch (thrown) {
    client.disconnect();
    throw new UsageError(unreachableQueue(shown, reasonOf(reason ?? thrown)));
  }
  isConnected = true;
  // Copies of this connection start to connect at once, and then wait for a server that is lost.
  client.options.lazyConnect = false;
  client.on("close", () => onState("lost"));
  client.on("ready", () => onState("connected"));
  return {
    bullmq,
    client,
    shown,
    close() {
      client.removeAllListeners("close");
      client.disconnect();
      return Promise.resolve();
    },
  };
}

function reasonOf(thrown: unknown): string {
  // An error about several addresses has an empty message.
  const { code, message } = thrown as { readonly code?: unknown; readonly message?: unknown };
  return message === "" && typeof code === "string" ? code : describeThrown(thrown).replace(/^\w*Error: /, "");
}

function readUrl(url: string): { readonly target: string; readonly shown: string } {
  let read: URL;
  try {
    read = new URL(url);
  } catch {
    throw new UsageError(badQueueUrl());
  }
  if (!["redis:", "rediss:", "unix:"].includes(read.protocol)) throw new UsageError(badQueueUrl());
  const isNamed = read.protocol === "unix:" ? read.pathname.length > 1 : read.hostname !== "";
  if (!isNamed) throw new UsageError(badQueueUrl());
  const shown = new URL(url);
  shown.password = "";
  return { target: read.protocol === "unix:" ? decodeURIComponent(read.pathname) : url, shown: shown.href };
}

async function loadLibraries(): Promise<{
  readonly bullmq: typeof bullmq;
  readonly Redis: typeof ioredis.Redis;
}> {
  try {
    // Optional packages, loaded on first use.
    const [bullmq, { Redis }] = await Promise.all([import("bullmq"), import("ioredis")]);
    return { bullmq, Redis };
  } catch (thrown) {
    const { code, message } = thrown as { readonly code?: unknown; readonly message?: unknown };
    const isMissing = code === "ERR_MODULE_NOT_FOUND" && /'(?:bullmq|ioredis)'/.test(String(message));
    if (isMissing) throw new UsageError(missingQueuePackage());
    throw thrown;
  }
}
