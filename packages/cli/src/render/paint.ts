import { styleText } from "node:util";

/**
 * Text in colour, for who asked whether its own stream shows colours: left to itself, `styleText` looks at standard output,
 * and diagnostics go elsewhere.
 */
export function paint(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { validateStream: false });
}
