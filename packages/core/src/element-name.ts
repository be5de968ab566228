const ELEMENT_NAME = /^[a-z0-9][a-z0-9._-]*$/i;

/** Returns whether `name` is valid as the name of a pass or named pipeline in a textual pipeline. */
export function isElementName(name: unknown): name is string {
  return typeof name === "string" && ELEMENT_NAME.test(name);
}
