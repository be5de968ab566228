/**
 * Converts bytes to a string with one character per byte, so that string functions can edit a text with invalid UTF-8.
 */
export function charactersOf(bytes: Uint8Array): string {
  let text = "";
  const step = 8192;
  for (let start = 0; start < bytes.length; start += step)
    text += String.fromCharCode(...bytes.subarray(start, start + step));
  return text;
}

/** Converts a string with one character per byte to bytes. */
export function ofCharacters(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
