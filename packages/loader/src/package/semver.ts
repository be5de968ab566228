// Functions of semver that this package uses. A separate module, so that semver is loaded on demand.
export { default as gtr } from "semver/ranges/gtr.js";
export { default as ltr } from "semver/ranges/ltr.js";
export { default as validRange } from "semver/ranges/valid.js";
export { default as satisfies } from "semver/functions/satisfies.js";
