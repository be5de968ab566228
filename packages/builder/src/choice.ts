/** For which choices a step is there. All that is named has to fit; a list means any of it. */
export interface When {
  readonly target?: string | readonly string[];
  readonly level?: string | readonly string[];
  /** Options of the framework, by name. */
  readonly option?: { readonly [name: string]: string | number | boolean };
}

/** What the user chose: one target, one level, values of options. */
export interface Choice {
  readonly target?: string;
  readonly level?: string;
  readonly option?: { readonly [name: string]: string | number | boolean };
}

function includes(wanted: string | readonly string[] | undefined, chosen: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (chosen === undefined) return false;
  return typeof wanted === "string" ? wanted === chosen : wanted.includes(chosen);
}

/** Whether a step with that condition is there under a choice. What was not chosen fits nothing that is named. */
export function isChosen(when: When | undefined, choice: Choice): boolean {
  if (when === undefined) return true;
  if (!includes(when.target, choice.target) || !includes(when.level, choice.level)) return false;
  return Object.entries(when.option ?? {}).every(([name, value]) => choice.option?.[name] === value);
}

/** Both conditions together, where that can be said: the inner one may only narrow what the outer one left open. */
export function bothWhen(outer: When | undefined, inner: When | undefined): When | undefined {
  if (outer === undefined || inner === undefined) return inner ?? outer;
  return {
    ...outer,
    ...inner,
    ...(outer.option !== undefined || inner.option !== undefined
      ? { option: { ...outer.option, ...inner.option } }
      : {}),
  };
}

/** A condition in words: `target gpu, level O2 or O3`. */
export function whenText(when: When): string {
  const words = (value: string | readonly string[]): string => (typeof value === "string" ? value : value.join(" or "));
  const parts: string[] = [];
  if (when.target !== undefined) parts.push(`target ${words(when.target)}`);
  if (when.level !== undefined) parts.push(`level ${words(when.level)}`);
  for (const [name, value] of Object.entries(when.option ?? {})) parts.push(`${name} ${String(value)}`);
  return parts.join(", ");
}
