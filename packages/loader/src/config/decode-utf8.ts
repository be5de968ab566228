/** A text and, if the bytes are not UTF-8, where in it the first of them would be that are not. */
export type DecodedText =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly text: string; readonly end: number };

/** Decodes UTF-8. A byte order mark stays; each sequence that is not UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    return { ok: false, text, end: endOfValid(bytes) };
  }
}

/** The length in UTF-16 units of the text before the first byte that is not UTF-8. */
function endOfValid(bytes: Uint8Array): number {
  let [good, bad] = [0, bytes.length];
  while (good < bad) {
    const middle = (good + bad + 1) >> 1;
    try {
      // `stream`: a character that is cut off at the end is not wrong yet.
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      good = middle;
    } catch {
      bad = middle - 1;
    }
  }
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, good), { stream: true }).length;
}
