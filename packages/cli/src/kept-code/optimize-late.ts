/** When V8 makes the most of a function: a flag, and up to which size of text it pays to have it later. */
interface When {
  readonly flag: string;
  readonly late: number;
  readonly upTo: number;
}

/** By V8's major version (docs/performance.md): 11 is Node 20's, 13 Node 24's. What was not measured is left alone. */
const WHENS: { readonly [major: string]: When } = {
  11: { flag: "interrupt-budget", late: 500_000, upTo: 4_000_000 },
  13: { flag: "invocation-count-for-turbofan", late: 100_000, upTo: Infinity },
};

/** No function runs that often for a text that is smaller. */
const TINY = 10_000;

/**
 * Has V8 optimize later where a text is over before optimized code has paid for its making. What is compiled afterwards is nothing to keep:
 * V8 takes kept code only under the flags that it was made under, and for Node 24 those differ even when they are set back.
 */
export function optimizeLate(bytes: number): void {
  const when = WHENS[Number.parseInt(process.versions.v8)];
  if (when !== undefined && bytes >= TINY && bytes <= when.upTo) setLate(when);
}

/** The same before anything is known of the text, where that pays for any size. */
export function optimizeLateForAll(): void {
  const when = WHENS[Number.parseInt(process.versions.v8)];
  if (when?.upTo === Infinity) setLate(when);
}

function setLate(when: When): void {
  // It loads Node's streams: nothing for those who need none.
  process.getBuiltinModule("node:v8").setFlagsFromString(`--${when.flag}=${when.late}`);
}
