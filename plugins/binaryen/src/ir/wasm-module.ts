import type binaryen from "binaryen";
import { UsageError } from "@passwright/core";
import { callBinaryen, getBinaryen } from "../binaryen.ts";
import { goneFunction } from "../errors.ts";
import { functionText } from "./function-text.ts";

/** Operation of this IR: a module, or a function that a module defines. */
export type WasmOp = WasmModule | WasmFunction;

// Frees a module when its JavaScript object is collected, because the garbage collector does not free Binaryen's
// memory. The registry holds a second object for the same module, because a reference to the first object would prevent
// its collection.
const unused = new FinalizationRegistry<binaryen.Module>((module) => {
  try {
    module.dispose();
  } catch {
    // Ignores the exception, because memory does not have to be freed after Binaryen has aborted.
  }
});

/** Binaryen objects that are already registered in `unused`. */
const owned = new WeakSet<binaryen.Module>();

/** Settings for writing a module as a binary. */
export interface EmitSettings {
  /** Whether to write the names of functions and locals. */
  readonly debugInfo?: boolean;
  /**
   * Whether to optimize instructions again while the module is written. `wasm-opt` does this at -O2, -Os and higher
   * levels.
   */
  readonly stackIr?: boolean;
  /** Optimization level for speed, 0 to 4, with the same meaning as in options of passes. */
  readonly optimize?: number;
  /** Optimization level for size, 0 to 2, with the same meaning as in options of passes. */
  readonly shrink?: number;
}

/** WebAssembly module: the operation `wasm.module`. */
export class WasmModule {
  /** Name of the operation. */
  readonly kind = "wasm.module";
  readonly #module: binaryen.Module;
  readonly #functions = new Map<string, WasmFunction>();
  /**
   * Attributes by name. Passes set attributes for later passes. A pipeline graph reads jump targets from these
   * attributes. Attributes are not written to the output.
   */
  readonly attributes = new Map<string, string>();
  /** Settings of `toBinary`, which passes can change. */
  emit: EmitSettings = {};

  /** Wraps a Binaryen module. The module is freed when its Binaryen object is collected. */
  constructor(module: binaryen.Module) {
    this.#module = module;
    if (owned.has(module)) return;
    owned.add(module);
    unused.register(module, getBinaryen().wrapModule(module.ptr));
  }

  /** Binaryen's own object for the module. */
  get binaryen(): binaryen.Module {
    getBinaryen();
    return this.#module;
  }

  /** Functions that the module defines, in order, without imported functions. */
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

  /** Returns the function with the given name, or `undefined` if the module does not define this function. */
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

  /** Returns whether `handle` is the current handle of an existing function. */
  owns(handle: WasmFunction): boolean {
    return this.#functions.get(handle.name) === handle && this.#module.getFunction(handle.name) !== 0;
  }

  /** Removes a function. The module becomes invalid if it still contains calls to this function. */
  erase(handle: WasmFunction): void {
    this.binaryen.removeFunction(handle.name);
    this.#functions.delete(handle.name);
  }

  /** Returns the module in text format. */
  toText(): string {
    return this.binaryen.emitText();
  }

  /** Returns the module in binary format. `settings` override {@link emit}. */
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

  /** Returns an independent copy of the module. */
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

/**
 * Handle of a function that a module defines: the operation `wasm.func`. For each existing function, there is at most
 * one handle.
 */
export class WasmFunction {
  /** Name of the operation. */
  readonly kind = "wasm.func";
  /** Module that defines the function. */
  readonly module: WasmModule;
  /** Name of the function in the module. */
  readonly name: string;

  /** Creates a handle. Call `WasmModule.function` instead of this constructor. */
  constructor(module: WasmModule, name: string) {
    this.module = module;
    this.name = name;
  }

  /** Whether the function still exists. */
  get isLive(): boolean {
    return this.module.owns(this);
  }

  /**
   * Binaryen's pointer to the function. Passes can change the pointer, so store the handle instead.
   *
   * @throws UsageError PWW0301 if a pass removed the function.
   */
  get ref(): binaryen.FunctionRef {
    if (!this.isLive) throw new UsageError(goneFunction(this.name));
    return this.module.binaryen.getFunction(this.name);
  }

  /** Body of the function, as a reference to a Binaryen expression. */
  get body(): binaryen.ExpressionRef {
    return getBinaryen().Function.getBody(this.ref);
  }

  /** Replaces the body by an expression of the same module. */
  set body(expression: binaryen.ExpressionRef) {
    getBinaryen().Function.setBody(this.ref, expression);
  }

  /** Returns the function in text format, as it appears in the module's text. */
  toText(): string {
    return functionText(this.module.toText(), this.module.functions.indexOf(this));
  }
}
