import { render } from "preact";
import type { Recording } from "../recording/recording.ts";
import { App } from "./app.tsx";
import type { ViewerOptions } from "./options.ts";
import { IncompatibleRecording, modelOf } from "./model.ts";
import { readEmbedded } from "./embedded.ts";
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
