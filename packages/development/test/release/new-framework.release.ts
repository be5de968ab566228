import { LANGUAGES, npm, tryFramework } from "./scaffold.ts";

describe("a new framework, with npm", () => {
  for (const language of LANGUAGES)
    it(`in ${language}: builds, passes its tests, is planned and run`, () => void tryFramework(npm, language));
});
