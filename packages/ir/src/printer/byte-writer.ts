import { notBytes } from "../errors.ts";
import { byteString, bytesOf, isPlain, quoted } from "../text/bytes.ts";

/** Function that receives bytes. The chunk is reused after the call, so the function must not keep it. */
export type Sink = (chunk: Uint8Array) => void;

const SIZE = 1 << 20;
/** Number of bytes at the end of the buffer that always stay free for short texts, such as numbers. */
const SLACK = 64;
/** Space that {@link ByteWriter.reserve} provides, in bytes. */
export const ROOM = 8192;

/** Buffer of a finished writer. Allocating a new buffer takes longer than printing a small operation. */
let spare: Uint8Array | undefined;

/** Writes to a reused byte buffer, and passes the full buffer to the sink, which must not keep a reference to it. */
export class ByteWriter {
  readonly bytes: Uint8Array = spare ?? new Uint8Array(SIZE);
  /** View of the buffer that accesses four bytes at a time. */
  readonly view: DataView = new DataView(this.bytes.buffer);
  at = 0;
  flushes = 0;
  /** Whether the sink is running. Stays true if the sink throws an exception. */
  isSending = false;
  readonly #sink: Sink;

  constructor(sink: Sink) {
    this.#sink = sink;
    spare = undefined;
  }

  /** Flushes the buffer, and releases it for the next writer. */
  end(): void {
    this.flush();
    spare = this.bytes;
  }

  flush(): void {
    this.flushes++;
    if (this.at > 0) this.#send(this.bytes.subarray(0, this.at));
    this.at = 0;
  }

  #send(chunk: Uint8Array): void {
    this.isSending = true;
    this.#sink(chunk);
    this.isSending = false;
  }

  /** Reserves {@link ROOM} bytes, which the caller can write into `bytes` from `at` on. */
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
        this.#send(chunk);
        return;
      }
    }
    const { bytes } = this;
    let { at } = this;
    // For short texts, `TypedArray.set` is slower than a loop.
    if (length < 64) for (let i = 0; i < length; i++) bytes[at++] = chunk[i]!;
    else {
      bytes.set(chunk, at);
      at += length;
    }
    this.at = at;
  }

  /** Writes a byte string. Throws PWI0021 for other strings. */
  text(text: string): void {
    if (text.length > SIZE - SLACK) {
      for (let at = 0; at < text.length; at += SIZE >> 1) this.write(bytesOf(text.slice(at, at + (SIZE >> 1))));
      return;
    }
    if (this.at + text.length > SIZE - SLACK) this.flush();
    const { bytes } = this;
    let { at } = this;
    let bits = 0;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      bits |= unit;
      bytes[at++] = unit;
    }
    if (bits > 255) throw notBytes(text);
    this.at = at;
  }

  /** Writes a byte string in quotes, without copying it, because it can be very long. */
  quoted(text: string): void {
    if (!isPlain(text)) {
      this.text(quoted(text));
      return;
    }
    this.byte(34);
    this.text(text);
    this.byte(34);
  }

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

/** Writes a non-negative number at an offset. Returns the offset after the number. */
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

export function collectingSink(): { readonly sink: Sink; text(): string } {
  const chunks: string[] = [];
  return {
    sink: (chunk) => void chunks.push(byteString(chunk, 0, chunk.length)),
    text: () => chunks.join(""),
  };
}
