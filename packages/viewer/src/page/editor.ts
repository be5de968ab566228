import { goToNextChunk, goToPreviousChunk, MergeView, unifiedMergeView } from "@codemirror/merge";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { defaultKeymap } from "@codemirror/commands";
import { tags } from "@lezer/highlight";

/** Two texts, and how to show them. */
export interface Comparison {
  readonly before: string;
  readonly after: string;
  readonly layout: "split" | "unified";
  readonly isFolded: boolean;
  readonly language: Extension;
  /** Called with the line at the cursor, from 1, and whether it is a line of the text after the step. */
  readonly onLine: (line: number, isAfter: boolean) => void;
}

/** A comparison in the page. */
export interface ShownComparison {
  next(): void;
  previous(): void;
  destroy(): void;
}

const style = HighlightStyle.define([
  { tag: tags.comment, class: "tok-comment" },
  { tag: [tags.string, tags.attributeValue], class: "tok-string" },
  { tag: [tags.number, tags.bool], class: "tok-number" },
  { tag: [tags.keyword, tags.tagName, tags.definitionKeyword], class: "tok-keyword" },
  { tag: [tags.typeName, tags.className], class: "tok-type" },
  { tag: [tags.labelName, tags.attributeName, tags.propertyName, tags.meta], class: "tok-label" },
  { tag: tags.variableName, class: "tok-variable" },
]);

function extensions(label: string, isAfter: boolean, { language, onLine }: Comparison): Extension[] {
  return [
    lineNumbers(),
    highlightSpecialChars(),
    drawSelection(),
    search({ top: true }),
    highlightSelectionMatches(),
    keymap.of([...searchKeymap, ...defaultKeymap]),
    syntaxHighlighting(style),
    language,
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true", tabindex: "0" }),
    EditorView.updateListener.of(({ selectionSet, state }) => {
      if (selectionSet) onLine(state.doc.lineAt(state.selection.main.head).number, isAfter);
    }),
  ];
}

/** Bounds of the search for differences: one that is not found in time is shown as one change. */
const DIFF = { scanLimit: 2000, timeout: 60 };

/** Lines around changes that stay visible if the others are folded. */
const FOLD = { margin: 3, minSize: 6 };

/** Shows a comparison in an element. */
export function showComparison(parent: HTMLElement, comparison: Comparison): ShownComparison {
  const { before, after, layout, isFolded } = comparison;
  const fold = isFolded ? { collapseUnchanged: FOLD } : {};
  const changed = extensions("IR after the step", true, comparison);
  if (before === after || layout === "unified") {
    const merge =
      before === after
        ? []
        : unifiedMergeView({
            original: before,
            mergeControls: false,
            diffConfig: DIFF,
            highlightChanges: true,
            ...fold,
          });
    const view = new EditorView({ parent, doc: after, extensions: [changed, merge] });
    return moves(view, () => view.destroy());
  }
  const view = new MergeView({
    parent,
    a: { doc: before, extensions: extensions("IR before the step", false, comparison) },
    b: { doc: after, extensions: changed },
    diffConfig: DIFF,
    highlightChanges: true,
    gutter: true,
    ...fold,
  });
  return moves(view.b, () => view.destroy());
}

function moves(view: EditorView, destroy: () => void): ShownComparison {
  const go = (command: typeof goToNextChunk): void => {
    command(view);
    view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: "center" }) });
  };
  return { next: () => go(goToNextChunk), previous: () => go(goToPreviousChunk), destroy };
}
