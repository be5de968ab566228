import type { IrAdapter } from "../ir-adapter.ts";

/** Returns an adapter that behaves as the one that `current` returns. A function that one of `irs` lacks is absent. */
export function followAdapter<Op extends object>(
  irs: readonly IrAdapter<Op>[],
  current: () => IrAdapter<Op>,
): IrAdapter<Op> {
  const get = (_target: unknown, key: string | symbol): unknown => {
    const name = key as keyof IrAdapter<Op>;
    if (irs.some((ir) => ir[name] === undefined)) return undefined;
    const value: unknown = current()[name];
    if (typeof value !== "function") return value;
    return (...args: readonly unknown[]): unknown =>
      (current()[name] as (...all: readonly unknown[]) => unknown)(...args);
  };
  // A proxy of a frozen adapter could not return other functions.
  return new Proxy<object>({}, { get }) as IrAdapter<Op>;
}
