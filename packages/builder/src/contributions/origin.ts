/** Contributor of a step or rule and, if known, the position of the call or declaration in one of its files. */
export interface Origin {
  /** Whether the contributor is the framework, a plugin or the config. `inserted`: a cleanup that planning added. */
  readonly kind: "framework" | "plugin" | "config" | "inserted";
  /** Package or file: `acme-compiler`, `passwright-plugin-tpp`, `passwright.config.yaml`. */
  readonly name: string;
  /** File that contains the call, relative to the package or the config. */
  readonly file?: string;
  /** Line in `file`, from 1. */
  readonly line?: number;
  /** Column in `line`, from 1. Only set for entries of a config in a list or map that is written on one line. */
  readonly column?: number;
}

export const contributorOf = ({ origin }: { readonly origin: Origin }): string => origin.name;

/** Formats an origin: `plugin passwright-plugin-tpp, src/index.ts:18`. */
export function originText(origin: Origin): string {
  const where = origin.file === undefined || origin.file === origin.name ? "" : `, ${origin.file}`;
  const line = origin.line === undefined ? "" : `:${origin.line}`;
  return `${origin.kind} ${origin.name}${where}${line}`;
}
