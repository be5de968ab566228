import { StreamLanguage } from "@codemirror/language";
import type { StringStream } from "@codemirror/language";

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
export const mlirLanguage = StreamLanguage.define({
  name: "mlir",
  token,
  languageData: { commentTokens: { line: "//" } },
});
