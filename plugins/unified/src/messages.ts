import { messageOf } from "@passwright/core";
import type { PassContext } from "@passwright/sdk";
import { VFile } from "vfile";
import type { VFileMessage } from "vfile-message";

/** Function of a plugin that removes messages from a file, according to comments in the tree. */
export type MessageControl = (tree: object, file: VFile) => unknown;

/** Later steps that affect the messages of a file. */
interface Expected {
  /** Functions that will remove messages. */
  readonly controls: Set<MessageControl>;
  /** Number of conversions before the last of these functions. */
  conversions: number;
}

const expected = new WeakMap<VFile, Expected>();
/** Functions of the steps that the pipeline contains. */
const attached = new WeakSet<MessageControl>();
const reported = new WeakSet<VFileMessage>();

/** Returns whether a name is the name of a plugin that removes messages, such as the last plugin of `remark-lint`. */
export function isMessageControl(name: string): boolean {
  return name.endsWith("message-control");
}

/** Announces the functions that will remove messages of a file, and the number of conversions before the last one. */
export function expectControls(file: VFile, functions: readonly MessageControl[], conversions: number): void {
  if (functions.length > 0) expected.set(file, { controls: new Set(functions), conversions });
}

/** Records that a conversion replaced the tree of a file. */
export function noteConversion(file: VFile): void {
  const found = expected.get(file);
  if (found !== undefined) found.conversions--;
}

/**
 * Returns a function that calls `control`. From then on, {@link reportMessages} no longer calls `control` for the file.
 */
export function expectedControl(control: MessageControl): MessageControl {
  attached.add(control);
  return (tree, file) => {
    expected.get(file)?.controls.delete(control);
    return control(tree, file);
  };
}

/**
 * Reports the new messages of a file as diagnostics of a pass. Does not report messages that a plugin later in the
 * pipeline removes. After an exception, reports all messages, because the later plugins do not run.
 */
export function reportMessages(file: VFile, root: object, pass: PassContext<never>, hasThrown: boolean): void {
  const unreported = file.messages.filter((message) => !reported.has(message));
  const messages = hasThrown ? unreported : remaining(file, root, unreported);
  if (messages.length === 0) return;
  const lines = String(file).split(/\r\n|\n|\r/);
  for (const message of messages) {
    reported.add(message);
    report(message, file.path ?? "<text>", lines, pass);
  }
}

function remaining(file: VFile, root: object, messages: VFileMessage[]): readonly VFileMessage[] {
  const { controls = [], conversions = 0 } = expected.get(file) ?? {};
  // Ignores the functions of steps that the config removes.
  const later = [...controls].filter((control) => attached.has(control));
  if (messages.length === 0 || later.length === 0) return messages;
  // The functions read the tree after the conversions, so reports the messages later.
  if (conversions > 0) return [];
  const known = new Set(messages);
  const copy = new VFile({ path: file.path, value: file.value });
  copy.messages = messages;
  for (const control of later) {
    try {
      control(root, copy);
    } catch {
      // The step of the plugin reports its exceptions.
    }
  }
  // The functions can also add messages, which the steps of the plugins report.
  return copy.messages.filter((message) => known.has(message));
}

function report(message: VFileMessage, file: string, lines: readonly string[], pass: PassContext<never>): void {
  const { reason, line, column = 1, fatal, ruleId, source, place, note, url, actual, expected } = message;
  const severity = fatal === true ? "error" : fatal === undefined ? "remark" : "warning";
  const rule = [source, ruleId].filter((part) => part != null).join(":");
  const end = place !== undefined && "end" in place ? place.end : undefined;
  const isInLine = end !== undefined && end.line === line;
  const at =
    line === undefined
      ? undefined
      : {
          file,
          line,
          column,
          ...(lines[line - 1] !== undefined && { lineText: lines[line - 1] as string }),
          ...(isInLine && end.column > column && { length: end.column - column }),
        };
  const notes = [
    end === undefined || isInLine ? undefined : `ends at line ${end.line}, column ${end.column}`,
    actual == null ? undefined : `actual: ${actual}`,
    expected == null ? undefined : `expected: ${expected.join(", ")}`,
    note,
  ].filter((one) => one != null);
  pass.emitAt(at, severity, rule === "" ? reason : `${reason} (${rule})`, {
    ...(notes.length > 0 && { notes: notes.map((one) => messageOf(one)) }),
    ...(url != null && { help: [`read ${url}`] }),
  });
}
