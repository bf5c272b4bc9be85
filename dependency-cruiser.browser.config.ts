import type { IConfiguration } from "dependency-cruiser";
import config from "./dependency-cruiser.config.ts";

// Rules for the code that the browser loads; imports of types do not count.

const browserConfig: IConfiguration & { forbidden: { name: string }[] } = {
  forbidden: [
    {
      name: "browser-without-zod",
      comment:
        "The web app must not load zod, whose test for new Function violates the content security policy on every page. Put values that both sides need into a file of the contract that does not import zod, such as limits.ts.",
      severity: "error",
      from: { path: "^web/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "node_modules/zod/", reachable: true },
    },
  ],
  options: { ...config.options, tsPreCompilationDeps: false },
};

export default browserConfig;
