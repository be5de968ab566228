/** Returns a buffer that shares the memory of the given bytes. */

export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Returns whether bytes are bytecode, which starts with the Latin-1 text `MLïR`. */
export function isBytecode(bytes: Uint8Array): boolean {
  return bytes[0] === 0x4d && bytes[1] === 0x4c && bytes[2] === 0xef && bytes[3] === 0x52;
}

/** Removes the empty line that a program prints after the module. */
export function withoutEmptyLine(printed: Uint8Array): Buffer {
  const text = bufferOf(printed);
  if (isBytecode(text)) return text;
  return text.subarray(-2).toString() === "\n\n" ? text.subarray(0, -1) : text;
}
