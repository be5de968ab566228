/**
 * Version of the plugin API. The key `api` of a manifest declares the range of accepted versions. This version is
 * independent of package versions, and changes only if a change of the API can affect plugins.
 */
export const API_VERSION: string = "1.0.0";
