/** Returns whether pressed keys go to an input field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // `isContentEditable` is also true for the read-only editors in which the viewer shows texts.
  if (target.isContentEditable) return target.ariaReadOnly !== "true";
  // Returns false for the picker of operations: letters cannot select its entries, because the entries start with `@`.
  if (target.matches(".pw-picker select")) return false;
  // Returns false for a checkbox, which reacts only to the space bar.
  if (target.matches("input[type=checkbox]")) return false;
  return /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}
