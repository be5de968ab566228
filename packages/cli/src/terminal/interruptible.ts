import type { Terminal } from "./terminal.ts";

/** Calls `body` with a signal that Ctrl-C aborts. Afterwards, Ctrl-C ends the process as usual. */
export async function interruptible<T>(
  { onInterrupt }: Pick<Terminal, "onInterrupt">,
  body: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const forget = onInterrupt?.(() => controller.abort());
  try {
    return await body(controller.signal);
  } finally {
    forget?.();
  }
}
