import { errorDiagnostic as error, quoted } from "@passwright/core";
import type { Diagnostic } from "@passwright/core";
import type { PairReport } from "../orders/report.ts";
import type { Tool } from "./tools.ts";

const USE = "use a file such as `svgo.config.mjs`, `postcss.config.mjs`, `babel.config.json` or `.remarkrc.mjs`";

export function unknownTool(file: string): Diagnostic {
  const message = `\`${file}\` is not a configuration of SVGO, PostCSS, Babel, remark or rehype`;
  const isPasswright = /^(?:passwright\.config\.|\.passwrightrc)/.test(file);
  return error(
    "PWE0401",
    message,
    isPasswright ? "for a pipeline of Passwright, run `passwright check --orders`" : USE,
  );
}

export function missingPackage(name: string, file: string): Diagnostic {
  const message = `\`${file}\` needs the package \`${name}\`, which is not installed`;
  return error("PWE0402", message, `install it with \`npm install --save-dev ${name}\``);
}

export function unreadableConfig(file: string, { name }: Tool, reason: string): Diagnostic {
  return error("PWE0403", `${name} cannot use the configuration \`${file}\`: ${reason}`, `correct \`${file}\``);
}

/** Reports a folder that does not contain a configuration of another tool. */
export function noToolConfig(): Diagnostic {
  return error("PWE0401", "no configuration of SVGO, PostCSS, Babel, remark or rehype was found", USE);
}

/** Reports a folder that contains several configurations of other tools. */
export function severalToolConfigs(files: readonly string[]): Diagnostic {
  const help = `name one of the configurations: \`passwright xray ${files[0]}\``;
  return error("PWE0406", `several configurations were found: ${quoted(files)}`, help);
}

/** Reports two steps whose order changes the output although no rule determines the order. */
export function orderMatters({ first, second, result, example, rule }: PairReport): Diagnostic {
  const outcome = result === "conflict" ? "the output differs" : "one order fails";
  const on = example === undefined ? "" : ` for \`${example.file}\``;
  const message = `${outcome}${on} if \`${first}\` and \`${second}\` are swapped, but no rule determines their order`;
  const help = rule === undefined ? "add a rule for these steps" : `add the rule ${JSON.stringify(rule)} to the config`;
  return { ...error("PWE0404", message, help), step: first };
}

export function notMeasured(command: string, reason: string): Diagnostic {
  const help = "use `bytes`, or a command that contains `{}` in place of the file name and prints a number";
  return error("PWE0405", `\`${command}\` is not a valid measure: ${reason}`, help);
}
