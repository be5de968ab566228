import type { Clock } from "../clock.ts";

/** What one timer measured. `user` is the sum over threads, `wall` the longest of them; in milliseconds. */
export interface TimingTree {
  readonly name: string;
  /** Left out of the tree, its children shown in its place. The list has it. */
  readonly isHidden: boolean;
  readonly userMs: number;
  readonly wallMs: number;
  readonly children: readonly TimingTree[];
}

/**
 * A timer with timers inside, in the order of their first use. The counterpart of `TimerImpl`
 * (mlir/lib/Support/Timing.cpp). It may be started and stopped any number of times, and its time adds up.
 */
export class Timer {
  readonly name: string;
  isHidden = false;
  #userMs = 0;
  #wallMs = 0;
  #isRunning = false;
  // A number from the start, and never anything else, so that the engine keeps it in place: starting allocates nothing.
  #startedAt: number = Number.NaN;
  /** In the order of their first use, with their ids beside them. */
  readonly #children: Timer[] = [];
  readonly #ids: unknown[] = [];
  readonly #indexOf = new Map<unknown, number>();
  /** Which child is likely to be next: passes come one after the other, and again in that order for the next operation. */
  #expected = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** The timer of that id inside this one, if there is one already. */
  find(id: unknown): Timer | undefined {
    const index = this.#ids[this.#expected] === id ? this.#expected : this.#indexOf.get(id);
    if (index === undefined) return undefined;
    this.#expected = index + 1 < this.#ids.length ? index + 1 : 0;
    return this.#children[index];
  }

  /** The timer of that id inside this one; the name is asked for when it is new. */
  nest(id: unknown, name: () => string): Timer {
    return this.find(id) ?? this.#add(id, new Timer(name()));
  }

  start(nowMs: Clock): void {
    this.#isRunning = true;
    this.#startedAt = nowMs();
  }

  stop(nowMs: Clock): void {
    if (!this.#isRunning) return;
    const elapsed = nowMs() - this.#startedAt;
    this.#isRunning = false;
    this.#userMs += elapsed;
    this.#wallMs += elapsed;
  }

  /** Takes in what a timer of the same thing measured meanwhile on another thread. */
  merge(other: TimingTree): void {
    this.#userMs += other.userMs;
    this.#wallMs = Math.max(this.#wallMs, other.wallMs);
    this.mergeChildren(other);
  }

  /** Takes in only what is inside `other`; where names are equal, so are the timers. */
  mergeChildren(other: TimingTree): void {
    for (const child of other.children) {
      let into = this.#children.find(({ name }) => name === child.name);
      if (into === undefined) {
        into = this.nest(child.name, () => child.name);
        into.isHidden = child.isHidden;
      }
      into.merge(child);
    }
  }

  /** Time spent on other threads, on account of something inside. */
  addUserTime(ms: number): void {
    this.#userMs += ms;
  }

  toTree(): TimingTree {
    const children = this.#children.map((child) => child.toTree());
    return { name: this.name, isHidden: this.isHidden, userMs: this.#userMs, wallMs: this.#wallMs, children };
  }

  #add(id: unknown, child: Timer): Timer {
    this.#indexOf.set(id, this.#children.length);
    this.#children.push(child);
    this.#ids.push(id);
    return child;
  }
}
