/**
 * Condition on target, level and options. The condition holds if all of its keys match the choice. A list of names
 * matches if one of the names was chosen.
 */
export interface When {
  /** Target, or list of targets, such as `gpu`. */
  readonly target?: string | readonly string[];
  /** Level, or list of levels, such as `O2`. */
  readonly level?: string | readonly string[];
  /** Required values of framework options, by option name. Values are compared as texts. */
  readonly option?: { readonly [name: string]: string | number | boolean };
}

/** Choice of the user: a target, a level, and values of options. */
export interface Choice {
  /** Name of the chosen target, such as `gpu`. */
  readonly target?: string;
  /** Name of the chosen level, such as `O2`. */
  readonly level?: string;
  /** Values of framework options, by option name. */
  readonly option?: { readonly [name: string]: string | number | boolean };
}

const TESTED = new WeakMap<Choice, Set<string>>();

function noteTested(choice: Choice, option: string | symbol): void {
  // `isTable` and `await` read symbols and the key `then`, so these reads do not test an option.
  if (typeof option === "symbol" || option === "then") return;
  TESTED.set(choice, new Set(optionsTestedIn(choice)).add(option));
}

/**
 * Returns the names of the options that conditions have tested for `choice`. If the user set an option that no
 * condition has tested, this option does not have an effect.
 */
export function optionsTestedIn(choice: Choice): ReadonlySet<string> {
  return TESTED.get(choice) ?? new Set();
}

/** Returns a copy of `choice`. {@link optionsTestedIn} returns the options that were read from the copy. */
export function watchedChoice(choice: Choice): Choice {
  const option = new Proxy(choice.option ?? {}, {
    get(options, name) {
      noteTested(choice, name);
      return Reflect.get(options, name) as unknown;
    },
    has(options, name) {
      noteTested(choice, name);
      return Reflect.has(options, name);
    },
  });
  return choice.option === undefined ? choice : { ...choice, option };
}

function includes(wanted: string | readonly string[] | undefined, chosen: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (chosen === undefined) return false;
  return typeof wanted === "string" ? wanted === chosen : wanted.includes(chosen);
}

/**
 * Returns whether a condition holds for a choice. If the condition has a key for which the user did not choose a value,
 * the condition does not hold.
 */
export function isChosen(when: When | undefined, choice: Choice): boolean {
  if (when === undefined) return true;
  for (const name of Object.keys(when.option ?? {})) noteTested(choice, name);
  if (!includes(when.target, choice.target) || !includes(when.level, choice.level)) return false;
  // In YAML, `true` and `"true"` are different values, but the same option.
  return Object.entries(when.option ?? {}).every(([name, value]) => String(choice.option?.[name]) === String(value));
}

type Names = string | readonly string[];

/** Returns the names that are in both arguments, where `undefined` means all names. An empty list never holds. */
function inBoth(one: Names | undefined, other: Names | undefined): Names | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const both = [one].flat().filter((name) => [other].flat().includes(name));
  return both.length === 1 ? both[0] : both;
}

/** Combines two conditions, which must both hold. If the conditions contradict each other, the result never holds. */
export function bothWhen(outer: When | undefined, inner: When | undefined): When | undefined {
  if (outer === undefined || inner === undefined) return inner ?? outer;
  const level = inBoth(outer.level, inner.level);
  const option = { ...outer.option, ...inner.option };
  const isPossible = Object.entries(outer.option ?? {}).every(
    ([name, value]) => String(option[name]) === String(value),
  );
  const target = isPossible ? inBoth(outer.target, inner.target) : [];
  return {
    ...(target === undefined ? {} : { target }),
    ...(level === undefined ? {} : { level }),
    ...(Object.keys(option).length === 0 ? {} : { option }),
  };
}

/** Formats a condition: `target gpu, level O2 or O3`. */
export function whenText(when: When): string {
  const words = (names: Names): string => [names].flat().join(" or ") || "none";
  const parts: string[] = [];
  if (when.target !== undefined) parts.push(`target ${words(when.target)}`);
  if (when.level !== undefined) parts.push(`level ${words(when.level)}`);
  for (const [name, value] of Object.entries(when.option ?? {})) parts.push(`${name} ${String(value)}`);
  return parts.join(", ");
}
