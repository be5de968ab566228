import type { Diagnostic, SourceLocation } from "@passwright/core";

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

export function noConfigIn(folder: string, places: readonly string[], flaw: string | undefined): Diagnostic {
  return {
    ...config(
      "PWL0002",
      `there is no config in \`${folder}\``,
      undefined,
      "write passwright.config.yaml there, or name a config with -c, or name the folder of one: `passwright plan FOLDER`",
    ),
    notes: [
      { message: `looked for ${places.join(", ")}` },
      ...(flaw === undefined ? [] : [{ message: `package.json ${flaw}: nothing in it counts` }]),
    ],
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

/* PWL0020 to PWL0029: configs that are made of several files. */

export function extendsCircle(files: readonly string[], at: SourceLocation): Diagnostic {
  const circle = files.map((file) => `\`${file}\``).join(" extends ");
  const help = "leave one `extends` out";
  return { ...config("PWL0020", `configs extend each other in a circle: ${circle}`, undefined, help), at };
}

export function notAConfigToExtend(named: string, reason: string, at: SourceLocation): Diagnostic {
  const help = "name a config file, a folder or package that holds a config, or a framework";
  return { ...config("PWL0021", `\`${named}\` cannot be extended: ${reason}`, undefined, help), at };
}

export function leavesPackage(named: string, owner: string, at: SourceLocation): Diagnostic {
  const help = "a config in a package may name what is inside of the package, and other packages by their names";
  return { ...config("PWL0022", `\`${named}\` leads out of package \`${owner}\``, undefined, help), at };
}

export function codeInDataOnlyMode(file: string, at: SourceLocation | undefined): Diagnostic {
  const help = "write it in YAML or JSON, or do without data-only mode";
  const problem = config("PWL0023", `\`${file}\` is code, and data-only mode runs none`, undefined, help);
  return at === undefined ? problem : { ...problem, at };
}

export function goesWithPipeline(key: string, at: SourceLocation): Diagnostic {
  const help = "leave it out: the framework says it; or write `pipeline` in place of `framework`";
  return { ...config("PWL0024", `\`${key}\` goes with \`pipeline\`, and here is a framework`, undefined, help), at };
}

export function noPipeline(at: SourceLocation | undefined): Diagnostic {
  const help =
    "add `framework`: the package, folder or file of the framework whose pipeline this is; or `pipeline`: the pipeline itself";
  const problem = config("PWL0012", "`framework` is missing", undefined, help);
  return at === undefined ? problem : { ...problem, at };
}

export function twoPipelines(at: SourceLocation): Diagnostic {
  const help = "keep one of the two: the pipeline is the framework's, or it stands here";
  return { ...config("PWL0025", "there are both `framework` and `pipeline`", undefined, help), at };
}
