import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";

/** Sets the current change, given the positions of its start and end. */
export const markCurrent = StateEffect.define<readonly [from: number, to: number]>();

/** Outlines the current change. If the change does not have lines in this text, draws a line above the next line. */
export const currentChange = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { effects, state: { doc } }) {
    for (const effect of effects) {
      if (!effect.is(markCurrent)) continue;
      const [from, to] = effect.value;
      const first = doc.lineAt(Math.min(from, doc.length)).number;
      const last = doc.lineAt(Math.min(Math.max(from, to - 1), doc.length)).number;
      const isEmpty = to <= from;
      const lines = Array.from({ length: last - first + 1 }, (_, index) => {
        const edges = isEmpty
          ? "pw-current-first"
          : `pw-current${index === 0 ? " pw-current-first" : ""}${first + index === last ? " pw-current-last" : ""}`;
        return Decoration.line({ class: edges }).range(doc.line(first + index).from);
      });
      return Decoration.set(lines);
    }
    return value;
  },
  provide: (field) => EditorView.decorations.from(field),
});
