import { type Diagnostic } from "@passwright/core";
import { type Session } from "@passwright/loader";

/** Warnings of steps on operations that the IR has not, of which loading, without the IR, has not told. Loads all code. */
export async function unknownAnchors(session: Session, told: readonly Diagnostic[]): Promise<readonly Diagnostic[]> {
  const messages = new Set(told.map(({ message }) => message));
  return (await session.findUnknownAnchors()).filter(({ message }) => !messages.has(message));
}
