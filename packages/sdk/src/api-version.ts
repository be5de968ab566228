/**
 * Version of the plugin API. The key `api` of a manifest declares the range of accepted versions. The API version
 * changes only if a change of the API can affect plugins. The API version is independent of package versions.
 */
export const API_VERSION: string = "1.0.0";
