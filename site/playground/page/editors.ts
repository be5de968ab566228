import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import type { Diagnostic as Mark } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { Diagnostic } from "@passwright/core";
import { languageOf as grammarOf } from "../../../packages/viewer/dist/page/languages.js";
import type { PlaygroundState } from "../state.ts";

/** The editors of the files, in a column. */
export class Editors {
  readonly #element: HTMLElement;
  readonly #onChange: () => void;
  readonly #views = new Map<string, EditorView>();
  readonly #theme = new Compartment();
  #isDark = false;

  constructor(element: HTMLElement, onChange: () => void) {
    this.#element = element;
    this.#onChange = onChange;
  }

  get state(): PlaygroundState {
    return { files: [...this.#views].map(([name, view]) => [name, view.state.doc.toString()]) };
  }

  set state({ files }: PlaygroundState) {
    for (const view of this.#views.values()) view.destroy();
    this.#views.clear();
    this.#element.replaceChildren(...files.map(([name, text]) => this.#section(name, text)));
  }

  set isDark(isDark: boolean) {
    this.#isDark = isDark;
    for (const view of this.#views.values()) view.dispatch({ effects: this.#theme.reconfigure(themeOf(isDark)) });
  }

  /** Marks the lines of diagnostics. */
  mark(diagnostics: readonly Diagnostic[]): void {
    for (const [name, view] of this.#views) {
      const own = diagnostics.filter(({ at }) => at?.file === name);
      view.dispatch(
        setDiagnostics(
          view.state,
          own.flatMap((one) => markOf(one, view.state) ?? []),
        ),
      );
    }
  }

  #section(name: string, text: string): HTMLElement {
    const section = document.createElement("details");
    section.open = true;
    const title = document.createElement("summary");
    title.textContent = name;
    const content = document.createElement("div");
    content.className = "editor";
    section.append(title, content);
    const state = EditorState.create({
      doc: text,
      extensions: [...this.#extensions(), languageOf(name, text), labelled(name)],
    });
    this.#views.set(name, new EditorView({ state, parent: content }));
    return section;
  }

  #extensions(): Extension[] {
    return [
      lineNumbers(),
      history(),
      drawSelection(),
      indentOnInput(),
      bracketMatching(),
      lintGutter(),
      // Does not bind Tab: the key moves the focus out of the editor, so that the page works without a mouse.
      keymap.of([...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"), ...historyKeymap]),
      syntaxHighlighting(classHighlighter),
      this.#theme.of(themeOf(this.#isDark)),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged) this.#onChange();
      }),
    ];
  }
}

const labelled = (name: string): Extension => EditorView.contentAttributes.of({ "aria-label": name, tabindex: "0" });

const themeOf = (isDark: boolean): Extension => EditorView.theme({}, { dark: isDark });

/** Grammar of a file: YAML for configs, or one of the viewer's grammars. */
function languageOf(name: string, text: string): Extension {
  return /\.(?:ya?ml|json)$/.test(name) ? yaml() : grammarOf(name.replace(/^.*\./, ""), name, text.length);
}

/** Returns a mark from the position of a diagnostic to the end of the line. */
function markOf({ at, severity, message, code }: Diagnostic, { doc }: EditorState): Mark | undefined {
  if (at === undefined || at.line < 1 || at.line > doc.lines) return undefined;
  const line = doc.line(at.line);
  const from = Math.min(line.from + Math.max(at.column - 1, 0), line.to);
  const level = severity === "error" || severity === "warning" ? severity : "info";
  return { from, to: line.to, severity: level, message: `${message} (${code})` };
}
