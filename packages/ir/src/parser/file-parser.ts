import { isLocation } from "../attributes/attribute.ts";
import { type Store } from "../store/store.ts";
import { parseAttribute } from "./attribute-parser.ts";
import { type Reader } from "./reader.ts";
import { parseType } from "./type-parser.ts";

/** `('#' | '!') name '=' (attribute | type)`, between the operations of the top. */
export function parseAliasDefinition(reader: Reader): void {
  const start = reader.at;
  const isType = reader.bytes[start] === 33;
  const what = isType ? "type" : "attribute";
  reader.at++;
  const name = reader.symbolName();
  if (name === "") reader.fail(`expected ${what} alias name`, start);
  const aliases: { has(name: string): boolean } = isType ? reader.typeAliases : reader.attributeAliases;
  if (aliases.has(name)) reader.fail(`redefinition of ${what} alias id '${name}'`, start);
  if (name.includes(".")) {
    reader.fail(`${what} names with a '.' are reserved for dialect-defined names`, start);
  }
  reader.expect("=", `expected '=' in ${what} alias definition`);
  if (isType) {
    const type = parseType(reader);
    reader.typeAliases.set(name, type);
    if (type.kind === "opaque") reader.context.opaqueAliases.set(type, baseName(name));
    return;
  }
  const attribute = parseAttribute(reader);
  reader.attributeAliases.set(name, attribute);
  if (!isLocation(attribute.data) && attribute.kind === "opaque") {
    reader.context.opaqueAliases.set(attribute, baseName(name));
  }
}

/** `map3` is the fourth alias that was asked to be called `map`. */
function baseName(name: string): string {
  return name.replace(/\d+$/, "");
}

/** `'{-#' … '#-}'`: file metadata. Its text is kept; what is in it is read when somebody asks. */
export function parseResources(reader: Reader, store: Store): void {
  const start = reader.at;
  const { bytes } = reader;
  if (bytes[start + 2] !== 35) reader.failExpected("expected operation name in quotes");
  let at = start + 3;
  for (;;) {
    if (at >= reader.end) reader.fail("expected '#-}' to end file metadata", start);
    const c = bytes[at]!;
    if (c === 34) {
      reader.at = at;
      reader.string("expected string");
      at = reader.at;
    } else if (c === 35 && bytes[at + 1] === 45 && bytes[at + 2] === 125) break;
    else at++;
  }
  reader.at = at + 3;
  store.resources = reader.source.slice(start, reader.at);
}
