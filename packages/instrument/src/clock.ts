/**
 * Function that returns the milliseconds since a fixed moment, such as `() => performance.now()`. The result never
 * decreases.
 */
export type Clock = () => number;
