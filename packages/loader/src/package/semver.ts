// The parts of semver that are used, in a module that is loaded when they are.
export { default as gtr } from "semver/ranges/gtr.js";
export { default as ltr } from "semver/ranges/ltr.js";
export { default as validRange } from "semver/ranges/valid.js";
export { default as satisfies } from "semver/functions/satisfies.js";
