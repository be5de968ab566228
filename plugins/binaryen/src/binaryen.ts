import type binaryen from "binaryen";
import { describeThrown, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { binaryenAborted, noBinaryen, notLoaded } from "./errors.ts";

/** What the library has and its types leave out. */
interface Untyped {
  readonly Function: {
    getName(ref: binaryen.FunctionRef): string;
    getBody(ref: binaryen.FunctionRef): binaryen.ExpressionRef;
    setBody(ref: binaryen.FunctionRef, body: binaryen.ExpressionRef): void;
    getNumLocals(ref: binaryen.FunctionRef): number;
    hasLocalName(ref: binaryen.FunctionRef, index: number): boolean;
    getLocalName(ref: binaryen.FunctionRef, index: number): string;
  };
  /** A further object for a module, by its pointer. */
  wrapModule(pointer: number): binaryen.Module;
  /** The type and the text of a C++ exception. */
  getExceptionMessage?(thrown: unknown): readonly [type: string, text: string];
}

/** The library, as npm has it. */
export type Binaryen = typeof binaryen & Untyped;

interface Console {
  log(...texts: unknown[]): void;
  error(...texts: unknown[]): void;
}

let library: Binaryen | undefined;
let loading: Promise<Diagnostic | undefined> | undefined;
let aborted: Diagnostic | undefined;
let captured: string[] | undefined;

/**
 * Loads Binaryen: ten megabytes, so only for those who run something. Calling it again answers the same.
 */
export function loadBinaryen(): Promise<Diagnostic | undefined> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Diagnostic | undefined> {
  // What it prints goes to the functions that the console has while it starts; they are asked for only then.
  const { console } = globalThis as unknown as { console: Console };
  const { log, error } = console;
  const listen =
    (write: Console["log"]): Console["log"] =>
    (...texts) =>
      captured === undefined ? write.apply(console, texts) : void captured.push(texts.join(" "));
  console.log = listen(log);
  console.error = listen(error);
  try {
    ({ default: library } = (await import("binaryen")) as { default: Binaryen });
    return undefined;
  } catch (thrown) {
    loading = undefined;
    return noBinaryen(describeThrown(thrown).split("\n")[0] ?? "");
  } finally {
    console.log = log;
    console.error = error;
  }
}

/**
 * The library.
 *
 * @throws UsageError PWW0002 before it is loaded, PWW0003 after it aborted.
 */
export function getBinaryen(): Binaryen {
  if (aborted !== undefined) throw new UsageError(aborted);
  if (library === undefined) throw new UsageError(notLoaded());
  return library;
}

/** What a call into Binaryen answers, or what it stopped with, and the lines it printed meanwhile. */
export type Answer<T> = { readonly printed: readonly string[] } & (
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }
);

/**
 * Calls into Binaryen. It throws C++ exceptions, which are caught here, and aborts where it finds itself inconsistent.
 *
 * @throws UsageError PWW0003 if it aborts.
 */
export function callBinaryen<T>(body: (binaryen: Binaryen) => T): Answer<T> {
  const binaryen = getBinaryen();
  const outer = captured;
  const printed: string[] = (captured = []);
  try {
    return { ok: true, value: body(binaryen), printed };
  } catch (thrown) {
    return { ok: false, reason: reasonOf(thrown, binaryen), printed };
  } finally {
    captured = outer;
  }
}

function reasonOf(thrown: unknown, binaryen: Binaryen): string {
  if (thrown instanceof Error && thrown.name === "RuntimeError") {
    const [reason = ""] = thrown.message.split(". Build with");
    aborted = binaryenAborted(reason);
    throw new UsageError(aborted, { cause: thrown });
  }
  if (thrown instanceof Error) return thrown.message;
  const { message } = thrown as { readonly message?: string };
  if (message !== undefined) return message;
  return binaryen.getExceptionMessage?.(thrown)[1]?.replace(/^Fatal: /, "") ?? describeThrown(thrown);
}
