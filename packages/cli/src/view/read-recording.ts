import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Diagnostic, Result } from "@passwright/core";
import { systemErrorText } from "@passwright/loader";
import { RECORDING_VERSION } from "@passwright/viewer";
import type { RecordedOrders, Recording } from "@passwright/viewer";
import * as errors from "../errors/index.ts";

type Read<T> = Result<{ readonly value: T }>;

type Complain = (file: string, why: string) => Diagnostic;

/** Reads the file of a recording. */
export function readRecording(file: string, cwd: string): Read<Recording> {
  const read = readJson(file, cwd, errors.badRecording);
  if (!read.ok) return read;
  const { version, pipelines, runs, snapshots, texts } = read.value as Partial<Recording>;
  const lists = [pipelines, runs, snapshots, texts].every((one) => Array.isArray(one));
  if (!lists || version === undefined) return refused(errors.badRecording(file, "is not a recording"));
  if (version !== RECORDING_VERSION) {
    const why = `has version ${JSON.stringify(version)} of the format, and this program reads ${RECORDING_VERSION}`;
    return refused(errors.badRecording(file, why));
  }
  return { ok: true, value: read.value as Recording };
}

/**
 * Reads the report of an order experiment. The file contains the report, or the output of `check --json` with the
 * report.
 */
export function readOrders(file: string, cwd: string): Read<RecordedOrders> {
  const read = readJson(file, cwd, errors.badOrders);
  if (!read.ok) return read;
  const data = read.value as { readonly pairs?: unknown; readonly checks?: readonly { readonly orders?: object }[] };
  const orders = Array.isArray(data.checks) ? data.checks.find((one) => one?.orders !== undefined)?.orders : data;
  if (!Array.isArray((orders as Partial<RecordedOrders> | undefined)?.pairs))
    return refused(errors.badOrders(file, "has no pairs of steps"));
  return { ok: true, value: orders as RecordedOrders };
}

function readJson(file: string, cwd: string, complain: Complain): Read<object> {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, file), "utf8");
  } catch (thrown) {
    return refused(complain(file, `cannot be read: ${systemErrorText(thrown)}`));
  }
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === "object" && value !== null) return { ok: true, value };
  } catch {
    // Reports invalid JSON with the error below.
  }
  return refused(complain(file, "is not a JSON object"));
}

function refused(diagnostic: Diagnostic): { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  return { ok: false, diagnostics: [diagnostic] };
}
