/**
 * Version of the plugin API. The key `api` of a manifest declares the range of accepted versions. The version changes
 * only if the API changes in a way that can affect plugins. The version does not depend on the versions of packages.
 */
export const API_VERSION: string = "1.0.0";
