import { grown } from "./grown.ts";

/** An object that represents an entity by its id. The id is -1 after the entity is erased. */
export interface Handle {
  id: number;
}

/** Handles by id: a column of indices into a dense list. Pages of the column that are not used do not need memory. */
export class HandleTable<H extends Handle> {
  #slotOf: Int32Array = new Int32Array(0);
  #handles: (H | undefined)[] = [undefined];

  find(id: number): H | undefined {
    const slot = this.#slotOf[id];
    return slot === undefined ? undefined : this.#handles[slot];
  }

  /** Adds a handle and returns it. `capacity` is the number of ids for which the store has memory. */
  add(handle: H, capacity: number): H {
    if (handle.id >= this.#slotOf.length) this.#slotOf = grown(this.#slotOf, Math.max(capacity, handle.id + 1));
    this.#slotOf[handle.id] = this.#handles.length;
    this.#handles.push(handle);
    return handle;
  }

  /** Disconnects the handle of an erased id: sets the id of the handle to -1, and removes the handle from the table. */
  sever(id: number): void {
    if (id >= this.#slotOf.length) return;
    const slot = this.#slotOf[id]!;
    if (slot === 0) return;
    this.#handles[slot]!.id = -1;
    this.#handles[slot] = undefined;
    this.#slotOf[id] = 0;
  }

  move(from: number, to: number, capacity: number): void {
    const handle = this.find(from);
    if (handle === undefined) return;
    this.sever(from);
    handle.id = to;
    this.add(handle, capacity);
  }
}
