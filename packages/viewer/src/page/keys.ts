/** Whether keys go to a field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // The texts of the viewer are editors that cannot be changed.
  if (target.isContentEditable) return target.ariaReadOnly !== "true";
  return /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}
