/**
 * Version of the plugin API. The key `api` of a manifest declares the range of accepted versions. The version changes
 * only if an API change can affect plugins, independently of package versions.
 */
export const API_VERSION: string = "1.0.0";
