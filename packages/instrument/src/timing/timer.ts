import type { Clock } from "../clock.ts";

/** Times of a timer and its nested timers. */
export interface TimingTree {
  /** Name of the timer in reports. */
  readonly name: string;
  /** Whether a tree report shows only the children of the timer. A list report shows the timer itself. */
  readonly isHidden: boolean;
  /** Time spent in all threads, in milliseconds. */
  readonly userMs: number;
  /** Elapsed time, in milliseconds. */
  readonly wallMs: number;
  /** Nested timers, in the order of their first use. */
  readonly children: readonly TimingTree[];
}

/**
 * Timer with nested timers, in the order of their first use. The counterpart of `TimerImpl`
 * (mlir/lib/Support/Timing.cpp). Can be started and stopped repeatedly. The times are summed.
 */
export class Timer {
  readonly name: string;
  isHidden = false;
  #ms = 0;
  #isRunning = false;
  // Uses NaN instead of `undefined`, because a field that is always a number does not need allocated memory.
  #startedAt: number = Number.NaN;
  /** Nested timers, in the order of their first use. At the same index, `#ids` contains the id of the timer. */
  readonly #children: Timer[] = [];
  readonly #ids: unknown[] = [];
  readonly #indexOf = new Map<unknown, number>();
  /**
   * Index of the child that is expected to start next, which is usually correct, because passes run in the same order
   * on each operation.
   */
  #expected = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** Returns the nested timer with this id, or `undefined`. */
  find(id: unknown): Timer | undefined {
    const index = this.#ids[this.#expected] === id ? this.#expected : this.#indexOf.get(id);
    if (index === undefined) return undefined;
    this.#expected = index + 1 < this.#ids.length ? index + 1 : 0;
    return this.#children[index];
  }

  /** Returns the nested timer with this id. Creates a missing timer with the name that `name` returns. */
  nest(id: unknown, name: () => string): Timer {
    return this.find(id) ?? this.#add(id, new Timer(name()));
  }

  start(nowMs: Clock): void {
    this.#isRunning = true;
    this.#startedAt = nowMs();
  }

  stop(nowMs: Clock): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#ms += nowMs() - this.#startedAt;
  }

  toTree(): TimingTree {
    const children = this.#children.map((child) => child.toTree());
    return { name: this.name, isHidden: this.isHidden, userMs: this.#ms, wallMs: this.#ms, children };
  }

  #add(id: unknown, child: Timer): Timer {
    this.#indexOf.set(id, this.#children.length);
    this.#children.push(child);
    this.#ids.push(id);
    return child;
  }
}
