/** Returns a string with one character for each byte, to edit a text that need not be UTF-8. */
export function charactersOf(bytes: Uint8Array): string {
  let text = "";
  const step = 8192;
  for (let start = 0; start < bytes.length; start += step)
    text += String.fromCharCode(...bytes.subarray(start, start + step));
  return text;
}

/** Returns the bytes of such a string. */
export function ofCharacters(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
