import type { Attribute, Context, Type } from "@passwright/ir";

const MOST_ELEMENTS = 16;

/** Kinds of attributes that implement `ElementsAttr`. */
const ELEMENTS: ReadonlySet<string> = new Set(["dense", "dense-strings", "dense-resource", "sparse"]);

/** Creates labels in the DOT language, and truncates them to the maximum length. All texts are byte strings. */
export class DotLabels {
  readonly #context: Context;
  readonly #maxLength: number;
  readonly #attributes: (string | undefined)[] = [];
  readonly #types: (string | undefined)[] = [];

  constructor(context: Context, maxLength: number) {
    this.#context = context;
    this.#maxLength = maxLength;
  }

  type(id: number): string {
    return (this.#types[id] ??= this.short(this.#context.types[id]!.byteText));
  }

  /** Returns a truncated list of types for the label of a cluster, which is not escaped. */
  types(types: readonly Type[]): string {
    return this.#cut(types.map((type) => type.byteText).join(", "));
  }

  attribute(attribute: Attribute): string {
    return (this.#attributes[attribute.id] ??= this.#attributeText(attribute));
  }

  short(text: string): string {
    return escapeLabel(this.#cut(text));
  }

  #cut(text: string): string {
    return text.length <= this.#maxLength ? text : `${text.slice(0, this.#maxLength)}...`;
  }

  #attributeText(attribute: Attribute): string {
    const { data } = attribute;
    // Prints splats completely, because a splat contains only one element.
    if ((data.kind === "dense" || data.kind === "dense-strings") && data.isSplat)
      return escapeLabel(attribute.byteText);
    if ("type" in data && ELEMENTS.has(data.kind)) {
      const { type } = data;
      const shape = "shape" in type.data ? (type.data.shape ?? []) : [];
      if (shape.reduce((product, extent) => product * extent, 1) > MOST_ELEMENTS) {
        return `${"[".repeat(shape.length)}...${"]".repeat(shape.length)} : ${this.short(type.byteText)}`;
      }
    }
    if (data.kind === "array" && data.elements.length > MOST_ELEMENTS) return "[...]";
    return this.short(attribute.byteText);
  }
}

function escapeLabel(text: string): string {
  return text.replace(/[{|<}>\n"]/g, "\\$&");
}
