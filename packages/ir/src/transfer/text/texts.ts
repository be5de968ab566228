import type { TextAnswer, TextTransfer } from "@passwright/core";
import type { Operation } from "../../handles.ts";
import type { IrContext } from "../../store/store.ts";
import { bytesOf, encodeUtf8 } from "../../text/bytes.ts";
import { cutText } from "./cut-text.ts";
import { TextReader } from "./text-part.ts";
import type { PartAnswer } from "./text-part.ts";

/** Returns functions that cut a text into parts, parse a part, and join the results. */
export function textTransfer(context: IrContext): TextTransfer<Operation> {
  let reader: TextReader | undefined;
  return {
    cut: (text, parts) => cutText(context, text, parts),
    arrive(text, part) {
      if (reader?.isOf(text) !== true) reader = new TextReader(context, text);
      return reader.read(part);
    },
    join: (_text, answers) => joinParts(answers),
  };
}

/**
 * Joins the parts into one module. Returns undefined if two parts define the same symbol, or if the passes on one part
 * used a symbol that no longer exists.
 */
function joinParts(answers: readonly TextAnswer[]): readonly Uint8Array[] | undefined {
  const parts = answers as readonly PartAnswer[];
  const [first] = parts;
  if (first === undefined) return undefined;
  const { head } = first.more;
  if (parts.some(({ more }) => more.head !== head)) return undefined;
  const before = uniqueOf(parts, ({ more }) => more.before);
  const after = uniqueOf(parts, ({ more }) => more.after);
  if (before === undefined || after === undefined) return undefined;
  if (parts.some(({ more }) => more.declared.some((name) => !before.has(name)))) return undefined;
  return [bytesOf(head), ...parts.map(({ text }) => text), encodeUtf8("}\n")];
}

function uniqueOf(
  parts: readonly PartAnswer[],
  namesOf: (part: PartAnswer) => readonly string[],
): ReadonlySet<string> | undefined {
  const all = new Set<string>();
  let count = 0;
  for (const part of parts) {
    const names = namesOf(part);
    for (const name of names) all.add(name);
    count += names.length;
  }
  return all.size === count ? all : undefined;
}
