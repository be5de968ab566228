import { mountViewer } from "@passwright/viewer/page";
import type { MountedViewer } from "@passwright/viewer/page";
import { fragmentOf, stateOf } from "../state.ts";
import { Editors } from "./editors.ts";
import { EXAMPLES } from "./examples.ts";
import { Sandbox } from "./sandbox.ts";
import { followTheme } from "./theme.ts";
import "./page.css";

/* The page: editors at the left, the viewer or the output at the right. */

/** Time between the last pressed key and the start of a run, in milliseconds. */
const PAUSE = 400;

const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const [status, output, viewer] = [element("status"), element("output"), element("viewer")];
const examples = element("examples") as HTMLSelectElement;

const sandbox = new Sandbox();
const editors = new Editors(element("editors"), () => runSoon(PAUSE));
let mounted: MountedViewer | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function runSoon(pause: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void run(), pause);
}

async function run(): Promise<void> {
  clearTimeout(timer);
  status.textContent = "Running …";
  const result = await sandbox.run(editors.state);
  if (result === undefined) return;
  if ("stopped" in result) {
    show(result.stopped);
    status.textContent = "Stopped.";
    return;
  }
  const { recording, diagnostics, ok } = result;
  editors.mark(diagnostics);
  if (recording === undefined) show(result.output ?? "");
  else {
    try {
      if (mounted === undefined) mounted = mountViewer(viewer, recording, { hasHeader: false });
      else mounted.update(recording);
      show(undefined);
    } catch (thrown) {
      show(`The recording cannot be shown: ${String(thrown)}`);
    }
  }
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  status.textContent = ok
    ? "Done."
    : errors > 0
      ? `Failed with ${errors} ${errors === 1 ? "error" : "errors"}.`
      : "Failed.";
}

/** Shows a text instead of the viewer. */
function show(text: string | undefined): void {
  output.hidden = text === undefined;
  viewer.hidden = text !== undefined;
  output.textContent = text ?? "";
}

async function share(): Promise<void> {
  const fragment = await fragmentOf(editors.state);
  if (typeof fragment === "number") {
    status.textContent = `The files are too large for a link: ${fragment.toLocaleString("en")} characters, at most 16,000.`;
    return;
  }
  history.replaceState(null, "", fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = "The link is in the clipboard.";
  } catch {
    status.textContent = "The address of this page is the link.";
  }
}

/** Shows the state that the address of the page contains. Without a state, shows the first example. */
async function open(): Promise<void> {
  const state = await stateOf(location.hash);
  examples.value = state === undefined ? (EXAMPLES[0]?.title ?? "") : "";
  editors.state = state ?? (EXAMPLES[0] as (typeof EXAMPLES)[number]);
  await run();
  if (state === undefined && location.hash.length > 1)
    status.textContent = "The link is damaged: this is the first example.";
}

examples.append(new Option("your files", ""), ...EXAMPLES.map(({ title }) => new Option(title, title)));
examples.addEventListener("change", () => {
  const example = EXAMPLES.find(({ title }) => title === examples.value);
  if (example === undefined) return;
  history.replaceState(null, "", location.pathname);
  editors.state = example;
  void run();
});
element("run").addEventListener("click", () => void run());
element("share").addEventListener("click", () => void share());
addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  void run();
});
addEventListener("hashchange", () => void open());
followTheme(element("theme"), (isDark) => (editors.isDark = isDark));
void open();
