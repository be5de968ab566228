/** Package that registers passes, pipelines or analyses. */
export interface Owner {
  /** Name of the package. */
  readonly name: string;
  /** Version of the package. */
  readonly version?: string;
}

/** Formats an owner for diagnostics: `name version`. */
export function ownerText(owner: Owner): string {
  return owner.version === undefined ? owner.name : `${owner.name} ${owner.version}`;
}
