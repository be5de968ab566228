import { definePlugin } from "@passwright/sdk";

// Wrong: every array of every other plugin has this now.
// oxlint-disable-next-line no-extend-native
Array.prototype.last = function last() {
  return this[this.length - 1];
};

export default definePlugin({ passes: [] });
