/** Returns whether pressed keys go to an input field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // Includes read-only editors, in which the viewer shows texts.
  if (target.isContentEditable) return target.ariaReadOnly !== "true";
  // Letters do not select an operation in a picker, because names of operations start with `@`.
  if (target.matches(".pw-picker select")) return false;
  // A checkbox takes only the space bar.
  if (target.matches("input[type=checkbox]")) return false;
  return /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}
