export * from "./errors/calls.ts";
export * from "./errors/places.ts";
export * from "./errors/properties.ts";
export { type Request, whereOf } from "./errors/where.ts";
