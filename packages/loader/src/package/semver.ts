// The parts of semver that ranges of API versions need, loaded when they are.
export { default as gtr } from "semver/ranges/gtr.js";
export { default as ltr } from "semver/ranges/ltr.js";
export { default as validRange } from "semver/ranges/valid.js";
export { default as satisfies } from "semver/functions/satisfies.js";
