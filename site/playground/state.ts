/** Content of the playground: the texts of its editors, by file name. */
export interface PlaygroundState {
  readonly files: readonly (readonly [name: string, text: string])[];
}

/** Start of an address fragment that contains a state. The number is the version of the format. */
export const FRAGMENT = "#1.";

/** Maximum length of a fragment. Chat and mail programs truncate longer addresses. */
const LONGEST_FRAGMENT = 16_000;

/** Maximum size of a state, in characters. A compressed fragment of valid length can contain a larger state. */
const LARGEST_STATE = 1_000_000;

/**
 * Returns the address fragment for a state. If the fragment is too long, returns the length of the fragment instead.
 */
export async function fragmentOf(state: PlaygroundState): Promise<string | number> {
  const stream = new Blob([JSON.stringify(state.files)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const fragment = fragmentOfBytes(new Uint8Array(await new Response(stream).arrayBuffer()));
  return fragment.length > LONGEST_FRAGMENT ? fragment.length : fragment;
}

/** Returns the fragment for a state that is compressed with deflate. */
export function fragmentOfBytes(compressed: Uint8Array): string {
  const text = btoa(Array.from(compressed, (byte) => String.fromCharCode(byte)).join(""));
  return FRAGMENT + text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reads the state from an address fragment. Returns `undefined` if the fragment does not contain a valid state. */
export async function stateOf(fragment: string): Promise<PlaygroundState | undefined> {
  if (!fragment.startsWith(FRAGMENT)) return undefined;
  try {
    const text = atob(fragment.slice(FRAGMENT.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const files: unknown = JSON.parse(await decompress(bytes));
    return isFiles(files) ? { files } : undefined;
  } catch {
    return undefined;
  }
}

/** Decompresses a text up to {@link LARGEST_STATE}, because a short fragment can contain a large text. */
async function decompress(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > LARGEST_STATE) throw new RangeError("the state is too large");
  }
}

function isFiles(value: unknown): value is [string, string][] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= 20 &&
    value.every((file) => Array.isArray(file) && file.length === 2 && file.every((part) => typeof part === "string")) &&
    new Set(value.map(([name]) => name as string)).size === value.length
  );
}
