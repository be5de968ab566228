import { byteString, bytesOf, isPlain, quoted } from "../text/bytes.ts";

/** Where bytes go. The chunk is used again when it returns. */
export type Sink = (chunk: Uint8Array) => void;

const SIZE = 1 << 20;
/** The longest thing that is written without asking for room. */
const SLACK = 64;
/** Bytes that {@link ByteWriter.reserve} makes room for. */
export const ROOM = 8192;

/** One byte buffer, used again and again; a full one goes to the sink, which must be done with it when it returns. */
export class ByteWriter {
  readonly bytes: Uint8Array = new Uint8Array(SIZE);
  /** The same bytes, four at once. */
  readonly view: DataView = new DataView(this.bytes.buffer);
  at = 0;
  /** How often something went to the sink. */
  flushes = 0;
  readonly #sink: Sink;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  flush(): void {
    this.flushes++;
    if (this.at > 0) this.#sink(this.bytes.subarray(0, this.at));
    this.at = 0;
  }

  /** Makes room for {@link ROOM} bytes, which the caller may put into `bytes` from `at` on. */
  reserve(): void {
    if (this.at > SIZE - SLACK - ROOM) this.flush();
  }

  byte(c: number): void {
    if (this.at >= SIZE - SLACK) this.flush();
    this.bytes[this.at++] = c;
  }

  write(chunk: Uint8Array): void {
    const length = chunk.length;
    if (this.at + length > SIZE - SLACK) {
      this.flush();
      if (length > SIZE - SLACK) {
        this.#sink(chunk);
        return;
      }
    }
    const { bytes } = this;
    let { at } = this;
    // Setting a short typed array from another costs more than copying it by hand.
    if (length < 64) for (let i = 0; i < length; i++) bytes[at++] = chunk[i]!;
    else {
      bytes.set(chunk, at);
      at += length;
    }
    this.at = at;
  }

  /** A byte string. */
  text(text: string): void {
    if (text.length > SIZE - SLACK) {
      for (let at = 0; at < text.length; at += SIZE >> 1) this.write(bytesOf(text.slice(at, at + (SIZE >> 1))));
      return;
    }
    if (this.at + text.length > SIZE - SLACK) this.flush();
    const { bytes } = this;
    let { at } = this;
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
    this.at = at;
  }

  /** A byte string between quotes; it may be very long, so no other is made of it. */
  quoted(text: string): void {
    if (!isPlain(text)) {
      this.text(quoted(text));
      return;
    }
    this.byte(34);
    this.text(text);
    this.byte(34);
  }

  /** A number that is not negative. */
  number(value: number): void {
    if (this.at >= SIZE - SLACK) this.flush();
    this.at = putNumber(this.bytes, this.at, value);
  }

  spaces(count: number): void {
    for (let rest = count; rest > 0;) {
      if (this.at >= SIZE - SLACK) this.flush();
      const now = Math.min(rest, SLACK);
      for (const end = this.at + now; this.at < end; this.at++) this.bytes[this.at] = 32;
      rest -= now;
    }
  }
}

/** Writes a number that is not negative at a place, and answers the place behind it. */
export function putNumber(bytes: Uint8Array, at: number, value: number): number {
  let end = at + 1;
  for (let limit = 10; value >= limit; limit *= 10) end++;
  let rest = value;
  for (let place = end - 1; place >= at; place--) {
    const next = (rest / 10) | 0;
    bytes[place] = 48 + rest - next * 10;
    rest = next;
  }
  return end;
}

/** A sink and what it got, as one string of bytes. */
export function collectingSink(): { readonly sink: Sink; text(): string } {
  const chunks: string[] = [];
  return {
    sink: (chunk) => void chunks.push(byteString(chunk, 0, chunk.length)),
    text: () => chunks.join(""),
  };
}
