import { mergePipeline } from "@passwright/core";
import type {
  InstrumentedPass,
  InstrumentedRun,
  Instrumentation,
  IrAdapter,
  Pass,
  PrintOptions,
  SourceLocation,
} from "@passwright/core";
import { checkArgument, mustBeReproducer } from "../check-argument.ts";
import { currentIr, requireParts } from "../current-ir.ts";
import { reproducerWritten } from "../errors.ts";
import type { ReproducerOutcome } from "../errors.ts";
import { bytesOf, printOperation, topOf } from "../printing/print-op.ts";
import type { Parents, PrintingAdapter } from "../printing/print-op.ts";
import { textOfElements, textOfPass } from "./pipeline-text.ts";
import { renderReproducer } from "./reproducer-text.ts";

/**
 * Output stream for a reproducer, or the reason why the stream cannot be opened. Corresponds to `ReproducerStream` in
 * MLIR.
 */
export type ReproducerStream =
  | {
      readonly ok: true;
      /** Name of the stream in messages, such as the path of a file. */
      readonly description: string;
      write(text: string): void;
      /** Writes bytes instead of text, for IRs whose texts can contain invalid UTF-8. */
      writeBytes?(bytes: Uint8Array): void;
    }
  | { readonly ok: false; readonly error: string };

/** Options of {@link writeReproducers}. */
export interface ReproducerOptions {
  /**
   * Opens the stream for a reproducer. Called only if a reproducer is written. Corresponds to `ReproducerStreamFactory`
   * in MLIR.
   */
  readonly open: () => ReproducerStream;
  /**
   * Whether the reproducer contains only the failed pass and the IR right before this pass, instead of the whole
   * pipeline.
   */
  readonly local?: boolean;
  /** Value of `disable_threading` in reproducers. Default: true. */
  readonly disableThreading?: boolean;
  /** Options for printing operations. */
  readonly print?: PrintOptions;
}

/**
 * Running pass, with a description of its operation. The description is recorded before the pass runs, because a
 * crashed pass might have erased the operation.
 */
interface Running<Op extends object> {
  readonly owner: object;
  readonly op: Op;
  readonly text: string;
  readonly at: SourceLocation | undefined;
}

/** IR and pipeline of a reproducer, recorded before a run or a pass. */
interface Context<Op extends object> {
  readonly op: Op;
  /** Adapter of the IR of `op`. */
  readonly adapter: PrintingAdapter<Op>;
  /** Returns the text of the pipeline's elements. Called only if the run fails. */
  readonly pipeline: () => string;
}

/** Object that does not return any parents. Used for a copied operation, which does not have a parent. */
const ALONE: Parents<never> = { parentOf: () => undefined };

type CopyingAdapter<Op extends object> = PrintingAdapter<Op> & Required<Pick<IrAdapter<Op>, "clone">>;

const FEATURE = "the reproducer";

/** Writes reproducers: the counterpart of `PassCrashReproducerGenerator` (mlir/lib/Pass/PassCrashRecovery.cpp). */
class Reproducers<Op extends object> implements Instrumentation<Op> {
  readonly name = "reproducers";
  readonly #given: CopyingAdapter<Op>;
  readonly #options: ReproducerOptions;
  #run: InstrumentedRun<Op> | undefined = undefined;
  #running: Running<Op>[] = [];
  #contexts: Context<Op>[] = [];
  #hasFailed = false;
  #hasCrashed = false;
  #topAt: SourceLocation | undefined = undefined;

  constructor(adapter: CopyingAdapter<Op>, options: ReproducerOptions) {
    this.#given = adapter;
    this.#options = options;
  }

  get #adapter(): CopyingAdapter<Op> {
    return currentIr(this.#given, this.#run, FEATURE, "print", "clone");
  }

  beforeRun(op: Op, run: InstrumentedRun<Op>): void {
    this.#run = run;
    this.#running = [];
    this.#contexts = [];
    this.#hasFailed = false;
    this.#hasCrashed = false;
    this.#topAt = this.#adapter.locationOf?.(op);
    if (this.#options.local === true) return;
    // Uses a different separator at each level, as MLIR does: `, ` between topmost elements, and `,` between nested
    // elements.
    const pipeline = (): string => textOfElements(mergePipeline(run.manager, run.manager.adapter)).join(", ");
    this.#contexts.push({ op: this.#adapter.clone(op), adapter: adapterOf(run), pipeline });
  }

  beforePass(pass: InstrumentedPass, op: Op): void {
    if (pass.isAdaptor || pass.pass === undefined) return;
    const { displayName, identity, pass: instance } = pass;
    const symbol = this.#adapter.symbolOf?.(op);
    const name = this.#adapter.nameOf(op).text;
    const text = `\`${displayName}\` on '${name}' operation${symbol === undefined ? "" : `: @${symbol}`}`;
    this.#running.push({ owner: identity, op, text, at: this.#adapter.locationOf?.(op) });
    if (this.#options.local !== true || this.#run === undefined) return;
    const elements = localElements(this.#adapter, this.#run, op, instance);
    const adapter = adapterOf(this.#run);
    this.#contexts.push({ op: this.#adapter.clone(topOf(this.#run, op)), adapter, pipeline: () => elements });
  }

  afterPass(pass: InstrumentedPass): void {
    if (pass.isAdaptor) return;
    const index = this.#running.findLastIndex(({ owner }) => owner === pass.identity);
    if (index >= 0) this.#running.splice(index, 1);
    if (this.#options.local === true) this.#contexts.pop();
  }

  /**
   * Writes a reproducer for the first failure only. An exception counts as a crash. Like MLIR, reports a crash on the
   * root operation.
   */
  afterPassFailed(pass: InstrumentedPass): void {
    if (pass.isAdaptor || this.#hasFailed) return;
    this.#hasFailed = true;
    this.#hasCrashed = this.#run?.failures.at(-1)?.thrown !== undefined;
    this.#write(this.#hasCrashed ? this.#topAt : this.#running.at(-1)?.at);
  }

  afterRun(_op: Op, _run: InstrumentedRun<Op>, succeeded: boolean): void {
    // Does not report failures of later operations after a crash, because MLIR stops there.
    if (!succeeded && !this.#hasCrashed) this.#write(this.#topAt);
    this.#run = undefined;
    this.#contexts = [];
    this.#running = [];
  }

  #write(at: SourceLocation | undefined): void {
    const context = this.#contexts.at(-1);
    const running = this.#running.map(({ text }) => text);
    if (context === undefined || this.#run === undefined) return;
    this.#contexts = [];
    this.#running = [];
    const what = this.#options.local === true ? (running.at(-1) ?? "") : `[${running.join(", ")}]`;
    // Only a text of MLIR can end with a resources section, which contains the pipeline of the reproducer.
    const isMlir = context.adapter.name === "mlir";
    this.#run.report(reproducerWritten(what, this.#generate(context, isMlir), at, isMlir));
  }

  #generate({ op, adapter, pipeline }: Context<Op>, isMlir: boolean): ReproducerOutcome {
    const stream = this.#options.open();
    if (!stream.ok) {
      const help = "select a file that can be written";
      return { text: `failed to create output stream: ${stream.error}`, help };
    }
    const { disableThreading = true, print } = this.#options;
    const text = `${adapter.nameOf(op).text}(${pipeline()})`;
    const verifyEach = this.#run?.manager.verifyEach ?? true;
    const reproducer = { pipeline: text, disableThreading, verifyEach };
    const bytes = stream.writeBytes === undefined ? undefined : bytesOf(adapter, ALONE, op, print);
    if (isMlir) {
      if (bytes === undefined) stream.write(renderReproducer(printOperation(adapter, ALONE, op, print), reproducer));
      // Uses one character per byte, so that bytes that are not valid UTF-8 do not change. The added reproducer is
      // ASCII.
      else stream.writeBytes?.(ofCharacters(renderReproducer(charactersOf(bytes), reproducer)));
      return {
        text: `reproducer generated at \`${stream.description}\``,
        help: "to repeat the failure, run `passwright-opt --run-reproducer` on this file, with `--load-pass-plugin` for each plugin",
      };
    }
    if (bytes === undefined) stream.write(adapter.print(op, print ?? {}));
    else stream.writeBytes?.(bytes);
    const how = `verifier after each pass: ${verifyEach ? "on" : "off"}`;
    return {
      text: `the IR before \`${text}\` is written to \`${stream.description}\` (${how})`,
      help: "to repeat the failure, run this pipeline on this file",
    };
  }
}

/** Returns the adapter of the run's current IR. Every IR of the run has `print` and `clone`. */
function adapterOf<Op extends object>({ adapter }: InstrumentedRun<Op>): PrintingAdapter<Op> {
  return adapter as PrintingAdapter<Op>;
}

/**
 * Makes an instrumentation that writes a reproducer when a run fails: the IR before the run or pass, and the pipeline
 * to run on it. An exception in a pass counts as a crash. Copies the IR once per run or, if `local` is set, once per
 * pass and operation. Add this instrumentation before all others, as MLIR does. The reports of this instrumentation
 * then precede the reports of the others.
 *
 * @throws UsageError PWN0102 if the adapter has no `print` or `clone`.
 */
export function writeReproducers<Op extends object>(
  adapter: IrAdapter<Op>,
  options: ReproducerOptions,
): Instrumentation<Op> {
  checkArgument("`writeReproducers`", mustBeReproducer, options, "options");
  return new Reproducers(requireParts(adapter, FEATURE, "print", "clone"), options);
}

/**
 * Returns the text of the pipeline elements that run one pass on one operation. The text does not contain the anchor of
 * the root.
 */
function localElements<Op extends object>(
  adapter: PrintingAdapter<Op>,
  parents: Parents<Op>,
  op: Op,
  pass: Pass<never>,
): string {
  const scopes: string[] = [];
  const top = topOf(parents, op);
  for (let at: Op | undefined = op; at !== undefined && at !== top; at = parents.parentOf(at)) {
    scopes.unshift(adapter.nameOf(at).text);
  }
  return scopes.map((scope) => `${scope}(`).join("") + textOfPass(pass) + ")".repeat(scopes.length);
}

/**
 * Converts bytes to a string with one character per byte, so that string functions can edit a text with invalid UTF-8.
 */
function charactersOf(bytes: Uint8Array): string {
  let text = "";
  const step = 8192;
  for (let start = 0; start < bytes.length; start += step)
    text += String.fromCharCode(...bytes.subarray(start, start + step));
  return text;
}

/** Converts a string with one character per byte to bytes. */
function ofCharacters(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
