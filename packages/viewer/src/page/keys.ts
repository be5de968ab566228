/** Returns whether pressed keys go to an input field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // The viewer shows texts in read-only editors.
  if (target.isContentEditable) return target.ariaReadOnly !== "true";
  // The names of operations in a picker start with `@`, so letters do not select an operation.
  if (target.matches(".pw-picker select")) return false;
  // A checkbox takes only the space bar.
  if (target.matches("input[type=checkbox]")) return false;
  return /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}
