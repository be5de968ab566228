/** Words to avoid, each with its replacement. */
export const words = [
  ["rubbish", "invalid value"],
  ["used wrongly", "usage error"],
  ["without a word", "silently"],
  ["strangers?", "third parties, or other authors"],
  ["telling", "reporting, or showing"],
  ["may as well", "can also"],
];

/**
 * Additional words to avoid. Files that `except` matches are not checked, because they still contain some of these
 * words. Remove a package from `except` when its prose is revised.
 */
export const stricter = {
  except: /^packages\/(?:builder|cli|core|loader|sdk)\/(?:src|test)\//,
  words: [
    ["mends?|mended|mending", "fix"],
    ["nobody|somebody|everybody", "a name: the plugin, the user, the framework"],
    ["tells?|told", "report, show, or state"],
    ["answer(?:s|ed|ing)", "return"],
    ["stands?|stood", "be, appear, or be declared"],
    ["whoever", "the noun"],
    ["as it is", "unchanged"],
    ["at hand", "available, or current"],
    ["anew", "again"],
    ["alike", "in the same way"],
    ["in vain", "without effect"],
    ["no more than", "at most"],
    ["speaks? of", "refer to, or name"],
    ["goes on", "continue"],
  ],
};
