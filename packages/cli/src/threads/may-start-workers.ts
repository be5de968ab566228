/** Returns whether this process can start workers. The member `permission` is absent without Node's permission model. */
export function mayStartWorkers(): boolean {
  const { permission } = process as { readonly permission?: typeof process.permission };
  return permission?.has("worker") ?? true;
}
