import type binaryen from "binaryen";
import { describeThrown, UsageError } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import { binaryenAborted, noBinaryen, notLoaded } from "./errors.ts";

/** Members of Binaryen that Binaryen's type declarations do not contain. */
interface Untyped {
  readonly Function: {
    getName(ref: binaryen.FunctionRef): string;
    getBody(ref: binaryen.FunctionRef): binaryen.ExpressionRef;
    setBody(ref: binaryen.FunctionRef, body: binaryen.ExpressionRef): void;
    getNumLocals(ref: binaryen.FunctionRef): number;
    hasLocalName(ref: binaryen.FunctionRef, index: number): boolean;
    getLocalName(ref: binaryen.FunctionRef, index: number): string;
  };
  /** Makes a new object for an existing module, given the pointer to the module. */
  wrapModule(pointer: number): binaryen.Module;
  /** Returns the type and the message of a C++ exception. */
  getExceptionMessage?(thrown: unknown): readonly [type: string, text: string];
}

/** Library from the npm package `binaryen`. */
export type Binaryen = typeof binaryen & Untyped;

interface Console {
  log(...texts: unknown[]): void;
  error(...texts: unknown[]): void;
}

let library: Binaryen | undefined;
let loading: Promise<Diagnostic | undefined> | undefined;
let failure: Diagnostic | undefined;
let aborted: Diagnostic | undefined;
let captured: string[] | undefined;

/**
 * Loads Binaryen (10 MB). All calls return the same promise. The promise resolves to a diagnostic if Binaryen cannot be
 * loaded.
 */
export function loadBinaryen(): Promise<Diagnostic | undefined> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Diagnostic | undefined> {
  // Replaces functions of the console while Binaryen starts, because Binaryen stores references to these functions when
  // it starts.
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
    failure = noBinaryen(describeThrown(thrown).split("\n")[0] ?? "");
    return failure;
  } finally {
    console.log = log;
    console.error = error;
  }
}

/**
 * Returns the loaded library.
 *
 * @throws UsageError PWW0002 if Binaryen is not loaded, PWW0001 if loading failed, PWW0003 after Binaryen aborted.
 */
export function getBinaryen(): Binaryen {
  if (aborted !== undefined) throw new UsageError(aborted);
  if (library === undefined) throw new UsageError(failure ?? notLoaded());
  return library;
}

/** Result or error of a call to Binaryen, and the lines that Binaryen printed. */
export type Answer<T> = { readonly printed: readonly string[] } & (
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }
);

/**
 * Calls a function, and passes the library to the function. Captures the lines that Binaryen prints, and catches
 * exceptions.
 *
 * @throws UsageError PWW0003 if Binaryen aborts.
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
