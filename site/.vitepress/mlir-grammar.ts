import type { MarkdownOptions } from "vitepress";

type Languages = Exclude<MarkdownOptions["languages"], undefined>;

/**
 * Grammar for highlighting MLIR's text. The grammar recognizes an operation by the dot in its name, or by its position
 * in the line.
 */
export const mlirGrammar = {
  name: "mlir",
  scopeName: "source.mlir",
  patterns: [
    { name: "comment.line.mlir", match: "//.*$" },
    { name: "string.quoted.double.mlir", match: '"(?:[^"\\\\\\n]|\\\\.)*"' },
    { name: "variable.other.mlir", match: "%[\\w$.-]+(?::\\d+)?(?:#\\d+)?" },
    { name: "entity.name.function.mlir", match: '@(?:[\\w$.-]+|"[^"]*")' },
    { name: "entity.name.section.mlir", match: "\\^[\\w$.-]+" },
    { name: "constant.other.attribute.mlir", match: "#[A-Za-z_][\\w$.]*" },
    { name: "entity.name.type.mlir", match: "![A-Za-z_][\\w$.]*|\\b(?:[su]?i\\d+|b?f\\d+\\w*|index|none|tf32)\\b" },
    { name: "entity.name.type.mlir", match: "\\b(?:tensor|memref|vector|tuple|complex)(?=<)" },
    { name: "keyword.control.mlir", match: "\\b[a-z_]\\w*(?:\\.[A-Za-z_]\\w*)+\\b" },
    { name: "keyword.control.mlir", match: "(?:^\\s*|=\\s)(?:return|call|module)\\b" },
    { name: "constant.language.mlir", match: "\\b(?:true|false|unit|dense|loc|attributes|private|public)\\b" },
    { name: "constant.numeric.mlir", match: "(?<![\\w.])-?(?:0x[0-9a-fA-F]+|\\d+(?:\\.\\d+(?:[eE][+-]?\\d+)?)?)" },
    { name: "keyword.operator.mlir", match: "->" },
  ],
  repository: {},
} satisfies Languages[number];
