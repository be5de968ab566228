import { getBinaryen } from "../binaryen.ts";
import type { WasmOp } from "./wasm-module.ts";

/** Returns a hash with 64 bits. A shorter hash would more often be equal for different modules. */
function hash(text: string): bigint {
  let low = 0x811c9dc5 | 0;
  let high = 0x9e3779b1 | 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    low ^= low >>> 15;
    high = Math.imul(high ^ (code + 0x7f4a7c15), 0x85ebca6b);
    high = ((high ^ (high >>> 13)) + low) | 0;
  }
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

/**
 * Returns the hash of a module (its text, features, emit settings and attributes) or of a function (its name,
 * signature, locals and body). The fingerprint of a function does not depend on the rest of the module, because a
 * function pass can change only its function.
 */
export function fingerprint(op: WasmOp): bigint {
  if (op.kind === "wasm.module") {
    const notes = JSON.stringify([op.binaryen.getFeatures(), op.emit, [...op.attributes]]);
    return hash(notes + op.toText());
  }
  const library = getBinaryen();
  const { ref } = op;
  const { name, type, vars, body } = library.getFunctionInfo(ref);
  const locals = Array.from({ length: library.Function.getNumLocals(ref) }, (_, index) =>
    library.Function.hasLocalName(ref, index) ? library.Function.getLocalName(ref, index) : "",
  );
  return hash(JSON.stringify([name, type, vars, locals]) + library.emitText(body));
}
