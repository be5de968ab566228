import { css } from "@codemirror/lang-css";
import { html } from "@codemirror/lang-html";
import { javascript } from "@codemirror/lang-javascript";
import { xml } from "@codemirror/lang-xml";
import type { Extension } from "@codemirror/state";
import { mlirLanguage } from "./mlir-grammar.ts";

/** Grammars. The key is the name of an IR or a file extension. */
const LANGUAGES: { readonly [name: string]: () => Extension } = {
  mlir: () => mlirLanguage,
  svg: xml,
  xml,
  html,
  hast: html,
  css,
  postcss: css,
  js: () => javascript({ jsx: true }),
  mjs: () => javascript({ jsx: true }),
  babel: () => javascript({ jsx: true, typescript: true }),
  ts: () => javascript({ typescript: true }),
};

/** Maximum length, in characters, of texts that are shown with highlighting. */
const MOST_HIGHLIGHTED = 3_000_000;

export function languageOf(ir: string, file: string, length: number): Extension {
  if (length > MOST_HIGHLIGHTED) return [];
  const ending = /\.(\w+)$/.exec(file)?.[1] ?? "";
  const make = [ir, ending].map((name) => (Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined)).find(Boolean);
  return make?.() ?? [];
}
