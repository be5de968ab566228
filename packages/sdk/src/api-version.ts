/**
 * Version of the plugin API, which a manifest accepts with a range under `api`. Changes only if plugins may be
 * affected, independently of package versions.
 */
export const API_VERSION: string = "1.0.0";
