import type { Attribute } from "../attributes/attribute.ts";
import { bytesOf, keywordOrString } from "../text/bytes.ts";
import type { ByteWriter } from "./byte-writer.ts";

const SEPARATOR = bytesOf(", ");
const EQUALS = bytesOf(" = ");

/**
 * Writes an attribute without aliases. Does not cache the bytes of symbol names and of dictionaries with symbol names,
 * because most of them are written only once.
 */
export function writeAttribute(out: ByteWriter, attribute: Attribute): void {
  const { data } = attribute;
  if (data.kind === "string" && data.type === undefined) out.quoted(data.value);
  else if (data.kind !== "dictionary") out.write(attribute.bytes);
  else {
    out.byte(123);
    for (let i = 0; i < data.entries.length; i++) {
      const { name, value } = data.entries[i]!;
      if (i !== 0) out.write(SEPARATOR);
      out.text(keywordOrString(name));
      if (value.kind === "unit") continue;
      out.write(EQUALS);
      writeAttribute(out, value);
    }
    out.byte(125);
  }
}
