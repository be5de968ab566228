import { dirname, join } from "node:path";
import { displayPath, type Session } from "@passwright/loader";
import { type Input, inputOf } from "./read-input.ts";
import { type Terminal } from "./terminal.ts";

/** The inputs that are named, else those of the config. */
export function inputsOf({ config }: Session, named: readonly string[], terminal: Terminal): Input[] {
  if (named.length > 0) return named.map((file) => inputOf(file, terminal));
  return config.inputs.map(({ text }) => {
    const path = join(dirname(config.path), text);
    return { file: displayPath(path, terminal.cwd), path };
  });
}
