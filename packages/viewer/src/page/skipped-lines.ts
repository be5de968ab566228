import { StateField } from "@codemirror/state";
import type { Extension, Text } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import type { SkippedRange } from "./comparison.ts";

/** Number of lines of the file that are skipped before one line of the shown text. */
export type SkippedLines = Pick<SkippedRange, "skipped"> & {
  /**
   * Number of the line in the shown text, from 1. For skipped lines at the end of the file: number of shown lines plus
   * 1.
   */
  readonly line: number;
};

/** Message below a line of the text. */
export interface LineMessage {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly severity: string;
  readonly text: string;
}

/** Returns the number of lines of the file that are skipped before a line of the text. */
export function skippedBefore(skippedRanges: readonly SkippedLines[], line: number): number {
  let sum = 0;
  for (const range of skippedRanges) {
    if (range.line > line) break;
    sum += range.skipped;
  }
  return sum;
}

class BlockWidget extends WidgetType {
  readonly #name: string;
  readonly #text: string;

  constructor(name: string, text: string) {
    super();
    this.#name = name;
    this.#text = text;
  }

  override eq(other: BlockWidget): boolean {
    return other.#name === this.#name && other.#text === this.#text;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement("div");
    element.className = this.#name;
    element.textContent = this.#text;
    return element;
  }
}

/** Returns an extension of the editor that marks skipped lines, and shows messages below lines. */
export function linesBetween(skippedRanges: readonly SkippedLines[], messages: readonly LineMessage[]): Extension {
  if (skippedRanges.length + messages.length === 0) return [];
  const block = (widget: WidgetType, place: number, side: number) =>
    Decoration.widget({ widget, block: true, side }).range(place);
  const widgets = (doc: Text): DecorationSet =>
    Decoration.set(
      [
        ...skippedRanges.map(({ line, skipped }) => {
          const text = `${skipped.toLocaleString("en")} unchanged ${skipped === 1 ? "line" : "lines"}`;
          const widget = new BlockWidget("cm-collapsedLines pw-skipped", text);
          return line > doc.lines || (line === doc.lines && doc.line(line).length === 0)
            ? block(widget, doc.length, 1)
            : block(widget, doc.line(line).from, -1);
        }),
        ...messages
          .filter(({ line }) => line <= doc.lines)
          .map(({ line, severity, text }) =>
            block(new BlockWidget(`pw-line-message pw-${severity}`, text), doc.line(line).to, 1),
          ),
      ],
      true,
    );
  return StateField.define<DecorationSet>({
    create: ({ doc }) => widgets(doc),
    update: (value) => value,
    provide: (field) => EditorView.decorations.from(field),
  });
}
