import { editsBetween } from "./edits.ts";
import { linesOf } from "./texts.ts";

/** Consecutive lines that were changed by the same steps. */
interface Piece {
  readonly before: readonly string[];
  /** Versions of the lines, one after each step that changed the lines, in the order of the plan. */
  readonly versions: readonly Version[];
}

interface Version {
  readonly step: number;
  readonly lines: readonly string[];
}

function linesAfter({ before, versions }: Piece, step: number): readonly string[] {
  return versions.findLast((one) => one.step <= step)?.lines ?? before;
}

/**
 * Computes the text of the whole input after each step of a nested pipeline, as if each step ran on all operations
 * before the next step starts. Because all steps run on one operation before the first step runs on the next operation,
 * a printed text also contains changes of later steps. This class separates the changes of the steps by line.
 */
export class StepTexts {
  /**
   * Whether the texts between the steps are known. False if a step changed lines that a later step of the pipeline had
   * already changed.
   */
  areKnown = true;
  #text: string;
  #lines: readonly string[];
  #pieces: readonly Piece[];

  constructor(text: string) {
    this.#text = text;
    this.#lines = linesOf(text);
    this.#pieces = [{ before: this.#lines, versions: [] }];
  }

  /** Records the text after a step ran on one operation. Returns whether the text changed. */
  add(step: number, text: string): boolean {
    if (text === this.#text) return false;
    const lines = linesOf(text);
    // Starts at the end, so that the indices of earlier changes remain valid.
    for (const [index, removed, ...inserted] of [...editsBetween(this.#lines, lines)].reverse())
      if (this.areKnown) this.#replace(step, index, index + removed, inserted);
    this.#text = text;
    this.#lines = lines;
    return true;
  }

  /** Returns the text after a step. */
  after(step: number): string {
    return this.#pieces.flatMap((piece) => linesAfter(piece, step)).join("");
  }

  #replace(step: number, start: number, end: number, inserted: readonly string[]): void {
    const [left, changed, right]: [Piece[], Piece[], Piece[]] = [[], [], []];
    let [at, first] = [0, start];
    for (const piece of this.#pieces) {
      const lines = linesAfter(piece, Infinity);
      const from = at;
      at += lines.length;
      if (at <= start) left.push(piece);
      else if (from >= end) right.push(piece);
      else if (piece.versions.length > 0) {
        first = Math.min(first, from);
        changed.push(piece);
      } else {
        const [head, tail] = [Math.max(0, start - from), end - from];
        left.push({ before: lines.slice(0, head), versions: [] });
        changed.push({ before: lines.slice(head, tail), versions: [] });
        right.push({ before: lines.slice(tail), versions: [] });
      }
    }
    const steps = new Set(changed.flatMap(({ versions }) => versions.map((one) => one.step)));
    if ([...steps].some((other) => other > step)) return void (this.areKnown = false);
    const joined = (last: number): string[] => changed.flatMap((piece) => linesAfter(piece, last));
    const lines = joined(Infinity);
    lines.splice(start - first, end - start, ...inserted);
    steps.delete(step);
    const versions = [...steps].sort((one, other) => one - other).map((one) => ({ step: one, lines: joined(one) }));
    const piece = { before: joined(-1), versions: [...versions, { step, lines }] };
    this.#pieces = [...left, piece, ...right];
  }
}
