import { CONTROL_CHARACTERS, jsonText } from "@passwright/core";

/** JSON escapes C0 control characters by itself, and its own line breaks are the only newlines. */
const CONTROL = new RegExp(`(?!\\n)[${CONTROL_CHARACTERS}]`, "g");

/** Returns data as JSON in which control characters are escaped, so that a terminal does not interpret them. */
export function terminalJson(data: unknown): string {
  return jsonText(data, undefined, 2).replace(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
