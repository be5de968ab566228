import type { IrAdapter } from "../ir-adapter.ts";

/** Returns an adapter that calls the functions of the adapter `current()`, if all adapters in `irs` have them. */
export function followAdapter<Op extends object>(
  irs: readonly IrAdapter<Op>[],
  current: () => IrAdapter<Op>,
): IrAdapter<Op> {
  const get = (_target: unknown, key: string | symbol): unknown => {
    const name = key as keyof IrAdapter<Op>;
    const value: unknown = current()[name];
    if (typeof value === "string") return value;
    if (irs.some((ir) => ir[name] === undefined)) return undefined;
    if (typeof value !== "function") return value;
    return (...args: readonly unknown[]): unknown =>
      (current()[name] as (...all: readonly unknown[]) => unknown)(...args);
  };
  // The target of the proxy is an empty object and not an adapter, because a proxy of a frozen object must return the
  // object's own functions.
  return new Proxy<object>({}, { get }) as IrAdapter<Op>;
}
