/** Words to avoid, each with what this project writes instead. */
export const words = [
  ["rubbish", "invalid value"],
  ["used wrongly", "usage error"],
  ["without a word", "silently"],
  ["strangers?", "third parties, or other authors"],
];
