import type { IConfiguration } from "dependency-cruiser";
import config from "./dependency-cruiser.config.ts";

// What the browser loads: not what is imported for its types only. The bad example stands with those of the other rules.

const browserConfig: IConfiguration & { forbidden: { name: string }[] } = {
  forbidden: [
    {
      name: "browser-without-zod",
      comment:
        "zod's probe for new Function is an error of the content security policy on every page. A value that both sides need stands in a file of the contract without zod.",
      severity: "error",
      from: { path: "^web/", pathNot: "[.]test[.]tsx?$" },
      to: { path: "node_modules/zod/", reachable: true },
    },
  ],
  options: { ...config.options, tsPreCompilationDeps: false },
};

export default browserConfig;
