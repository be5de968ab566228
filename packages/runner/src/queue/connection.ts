import { describeThrown, UsageError } from "@passwright/core";
import type * as bullmq from "bullmq";
import type * as ioredis from "ioredis";
import { loadOptional } from "../optional-package.ts";
import type { OnState } from "./queue-run.ts";
import { badQueueUrl, missingQueuePackage, unreachableQueue } from "./errors.ts";

/** Connection to one server, with the libraries for queues. */
export interface Connection {
  readonly bullmq: typeof bullmq;
  /** Connection for commands that do not block. */
  readonly client: ioredis.Redis;
  /** URL without the password. */
  readonly shown: string;
  close(): Promise<void>;
}

/** Longest time between attempts to connect again, in milliseconds. */
const RETRY_MS = 1000;

/** Time to wait for the first connection, in milliseconds. */
const CONNECT_MS = 10_000;

/**
 * Connects to Redis or Valkey: `redis://`, `rediss://` for TLS, or `unix://` for a socket. If the server is lost after
 * the first connection, waits until the server returns.
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
    // Checks that the server has the database. If the server does not, `connect` selects database 0.
    await client.select(client.options.db ?? 0);
  } catch (thrown) {
    client.disconnect();
    throw new UsageError(unreachableQueue(shown, reasonOf(reason ?? thrown)));
  }
  isConnected = true;
  // BullMQ copies this connection with its options, and each copy must connect immediately.
  client.options.lazyConnect = false;
  // Each failed attempt to connect again also closes the connection.
  let isLost = false;
  client.on("close", () => {
    if (!isLost) onState("lost");
    isLost = true;
  });
  client.on("ready", () => {
    isLost = false;
    onState("connected");
  });
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
  // If connecting to several addresses fails, Node's error has a code but an empty message.
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
  const hasDatabase = read.protocol === "unix:" || /^\/?\d*$/.test(read.pathname);
  if (!isNamed || !hasDatabase) throw new UsageError(badQueueUrl());
  const shown = new URL(url);
  shown.password = "";
  return { target: read.protocol === "unix:" ? decodeURIComponent(read.pathname) : url, shown: shown.href };
}

interface Libraries {
  readonly bullmq: typeof bullmq;
  readonly Redis: typeof ioredis.Redis;
}

async function loadLibraries(): Promise<Libraries> {
  const load = async (): Promise<Libraries> => {
    const [bullmq, { Redis }] = await Promise.all([import("bullmq"), import("ioredis")]);
    return { bullmq, Redis };
  };
  return loadOptional(load, ["bullmq", "ioredis"], missingQueuePackage);
}
