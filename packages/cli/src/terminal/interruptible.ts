import type { Terminal } from "./terminal.ts";

/** Calls `body`, which can show its progress, with a signal that Ctrl-C aborts. Then Ctrl-C ends the process again. */
export async function interruptible<T>(
  { onInterrupt, progress }: Pick<Terminal, "onInterrupt" | "progress">,
  body: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T; readonly isStopped: boolean }> {
  const controller = new AbortController();
  const forget = onInterrupt?.(() => controller.abort());
  try {
    const result = await body(controller.signal);
    progress?.("");
    return { result, isStopped: controller.signal.aborted };
  } finally {
    forget?.();
  }
}
