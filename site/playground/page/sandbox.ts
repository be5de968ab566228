import type { FromFrame, RunResult, ToFrame } from "../messages.ts";
import type { PlaygroundState } from "../state.ts";

/** Time limit of a run, in milliseconds. */
const LIMIT = 5000;

/** Time in milliseconds after which a frame that does not reply counts as unresponsive. */
const FRAME_LIMIT = 4 * LIMIT;

/** Maximum length of a result in characters. */
const LARGEST_RESULT = 50_000_000;

/** Result of a run, or the reason for the missing result. */
export type SandboxResult = RunResult | { readonly stopped: string };

/**
 * Runs states of the playground in a sandbox. The user's code can send any message, so the page checks every result.
 */
export class Sandbox {
  readonly #engine: Promise<string>;
  #frame: Promise<HTMLIFrameElement>;
  #last = 0;

  constructor() {
    this.#engine = fetch("engine.js").then((response) => response.text());
    this.#frame = this.#open();
  }

  /** Runs a state. A new run ends the previous run, which then resolves to `undefined`. */
  async run({ files }: PlaygroundState): Promise<SandboxResult | undefined> {
    const id = ++this.#last;
    const frame = await this.#frame;
    if (id !== this.#last) return undefined;
    const answer = await this.#ask(frame, { id, files, limit: LIMIT });
    if (id !== this.#last) return undefined;
    if (answer === undefined) {
      frame.remove();
      this.#frame = this.#open();
      return { stopped: "The engine did not respond, and was restarted." };
    }
    const { result, error } = answer;
    if (error !== undefined) return { stopped: `The engine was restarted after an error: ${String(error)}` };
    if (result === undefined) return { stopped: `The run was ended after ${LIMIT / 1000} seconds, the time limit.` };
    return read(result);
  }

  /** Sends a run to the frame. Resolves to `undefined` if the frame does not reply in time, or if a later run starts first. */
  #ask(frame: HTMLIFrameElement, message: ToFrame & { readonly id: number }): Promise<FromFrame | undefined> {
    return new Promise((resolve) => {
      const end = (answer: FromFrame | undefined): void => {
        removeEventListener("message", listen);
        clearTimeout(timer);
        resolve(answer);
      };
      const listen = ({ source, data }: MessageEvent<FromFrame>): void => {
        if (source === frame.contentWindow && data.id === message.id) end(data);
      };
      const timer = setTimeout(() => end(undefined), FRAME_LIMIT);
      addEventListener("message", listen);
      frame.contentWindow?.postMessage(message, "*");
    });
  }

  async #open(): Promise<HTMLIFrameElement> {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.title = "Engine";
    frame.hidden = true;
    frame.src = "frame.html";
    const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    document.body.append(frame);
    await loaded;
    frame.contentWindow?.postMessage({ engine: await this.#engine } satisfies ToFrame, "*");
    return frame;
  }
}

function read(json: string): SandboxResult {
  if (json.length > LARGEST_RESULT) return { stopped: "The result is too large to be shown." };
  try {
    const result = JSON.parse(json) as Partial<RunResult> | null;
    if (typeof result === "object" && result !== null && Array.isArray(result.diagnostics)) return result as RunResult;
  } catch {
    // Ignores an invalid result, because modules of the user can also send messages. The code below reports the
    // problem.
  }
  return { stopped: "The run ended without a result." };
}
