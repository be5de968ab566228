/** Who put a step or a rule where it is. */
export interface Origin {
  readonly kind: "framework" | "plugin" | "config" | "inserted";
  /** The package or file: `acme-compiler`, `passwright-plugin-tpp`, `passwright.config.yaml`. */
  readonly name: string;
  /** The file that asked for it, relative to the package or to the config. */
  readonly file?: string;
  readonly line?: number;
}

/** What somebody did, by the name of who did it: what one party did stays in its order. Never load order. */
export function byName(left: { readonly origin: Origin }, right: { readonly origin: Origin }): number {
  return left.origin.name < right.origin.name ? -1 : Number(left.origin.name > right.origin.name);
}

/** An origin for people: `plugin passwright-plugin-tpp, src/index.ts:18`. */
export function originText(origin: Origin): string {
  const where = origin.file === undefined || origin.file === origin.name ? "" : `, ${origin.file}`;
  const line = origin.line === undefined ? "" : `:${origin.line}`;
  return `${origin.kind} ${origin.name}${where}${line}`;
}
