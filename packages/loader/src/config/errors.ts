import { type Diagnostic, type SourceLocation } from "@passwright/core";

/* PWL0001 to PWL0009: finding and reading a config. What is wrong inside of one is in data-errors.ts. */

function config(code: string, message: string, file: string | undefined, help: string): Diagnostic {
  const at: { at?: SourceLocation } = file === undefined ? {} : { at: { file, line: 1, column: 1 } };
  return { code, severity: "error", message, ...at, help: [help] };
}

export function noSuchConfig(file: string): Diagnostic {
  return config(
    "PWL0001",
    `there is no \`${file}\``,
    undefined,
    "name a config file, or a folder that holds one, with -c",
  );
}

export function noConfigIn(folder: string, places: readonly string[]): Diagnostic {
  return {
    ...config(
      "PWL0002",
      `there is no config in \`${folder}\``,
      undefined,
      "write passwright.config.yaml there, or name a config with -c, or name the folder of one: `passwright plan examples/first`",
    ),
    notes: [{ message: `looked for ${places.join(", ")}` }],
  };
}

export function unreadableConfig(file: string, reason: string): Diagnostic {
  return config(
    "PWL0003",
    `\`${file}\` cannot be read: ${reason}`,
    undefined,
    "mend that, or name another config with -c",
  );
}

export function unknownConfigKind(file: string, known: readonly string[]): Diagnostic {
  return config(
    "PWL0004",
    `\`${file}\` is of no kind that a config can be`,
    undefined,
    `name a file that ends in ${known.join(", ")}`,
  );
}

export function configThrew(at: SourceLocation, what: string): Diagnostic {
  const help = "mend it; `--debug` shows the stack";
  return { ...config("PWL0005", `the config threw while it was loaded: ${what}`, undefined, help), at };
}

export function configHasNoDefault(file: string): Diagnostic {
  return config("PWL0006", "the config has no default export", file, "write `export default { framework: … }`");
}

export function noTypeScriptHere(file: string): Diagnostic {
  return config(
    "PWL0007",
    "this Node does not run TypeScript, and jiti is not installed",
    file,
    "take Node 22.18 or later, install jiti, or write the config in JavaScript or YAML",
  );
}

export function searchWouldRun(file: string): Diagnostic {
  return config(
    "PWL0008",
    `the search for a config would run \`${file}\``,
    undefined,
    "name the config with -c: nothing runs then but what it names",
  );
}

export function emptyConfig(file: string): Diagnostic {
  return config("PWL0009", "the config is empty", file, "start with `framework:` and the name of a framework");
}
