import { runCommand } from "../commands/run-command.ts";
import type { CommandBodies } from "../commands/run-command.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { Leave } from "./script.ts";
import type { Script } from "./script.ts";

/* Scripts bundle/planning.cjs and bundle/run.cjs, which do not run third-party code. */

export interface OwnPackage {
  readonly name: string;
  readonly version: string;
  load(): Promise<{ readonly default?: unknown }>;
}

/**
 * Makes a script that runs commands. The script contains only the code of `packages`, each in one version. The script
 * does not write anything before it knows which code is needed. If other code is needed, or an unexpected error occurs,
 * the complete program runs the command.
 */
export function commandScript(bodies: CommandBodies, packages: readonly OwnPackage[]): Script {
  return async ([name = "", ...rest], terminal) => {
    const waiting = waitingTerminal(terminal);
    const own: Pick<Terminal, "beforeCode" | "moduleOf"> = {
      beforeCode() {
        throw new Leave();
      },
      moduleOf(found) {
        const one = packages.find(({ name, version }) => name === found.name && version === found.version);
        // Accepts only a package that the config refers to by name. A package at a path might be a different package
        // with the same name.
        return one === undefined || found.named.text !== one.name ? undefined : one.load;
      },
    };
    try {
      const code = await runCommand(name, rest, { ...waiting, ...own }, bodies);
      waiting.allLoaded();
      return code;
    } catch (thrown) {
      throw waiting.isOpen() ? thrown : new Leave();
    }
  };
}

/** Buffers output until all code is loaded. */
function waitingTerminal({
  out,
  err,
  progress,
  ...rest
}: Terminal): Terminal & { isOpen(): boolean; allLoaded(): void } {
  const written: (() => void)[] = [];
  let isOpen = false;
  const later = (write: () => void): void => {
    if (isOpen) write();
    else written.push(write);
  };
  return {
    ...rest,
    out: (content) => later(() => out(content)),
    err: (text) => later(() => err(text)),
    ...(progress && { progress: (text: string) => later(() => progress(text)) }),
    isOpen: () => isOpen,
    allLoaded() {
      isOpen = true;
      for (const write of written.splice(0)) write();
    },
  };
}
