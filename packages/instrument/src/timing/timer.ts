import { type Clock } from "../clock.ts";

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
  #startedAt: number | undefined = undefined;
  readonly #children = new Map<unknown, Timer>();

  constructor(name: string) {
    this.name = name;
  }

  /** The timer of that id inside this one; the name is asked for when it is new. */
  nest(id: unknown, name: () => string): Timer {
    let child = this.#children.get(id);
    if (child === undefined) {
      child = new Timer(name());
      this.#children.set(id, child);
    }
    return child;
  }

  start(nowMs: Clock): void {
    this.#startedAt = nowMs();
  }

  stop(nowMs: Clock): void {
    if (this.#startedAt === undefined) return;
    const elapsed = nowMs() - this.#startedAt;
    this.#startedAt = undefined;
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
      let into = [...this.#children.values()].find(({ name }) => name === child.name);
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
    const children = [...this.#children.values()].map((child) => child.toTree());
    return { name: this.name, isHidden: this.isHidden, userMs: this.#userMs, wallMs: this.#wallMs, children };
  }
}
