import { css } from "@codemirror/lang-css";
import { html } from "@codemirror/lang-html";
import { javascript } from "@codemirror/lang-javascript";
import { xml } from "@codemirror/lang-xml";
import { StreamLanguage } from "@codemirror/language";
import type { StringStream } from "@codemirror/language";
import type { Extension } from "@codemirror/state";

const TYPE = /^(?:i\d+|si\d+|ui\d+|index|f16|bf16|f32|f64|f80|f128|tf32|none|memref|tensor|vector|tuple|complex)\b/;
const KEYWORD =
  /^(?:attributes|private|public|nested|loc|dense|array|affine_map|affine_set|to|step|iter_args|else|then|unit|true|false)\b/;

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^\/\/.*/)) return "comment";
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
  if (stream.match(/^%[\w$.-]+(?:[:#]\d+)?/)) return "variableName";
  if (stream.match(/^@(?:[\w$.-]+|"(?:[^"\\]|\\.)*"?)/)) return "labelName";
  if (stream.match(/^\^[\w$.-]+/)) return "labelName";
  if (stream.match(/^#[\w$.-]+/)) return "meta";
  if (stream.match(/^![\w$.-]+/)) return "typeName";
  if (stream.match(TYPE)) return "typeName";
  if (stream.match(/^[A-Za-z_][\w$]*(?:\.[\w$]+)+/)) return "keyword";
  if (stream.match(KEYWORD)) return "keyword";
  if (stream.match(/^-?(?:0x[\da-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)/)) return "number";
  if (stream.match(/^[A-Za-z_][\w$]*/)) return stream.peek() === "(" ? "keyword" : null;
  stream.next();
  return null;
}

/** Grammar of MLIR's text, for highlighting. */
const mlirLanguage = StreamLanguage.define({
  name: "mlir",
  token,
  languageData: { commentTokens: { line: "//" } },
});

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
