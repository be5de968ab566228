import { render } from "preact";
import type { Recording } from "../recording/recording.ts";
import { App } from "./app.tsx";
import type { ViewerOptions } from "./options.ts";
import { IncompatibleRecording, modelOf } from "./model.ts";
import "./style.css";

export type { ViewerOptions } from "./options.ts";

/** A mounted viewer. */
export interface MountedViewer {
  /** Shows another recording. Keeps the selected step if the recording contains this step. */
  update(recording: Recording): void;
  /** Removes the viewer from the page. */
  unmount(): void;
}

/** Shows a recording in an element of a page. */
export function mountViewer(element: HTMLElement, recording: Recording, options: ViewerOptions = {}): MountedViewer {
  const show = (shown: Recording): void => {
    try {
      render(<App model={modelOf(shown)} options={options} />, element);
    } catch (thrown) {
      if (!(thrown instanceof IncompatibleRecording)) throw thrown;
      render(<p class="pw-refused">{thrown.message}</p>, element);
    }
  };
  element.classList.add("pw-view");
  show(recording);
  return { update: show, unmount: () => render(null, element) };
}

/** Reads the recording from an element of the page. The element contains JSON, or compressed JSON in base64. */
async function readEmbedded({ type, textContent }: HTMLScriptElement): Promise<Recording> {
  const text = textContent ?? "";
  if (type === "application/json") return JSON.parse(text) as Recording;
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as Recording;
}

/** Starts the viewer in a page that contains a recording: the page that `passwright view` writes. */
const data = globalThis.document?.getElementById("passwright-recording");
if (data instanceof HTMLScriptElement) {
  const element = document.getElementById("passwright-view") as HTMLElement;
  void readEmbedded(data).then(
    (recording) => mountViewer(element, recording),
    (thrown: unknown) => (element.textContent = `the recording cannot be read: ${String(thrown)}`),
  );
  const { reload } = document.documentElement.dataset;
  if (reload !== undefined) new EventSource(reload).addEventListener("message", () => location.reload());
}
