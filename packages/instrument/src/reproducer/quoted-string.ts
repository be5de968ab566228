/** Returns the UTF-8 bytes of a text. As in MLIR, an unpaired surrogate becomes the replacement character. */
function bytesOf(text: string): readonly number[] {
  const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
  return (encoded.match(/%[0-9A-F]{2}|./g) ?? []).map((part) =>
    part.length === 1 ? part.charCodeAt(0) : Number.parseInt(part.slice(1), 16),
  );
}

function textOf(bytes: readonly number[]): string {
  const encoded = bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  try {
    return decodeURIComponent(encoded);
  } catch {
    // For bytes that are not valid UTF-8, returns one character for each byte.
    return String.fromCharCode(...bytes);
  }
}

/** Quotes a string like MLIR. Replaces quotes and all bytes that are not printable ASCII by two hexadecimal digits. */
export function quote(text: string): string {
  const characters = bytesOf(text).map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === "\\") return "\\\\";
    if (byte >= 0x20 && byte < 0x7f && character !== '"') return character;
    return `\\${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  return `"${characters.join("")}"`;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t" };

/** Returns the content of a string that MLIR quoted. */
export function unquote(quoted: string): string {
  const bytes: number[] = [];
  for (const [part] of quoted.slice(1, -1).matchAll(/\\[0-9A-Fa-f]{2}|\\.|[^\\]+/gs)) {
    if (/^\\[0-9A-Fa-f]{2}$/.test(part)) bytes.push(Number.parseInt(part.slice(1), 16));
    else bytes.push(...bytesOf(part.startsWith("\\") ? (ESCAPES[part.slice(1)] ?? part.slice(1)) : part));
  }
  return textOf(bytes);
}
