/** Marks a message to the parent of a worker. Third-party code in the worker can send other messages to the parent. */
export function ownMessage(content: unknown): object {
  return { passwright: content };
}

/** Returns the content of a marked message, or `undefined` for a message of third-party code. */
export function contentOfMessage(message: unknown): unknown {
  return (Object(message) as { readonly passwright?: unknown }).passwright;
}
