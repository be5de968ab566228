import type { CataloguedPass } from "@passwright/builder";
import { ownerText } from "@passwright/core";
import type { JsonSchema, PassDeclaration } from "@passwright/core";

/** What there is to say of a pass, as data. */
export interface PassDoc extends PassDeclaration {
  readonly owner: string;
  /** As JSON Schema, by name. */
  readonly options: { readonly [name: string]: JsonSchema };
  readonly statistics: { readonly [name: string]: string };
}

/** What its declaration and its code say of a pass. Of a declaration alone there are neither options nor statistics to tell. */
export function passDocOf({ declaration, definition, owner }: CataloguedPass<object>): PassDoc {
  const options = Object.entries(definition?.options ?? {}).map(([name, spec]) => [name, spec.schema()] as const);
  return {
    ...declaration,
    owner: ownerText(owner),
    options: Object.fromEntries(options),
    statistics: { ...definition?.statistics },
  };
}
