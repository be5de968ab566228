import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Diagnostic, IrAdapter, Result } from "@passwright/core";
import { checkOwner, displayPath, problemOf, statsOf, systemErrorText } from "@passwright/loader";
import { during } from "@passwright/sdk/loading";
import type { InputInConfig, Session } from "@passwright/loader";
import * as errors from "../errors/index.ts";
import { baseFolder, filesOf, isPattern } from "./patterns.ts";
import type { NameInFolder } from "./patterns.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Number of zero bytes after a text. The zero bytes allow scanners to look ahead without copying the text. */
const SENTINEL = 16;

/** Bytes of an input, with zeros after `length` bytes, or the reason why it cannot be read. */
export type ReadBytes =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly length: number }
  | { readonly ok: false; readonly reason: string; readonly isFolder: boolean };

/**
 * Reads a file or pipe of any size. Refuses devices, because reading some devices never ends, and pipes unless `isNamed`.
 * Reads pipes asynchronously, because a blocked thread cannot be stopped.
 */
export async function readInputOrPipe(path: string, isNamed = true): Promise<ReadBytes> {
  const refused = (reason: string, isFolder = false): ReadBytes => ({ ok: false, reason, isFolder });
  try {
    const stats = statSync(path);
    const isDevice = stats.isCharacterDevice() || stats.isBlockDevice();
    const problem = isNamed && (isDevice || stats.isFIFO()) ? undefined : problemOf(stats);
    if (problem !== undefined) return refused(problem, stats.isDirectory());
    if (isNullDevice(stats)) return { ok: true, bytes: new Uint8Array(), length: 0 };
    if (isDevice && !isStandardInput(stats)) return refused("it is a device");
    if (!stats.isFIFO()) return { ok: true, ...readPadded(path) };
    const { Socket } = await import("node:net");
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const chunks: Uint8Array[] = [];
    for await (const chunk of new Socket({ fd, readable: true, writable: false })) chunks.push(chunk as Uint8Array);
    const bytes = Buffer.concat(chunks);
    return { ok: true, bytes, length: bytes.length };
  } catch (error) {
    return refused(systemErrorText(error));
  }
}

function isNullDevice(stats: Stats): boolean {
  return stats.isCharacterDevice() && stats.rdev === statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
}

/** Returns whether a path such as `/dev/stdin` or `/dev/tty` leads to the device of standard input. */
function isStandardInput({ rdev }: Stats): boolean {
  const stats = fstatSync(0);
  return stats.isCharacterDevice() && stats.rdev === rdev;
}

export function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function readPadded(path: string): { readonly bytes: Uint8Array; readonly length: number } {
  const file = openSync(path, "r");
  try {
    const stats = fstatSync(file);
    const bytes = new Uint8Array(stats.isFile() ? stats.size + SENTINEL : 0);
    let length = 0;
    while (length < bytes.length - SENTINEL) {
      const got = readSync(file, bytes, length, bytes.length - SENTINEL - length, null);
      if (got === 0) break;
      length += got;
    }
    if (length > 0) return { bytes, length };
    // Irregular files do not report a valid size.
    const whole = readFileSync(file);
    return { bytes: whole, length: whole.length };
  } finally {
    closeSync(file);
  }
}

/** An input of `passwright run`. `file` is the name of the input in messages. */
export interface Input {
  readonly file: string;
  readonly path: string;
  /** Whether the command line names the input directly. Inputs that match a pattern cannot be pipes. */
  readonly isNamed?: boolean;
  /** Folder of the pattern that matched this file. */
  readonly base?: string;
  readonly rename?: { readonly from: string; readonly to: string };
}

export type Content = string | Uint8Array;

export function isContent(content: unknown): content is Content {
  return typeof content === "string" || content instanceof Uint8Array;
}

type InputResult = Result<{ readonly bytes: Uint8Array }, { readonly diagnostic: Diagnostic }>;

/** Reads an input, unless its content is `given`. Removes a byte order mark from text if the IR does not accept it. */
export async function readInput(
  { file, path, isNamed }: Input,
  given: Promise<Uint8Array> | undefined,
  ir: Pick<IrAdapter<object>, "acceptsByteOrderMark" | "binary">,
): Promise<InputResult> {
  return during(
    () => ({ what: `reading \`${file}\``, input: file }),
    async () => {
      const read = given === undefined ? await readInputOrPipe(path, isNamed === true) : undefined;
      if (read?.ok === false) {
        const problem = read.isFolder ? errors.folderAsInput(file) : errors.unreadableInput(file, read.reason);
        return { ok: false, diagnostic: problem };
      }
      const bytes = read === undefined ? ((await given) as Uint8Array) : read.bytes.subarray(0, read.length);
      if (!isBinaryFile(file, ir))
        return { ok: true, bytes: ir.acceptsByteOrderMark === true ? bytes : withoutMark(bytes) };
      return bytes.length === 0 ? { ok: false, diagnostic: errors.emptyInput(file) } : { ok: true, bytes };
    },
  );
}

export interface ReadInput {
  readonly input: Input;
  readonly bytes: Uint8Array;
}

/** Reads the inputs of the command line or the config. Reports an error if no inputs are named. */
export async function readInputs(
  session: Session,
  named: readonly string[],
  terminal: Pick<Terminal, "cwd" | "readInput">,
): Promise<{ readonly inputs: readonly ReadInput[]; readonly diagnostics: readonly Diagnostic[] }> {
  const found = await inputsOf(session, named, terminal.cwd);
  const diagnostics = [...found.diagnostics];
  if (found.inputs.length === 0 && diagnostics.length === 0) diagnostics.push(errors.noInput());
  const inputs: ReadInput[] = [];
  for (const input of found.inputs) {
    const given = input.file === "-" ? terminal.readInput() : undefined;
    const read = await readInput(input, given, session.framework.ir);
    if (read.ok) inputs.push({ input, bytes: read.bytes });
    else diagnostics.push(read.diagnostic);
  }
  return { inputs, diagnostics };
}

export function isBinaryFile(file: string, { binary }: Pick<IrAdapter<object>, "binary">): boolean {
  return binary !== undefined && file.endsWith(binary.extension);
}

export function isPlainFile({ file, path }: Input): boolean {
  if (file === "-" || statsOf(path)?.isFile() !== true) return false;
  try {
    const head = Buffer.alloc(4096);
    const handle = openSync(path, "r");
    try {
      const start = head.subarray(0, readSync(handle, head));
      const isBlank = start.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
      return !isBlank && withoutMark(start).length === start.length;
    } finally {
      closeSync(handle);
    }
  } catch {
    // Does not report the reason, because reading the input later reports the reason.
    return false;
  }
}

export interface Inputs {
  readonly inputs: readonly Input[];
  readonly diagnostics: readonly Diagnostic[];
}

interface ConfigName extends NameInFolder {
  readonly input: InputInConfig;
}

/** Returns the inputs of the command line or, if it does not name inputs, of the config. */
export async function inputsOf(session: Session, named: readonly string[], cwd: string): Promise<Inputs> {
  return named.length > 0 ? namedInputs(named, cwd) : findInputs(namesInConfig(session), cwd, false);
}

/** Returns the inputs of the command line. Treats a name as a glob pattern if no file has this name. */
export function namedInputs(named: readonly string[], cwd: string): Promise<Inputs> {
  return findInputs(namesInFolder(named, cwd), cwd, true);
}

/** Returns the patterns of inputs on the command line or, if it does not name inputs, in the config. */
export function patternsOf(session: Session, named: readonly string[], cwd: string): readonly NameInFolder[] {
  const names = named.length > 0 ? namesInFolder(named, cwd) : namesInConfig(session);
  return names.filter(isPattern).map(({ name, folder }) => ({ name, folder }));
}

function namesInFolder(names: readonly string[], folder: string): readonly NameInFolder[] {
  return names.map((name) => ({ name, folder }));
}

/** Returns the inputs of a config. Paths are relative to the file that contains them. */
function namesInConfig({ config }: Session): readonly ConfigName[] {
  return config.inputs.map((input) => ({ name: input.text, folder: dirname(input.from ?? config.path), input }));
}

async function findInputs(
  names: readonly (NameInFolder & Partial<ConfigName>)[],
  cwd: string,
  areNamed: boolean,
): Promise<Inputs> {
  const inputs: Input[] = [];
  const diagnostics: Diagnostic[] = [];
  // A file that matches several patterns is only one input.
  const paths = new Set<string>();
  for (const { name, folder, input: inConfig } of names) {
    const locked: string[] = [];
    const files = await filesOf({ name, folder }, (path) => locked.push(displayPath(resolve(folder, path), cwd)));
    if (files === undefined) {
      const input = inputOf(name, folder, areNamed ? undefined : cwd);
      inputs.push(input);
      paths.add(input.path);
      const problem = inConfig && problemOfFile(input, inConfig);
      if (problem !== undefined) diagnostics.push(problem);
    } else {
      const base = baseFolder({ name, folder });
      const found = files.map((file) => ({ ...inputOf(file, folder, cwd), base }));
      inputs.push(...found.filter(({ path }) => !paths.has(path)));
      for (const { path } of found) paths.add(path);
      diagnostics.push(...locked.sort().map((path) => errors.unreadableInput(path, "Permission denied")));
      if (files.length === 0 && locked.length === 0) diagnostics.push(errors.noMatch(name, inConfig?.at));
      if (inConfig?.owner === undefined) continue;
      const { owner } = inConfig;
      // A link can lead out of the package. Reports only the first file.
      diagnostics.push(...found.flatMap(({ path }) => checkOwner(inConfig, path, owner) ?? []).slice(0, 1));
    }
  }
  return { inputs, diagnostics };
}

/** Reports a file in a config that does not exist or is a folder. Later, its position in the config is unknown. */
function problemOfFile({ file, path }: Input, { at }: InputInConfig): Diagnostic | undefined {
  try {
    return file !== "-" && statSync(path).isDirectory() ? { ...errors.folderAsInput(file), at } : undefined;
  } catch (error) {
    return { ...errors.unreadableInput(file, systemErrorText(error)), at };
  }
}

/** Creates an input. The display name is `name` or, if `cwd` is set, the path of the input relative to `cwd`. */
function inputOf(name: string, folder: string, cwd: string | undefined): Input {
  if (cwd === undefined) return { file: name, path: name === "-" ? name : resolve(folder, name), isNamed: true };
  const path = join(folder, name);
  return { file: displayPath(path, cwd), path };
}
