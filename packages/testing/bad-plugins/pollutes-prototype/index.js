import { definePlugin } from "@passwright/sdk";

// Wrong: this changes the arrays of all plugins.
// oxlint-disable-next-line no-extend-native
Array.prototype.last = function last() {
  return this[this.length - 1];
};

export default definePlugin({ passes: [] });
