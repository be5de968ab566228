import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { ROOT } from "../repository.ts";
import type { EntryPoint } from "./entry-points.ts";

/**
 * Returns api-extractor's report about an entry point: the exports and their types. Leaves out remarks about release
 * tags, which reviews do not need.
 */
export function makeApiReport(entry: EntryPoint): string {
  const made = mkdtempSync(join(tmpdir(), "passwright-api-"));
  try {
    const packageFolder = join(ROOT, entry.folder);
    const config = ExtractorConfig.prepare({
      configObject: {
        projectFolder: packageFolder,
        mainEntryPointFilePath: join(ROOT, entry.types),
        newlineKind: "lf",
        apiReport: {
          enabled: true,
          reportFileName: `${entry.name}.api.md`,
          reportFolder: made,
          reportTempFolder: made,
          tagsToReport: { "@experimental": true },
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        compiler: {
          overrideTsconfig: {
            compilerOptions: { module: "NodeNext", target: "ES2022", strict: true, skipLibCheck: true, types: [] },
          },
        },
        messages: {
          compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
          extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
          tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        },
      },
      configObjectFullPath: join(packageFolder, "api-extractor.json"),
      packageJsonFullPath: join(packageFolder, "package.json"),
    });
    Extractor.invoke(config, {
      localBuild: true,
      messageCallback: (message) => {
        message.handled = true;
      },
    });
    return readFileSync(join(made, `${entry.name}.api.md`), "utf8");
  } finally {
    rmSync(made, { recursive: true });
  }
}
