import { deserialize, serialize } from "node:v8";
import type { Redis } from "ioredis";
import { hashOf } from "../cache/facts.ts";
import type { InputJob, InputResult } from "../inputs/job.ts";

/** Name of the queue in Redis. */
export const QUEUE: string = "passwright";

/** Number of workers that can end while they run an input, before the input is reported as failed. */
export const MAX_LOST = 3;

/** Maximum size in bytes of content that is stored in the job itself. */
const SMALL = 16 * 1024;

/** Time for which contents and results stay in Redis, in seconds. */
export const KEPT_S: number = 24 * 3600;

/** One input, as data in the queue. */
export interface QueueJob {
  readonly name: string;
  readonly resultName?: string | undefined;
  /** Hash of the run: its facts and settings. */
  readonly run: string;
  /** Hash of the content. */
  readonly hash: string;
  /** Whether the content was a string. */
  readonly isText: boolean;
  /** Content in base64, if the content is small. Large content is stored under a separate key. */
  readonly content?: string;
}

/** A job with its content. */
export interface PackedJob {
  readonly id: string;
  readonly data: QueueJob;
  readonly bytes: Uint8Array;
}

export function runKey(run: string): string {
  return `${QUEUE}:run:${run}`;
}

function resultKey(id: string): string {
  return `${QUEUE}:result:${id}`;
}

function contentKey(hash: string): string {
  return `${QUEUE}:content:${hash}`;
}

/** Packs a job. Equal inputs of equal runs have equal ids. */
export function packJob(job: InputJob & { readonly content: string | Uint8Array }, run: string): PackedJob {
  const isText = typeof job.content === "string";
  const bytes = isText ? Buffer.from(job.content) : (job.content as Uint8Array);
  const { name, resultName } = job;
  const hash = hashOf(bytes);
  const data = { name, ...(resultName !== undefined && { resultName }), run, hash, isText };
  return {
    id: hashOf(JSON.stringify(data)),
    data: bytes.length > SMALL ? data : { ...data, content: Buffer.from(bytes).toString("base64") },
    bytes,
  };
}

/** Stores the content of a job if the content is large. */
export async function storeContent(client: Redis, { data, bytes }: PackedJob): Promise<void> {
  if (data.content === undefined) await client.set(contentKey(data.hash), Buffer.from(bytes), "EX", KEPT_S);
}

/** Returns a job with its content. Returns `undefined` if the content is lost. */
export async function unpackJob(client: Redis, data: QueueJob): Promise<InputJob | undefined> {
  const { name, resultName, isText, hash, content } = data;
  const bytes = content === undefined ? await client.getBuffer(contentKey(hash)) : Buffer.from(content, "base64");
  if (bytes === null || hashOf(bytes) !== hash) return undefined;
  return { name, content: isText ? bytes.toString() : bytes, ...(resultName !== undefined && { resultName }) };
}

/** Stores a result either completely or not at all. */
export async function storeResult(client: Redis, id: string, result: InputResult): Promise<void> {
  await client.set(resultKey(id), serialize(result), "EX", KEPT_S);
}

/** Returns whether the result of a job is stored. */
export async function hasResult(client: Redis, id: string): Promise<boolean> {
  return (await client.exists(resultKey(id))) === 1;
}

/** Returns a stored result. Returns `undefined` if the result is lost. */
export async function readResult(client: Redis, id: string): Promise<InputResult | undefined> {
  const bytes = await client.getBuffer(resultKey(id));
  return bytes === null ? undefined : (deserialize(bytes) as InputResult);
}
