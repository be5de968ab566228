/** Version of the plugin API, for `api` of manifests. Changes only if a change of the API can affect plugins. */
export const API_VERSION: string = "1.0.0";
