/* What programs print. */

export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Bytecode begins with the letters `ML`, an `ï` and an `R`. */
export function isBytecode(bytes: Uint8Array): boolean {
  return bytes[0] === 0x4d && bytes[1] === 0x4c && bytes[2] === 0xef && bytes[3] === 0x52;
}

/** A program ends what it writes with an empty line. */
export function withoutEmptyLine(printed: Uint8Array): Buffer {
  const text = bufferOf(printed);
  if (isBytecode(text)) return text;
  return text.subarray(-2).toString() === "\n\n" ? text.subarray(0, -1) : text;
}
