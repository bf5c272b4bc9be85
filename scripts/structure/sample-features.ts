import path from "node:path";

/** Five features of different sizes, and the product files that exist only for each. */
const samples: Record<string, RegExp> = {
  "API keys": /\/api-keys(\/|\.ts$)/u,
  tickets: /\/tickets?(\/|\.tsx?$)|\/hand-off\/(open-ticket|reply-in-conversation|transcript)\.ts$/u,
  ratings: /\/feedback(\/|\.tsx?$)|\/(rate|rating|take-feedback)\.tsx?$/u,
  "curated answers": /\/curated(-answers)?(\/|\.ts$)/u,
  "model budget": /\/(model-usage|budget)(\/|\.ts$)/u,
};

export interface SampleFeature {
  name: string;
  files: number;
  folders: number;
}

/** The number of files and folders of each sample feature. */
export function measureSamples(files: readonly string[]): SampleFeature[] {
  return Object.entries(samples).map(([name, pattern]) => {
    const own = files.filter((file) => pattern.test(file));
    return { name, files: own.length, folders: new Set(own.map((file) => path.posix.dirname(file))).size };
  });
}
