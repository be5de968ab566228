import { run } from "../commands/run.ts";
import { runCommand } from "../commands/run-command.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { Leave, scriptOf } from "./script.ts";
import type { Script } from "./script.ts";

/* What is bundled as one file, bundle/run.cjs: `passwright run`, with the plugins of ours that go with data. */

/** A package whose module is in the file. */
export interface OwnPackage {
  readonly name: string;
  readonly version: string;
  load(): Promise<{ readonly default?: unknown }>;
}

/**
 * `passwright run` for configs that name these packages, in these versions, and nobody else's code. Until all is loaded nothing is said,
 * and whatever goes wrong is left to the modules, which can tell of it.
 */
export function runScript(packages: readonly OwnPackage[]): Script {
  return scriptOf(async ([name = "", ...rest], terminal, isNew) => {
    const used: string[] = [];
    const waiting = new WaitingTerminal(terminal);
    const own: Pick<Terminal, "beforeCode" | "moduleOf"> = {
      beforeCode() {
        throw new Leave();
      },
      moduleOf(found) {
        const one = packages.find(({ name, version }) => name === found.name && version === found.version);
        // What is named by its path is somebody's, whatever it calls itself.
        if (one === undefined || found.named.text !== one.name) return undefined;
        used.push(one.name);
        return one.load;
      },
    };
    try {
      const code = await runCommand(name, rest, { ...waiting.terminal, ...own }, { run: () => Promise.resolve(run) });
      waiting.open();
      const parts = [`exit ${code}`, ...used];
      return isNew(parts) ? { code, newParts: parts } : { code };
    } catch (thrown) {
      throw waiting.isOpen ? thrown : new Leave();
    }
  });
}

/** Keeps what is said until all is loaded. */
class WaitingTerminal {
  readonly terminal: Terminal;
  readonly #said: (() => void)[] = [];
  isOpen = false;

  constructor({ out, outBytes, err, progress, ...rest }: Terminal) {
    const say = (write: () => void): void => {
      if (this.isOpen) write();
      else this.#said.push(write);
    };
    this.terminal = {
      ...rest,
      out: (text) => say(() => out(text)),
      err: (text) => say(() => err(text)),
      ...(outBytes === undefined ? {} : { outBytes: (bytes: Uint8Array) => say(() => outBytes(bytes)) }),
      ...(progress === undefined ? {} : { progress: (text: string) => say(() => progress(text)) }),
      allLoaded: () => this.open(),
    };
  }

  open(): void {
    this.isOpen = true;
    for (const write of this.#said.splice(0)) write();
  }
}
