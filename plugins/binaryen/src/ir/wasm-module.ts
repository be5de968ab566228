import type binaryen from "binaryen";
import { UsageError } from "@passwright/core";
import { callBinaryen, getBinaryen } from "../binaryen.ts";
import { goneFunction } from "../errors.ts";
import { functionText } from "./function-text.ts";

/** An operation of this IR: a module, or one of the functions that it defines. */
export type WasmOp = WasmModule | WasmFunction;

// Binaryen's memory is its own: what JavaScript lets go of stays there unless it is told. Told is a second object for the
// module, since the first one, which others may hold as well, is the one to be let go of.
const unused = new FinalizationRegistry<binaryen.Module>((module) => {
  try {
    module.dispose();
  } catch {
    // Binaryen aborted before; there is nothing to give back.
  }
});

/** Modules that are given back already when they are let go of. */
const owned = new WeakSet<binaryen.Module>();

/** How a module is written as a binary. */
export interface EmitSettings {
  /** With the names of functions and locals. */
  readonly debugInfo?: boolean;
  /** Optimise the instructions once more while they are written, as `wasm-opt` does from -O2 and -Os on. */
  readonly stackIr?: boolean;
  /** Levels as in passes. */
  readonly optimize?: number;
  readonly shrink?: number;
}

/** A WebAssembly module: the operation `wasm.module`. */
export class WasmModule {
  readonly kind = "wasm.module";
  readonly #module: binaryen.Module;
  readonly #functions = new Map<string, WasmFunction>();
  /**
   * Notes of passes to later ones, by name; they are not part of what is written. Pipeline graphs read their jump targets here.
   */
  readonly attributes = new Map<string, string>();
  /** How `toBinary` writes; passes may set it. */
  emit: EmitSettings = {};

  constructor(module: binaryen.Module) {
    this.#module = module;
    if (owned.has(module)) return;
    owned.add(module);
    unused.register(module, getBinaryen().wrapModule(module.ptr));
  }

  /** Binaryen's own object, with all that it can do. */
  get binaryen(): binaryen.Module {
    getBinaryen();
    return this.#module;
  }

  /** The functions that the module defines, in order. Imported ones have no body to run on. */
  get functions(): readonly WasmFunction[] {
    const library = getBinaryen();
    const module = this.#module;
    const found: WasmFunction[] = [];
    for (let index = 0, count = module.getNumFunctions(); index < count; index++) {
      const ref = module.getFunctionByIndex(index);
      if (library.Function.getBody(ref) !== 0) found.push(this.#handle(library.Function.getName(ref)));
    }
    if (this.#functions.size > found.length) this.#sever(new Set(found));
    return found;
  }

  /** The function of that name, if the module defines it. */
  function(name: string): WasmFunction | undefined {
    const ref = this.binaryen.getFunction(name);
    return ref === 0 || getBinaryen().Function.getBody(ref) === 0 ? undefined : this.#handle(name);
  }

  #handle(name: string): WasmFunction {
    let handle = this.#functions.get(name);
    if (handle === undefined) this.#functions.set(name, (handle = new WasmFunction(this, name)));
    return handle;
  }

  #sever(left: ReadonlySet<WasmFunction>): void {
    for (const [name, handle] of this.#functions) if (!left.has(handle)) this.#functions.delete(name);
  }

  /** Whether `handle` is the one live object of its function. */
  owns(handle: WasmFunction): boolean {
    return this.#functions.get(handle.name) === handle && this.#module.getFunction(handle.name) !== 0;
  }

  /** Takes a function out of the module; what still calls it makes the module invalid. */
  erase(handle: WasmFunction): void {
    this.binaryen.removeFunction(handle.name);
    this.#functions.delete(handle.name);
  }

  /** WebAssembly text. */
  toText(): string {
    return this.binaryen.emitText();
  }

  /** The module in binary form, written as {@link emit} says where `settings` do not. */
  toBinary(settings: EmitSettings = this.emit): Uint8Array {
    const { debugInfo = false, stackIr = false, optimize = 2, shrink = 1 } = settings;
    const module = this.binaryen;
    const answer = callBinaryen((library) => {
      const before = [
        library.getDebugInfo(),
        library.getGenerateStackIR(),
        library.getOptimizeStackIR(),
        library.getOptimizeLevel(),
        library.getShrinkLevel(),
      ] as const;
      const set = ([names, generate, clean, speed, size]: typeof before): void => {
        library.setDebugInfo(names);
        library.setGenerateStackIR(generate);
        library.setOptimizeStackIR(clean);
        library.setOptimizeLevel(speed);
        library.setShrinkLevel(size);
      };
      try {
        set([debugInfo, stackIr, stackIr, optimize, shrink]);
        return module.emitBinary();
      } finally {
        set(before);
      }
    });
    if (!answer.ok) throw new Error(answer.reason);
    return answer.value;
  }

  /** A module of its own that is the same. */
  clone(): WasmModule {
    const copy = new WasmModule(copyOf(this.binaryen));
    copy.emit = this.emit;
    for (const [name, value] of this.attributes) copy.attributes.set(name, value);
    return copy;
  }
}

function copyOf(module: binaryen.Module): binaryen.Module {
  const answer = callBinaryen((library) => {
    const copy = library.parseText(module.emitText());
    copy.setFeatures(module.getFeatures());
    return copy;
  });
  if (!answer.ok) throw new Error(answer.reason);
  return answer.value;
}

/** A function that a module defines: the operation `wasm.func`. There is one object for it as long as it is there. */
export class WasmFunction {
  readonly kind = "wasm.func";
  readonly module: WasmModule;
  readonly name: string;

  constructor(module: WasmModule, name: string) {
    this.module = module;
    this.name = name;
  }

  /** Whether the module still has it. */
  get isLive(): boolean {
    return this.module.owns(this);
  }

  /**
   * Binaryen's pointer, for its functions. Passes may change it: keep the handle, not the pointer.
   *
   * @throws UsageError PWW0301 if a pass removed the function.
   */
  get ref(): binaryen.FunctionRef {
    if (!this.isLive) throw new UsageError(goneFunction(this.name));
    return this.module.binaryen.getFunction(this.name);
  }

  /** Binaryen's expression of what it does. */
  get body(): binaryen.ExpressionRef {
    return getBinaryen().Function.getBody(this.ref);
  }

  /** Gives it another body, an expression of the same module. */
  set body(expression: binaryen.ExpressionRef) {
    getBinaryen().Function.setBody(this.ref, expression);
  }

  /** The function as WebAssembly text, as it stands in its module's. */
  toText(): string {
    return functionText(this.module.toText(), this.module.functions.indexOf(this));
  }
}
