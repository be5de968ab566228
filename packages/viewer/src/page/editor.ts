import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { getChunks, MergeView, unifiedMergeView } from "@codemirror/merge";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, Transaction } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { defaultKeymap } from "@codemirror/commands";
import { tags } from "@lezer/highlight";
import type { Comparison } from "./comparison.ts";
import { currentChange, markCurrent } from "./current-change.ts";
import { linesBetween, skippedBefore } from "./skipped-lines.ts";
import type { LineMessage } from "./skipped-lines.ts";

/** Settings of a comparison in the page. */
export interface EditorSettings {
  readonly layout: "split" | "unified";
  readonly isFolded: boolean;
  readonly isWrapped: boolean;
  readonly language: Extension;
  /**
   * Returns the messages to show below lines of a text: the text after the step if `isAfter` is set, or else the text
   * before the step.
   */
  readonly messages: (isAfter: boolean) => readonly LineMessage[];
  /**
   * Called when the user selects a line. `line` is the line number in the shown excerpt, and `number` is the line
   * number in the complete text, both from 1. `isAfter` means that the line is in the text after the step.
   */
  readonly onLine: (text: string, line: number, number: number, isAfter: boolean) => void;
  /** Called with the number of the current change, from 1. */
  readonly onChange: (change: number) => void;
}

/** A comparison in the page. */
export interface ShownComparison {
  /** Number of changes. */
  readonly count: number;
  /** Shows the next change. Returns false after the last change. */
  next(): boolean;
  /** Shows the previous change. If no change is shown yet, shows the last change. Returns false before the first change. */
  previous(): boolean;
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

function extensions(
  label: string,
  isAfter: boolean,
  comparison: Comparison,
  { language, isWrapped, messages, onLine }: EditorSettings,
): Extension[] {
  const skippedRanges = comparison.skippedRanges.map(({ before, after, skipped }) => ({
    line: isAfter ? after : before,
    skipped,
  }));
  return [
    lineNumbers({ formatNumber: (line) => String(line + skippedBefore(skippedRanges, line)) }),
    linesBetween(skippedRanges, messages(isAfter)),
    isWrapped ? EditorView.lineWrapping : [],
    highlightSpecialChars(),
    drawSelection(),
    search({ top: true }),
    highlightSelectionMatches(),
    keymap.of([...searchKeymap, ...defaultKeymap]),
    syntaxHighlighting(style),
    language,
    EditorState.readOnly.of(true),
    currentChange,
    EditorView.contentAttributes.of({
      "aria-label": label,
      "aria-readonly": "true",
      tabindex: "0",
      title: "Click a line to see its history",
    }),
    EditorView.updateListener.of(({ transactions, state }) => {
      const isSelected = transactions.some((one) =>
        /^select(?:\.pointer)?$/.test(one.annotation(Transaction.userEvent) ?? ""),
      );
      if (!isSelected) return;
      const { text, number } = state.doc.lineAt(state.selection.main.head);
      onLine(text, number, number + skippedBefore(skippedRanges, number), isAfter);
    }),
  ];
}

/** Number of unchanged lines to show around a change, and minimum number of unchanged lines to fold. */
const FOLD = { margin: 3, minSize: 6 };

/** Shows a comparison in an element. */
export function showComparison(parent: HTMLElement, comparison: Comparison, settings: EditorSettings): ShownComparison {
  const { before, after, changes, isExcerpt } = comparison;
  const fold = settings.isFolded && !isExcerpt ? { collapseUnchanged: FOLD } : {};
  const changed = extensions("IR after the step", true, comparison, settings);
  const diffConfig = { override: () => changes };
  if (before === after || settings.layout === "unified") {
    const merge =
      before === after
        ? []
        : unifiedMergeView({ original: before, mergeControls: false, diffConfig, highlightChanges: true, ...fold });
    const view = new EditorView({ parent, doc: after, extensions: [changed, merge] });
    return moves([view], settings, () => view.destroy());
  }
  const view = new MergeView({
    parent,
    a: { doc: before, extensions: extensions("IR before the step", false, comparison, settings) },
    b: { doc: after, extensions: changed },
    diffConfig,
    highlightChanges: true,
    gutter: true,
    ...fold,
  });
  return moves([view.b, view.a], settings, () => view.destroy());
}

/**
 * Returns functions that move to the next and previous change. The first element of `views` shows the text after the
 * step.
 */
function moves(
  views: readonly [EditorView, EditorView?],
  { onChange }: EditorSettings,
  destroy: () => void,
): ShownComparison {
  const [view, other] = views;
  const chunks = getChunks(view.state)?.chunks ?? [];
  let current = -1;
  const go = (move: number): boolean => {
    const wanted = current === -1 && move < 0 ? chunks.length - 1 : current + move;
    const chunk = chunks[wanted];
    if (chunk === undefined) return false;
    current = wanted;
    const { fromA, endA, fromB, endB } = chunk;
    other?.dispatch({ effects: markCurrent.of([fromA, endA]) });
    const start = Math.min(fromB, view.state.doc.length);
    view.dispatch({ effects: [markCurrent.of([fromB, endB]), EditorView.scrollIntoView(start, { y: "center" })] });
    onChange(current + 1);
    return true;
  };
  return { count: chunks.length, next: () => go(1), previous: () => go(-1), destroy };
}
