import type { IConfiguration, IRegularForbiddenRuleType } from "dependency-cruiser";

// The flow of imports: contract ← auth, database, clients ← pipeline ← features ← app.
// Every rule has a bad example below test/architecture/fixtures that proves that it can fail.

const ours = "^(contract|server|web|test|e2e|evals|bench|scripts|demo)/";
const forbid = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType["from"],
  to: IRegularForbiddenRuleType["to"],
): IRegularForbiddenRuleType & { name: string } => ({ name, comment, severity: "error", from, to });

const config: IConfiguration & { forbidden: { name: string }[] } = {
  forbidden: [
    forbid(
      "no-circular",
      "Two modules that need each other are one.",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    ),
    forbid("no-unresolved", "What is imported must exist.", {}, { couldNotResolve: true }),
    forbid(
      "contract-stands-alone",
      "The contract is what server, web and customers agree on; it knows none of them.",
      { path: "^contract/" },
      { path: ours, pathNot: "^contract/" },
    ),
    forbid(
      "web-not-server",
      "The web app meets the server over HTTP only.",
      { path: "^web/" },
      { path: ours, pathNot: "^(web|contract)/" },
    ),
    forbid(
      "server-not-web",
      "The server serves what the web build left; it imports nothing of it.",
      { path: "^server/" },
      { path: "^web/" },
    ),
    forbid(
      "features-apart",
      "A feature that needs another shares through the pipeline, auth or the contract.",
      { path: "^server/features/([^/]+)/" },
      { path: "^server/features/", pathNot: "^server/features/$1/" },
    ),
    forbid(
      "ui-knows-no-feature",
      "Buttons and dialogs serve every feature.",
      { path: "^web/ui/" },
      { path: "^web/(features|screens)/" },
    ),
    forbid(
      "pipeline-knows-no-feature",
      "The pipeline is the product; features put it behind routes.",
      { path: "^server/pipeline/", pathNot: "[.]test[.]ts$" },
      { path: "^server/(features/|app[.]ts|worker[.]ts|main[.]ts|http[.]ts|sse[.]ts)" },
    ),
    forbid(
      "pipeline-knows-no-http",
      "The pipeline runs from a request, a job or the terminal alike.",
      { path: "^server/pipeline/", pathNot: "[.]test[.]ts$" },
      { path: "node_modules/(fastify|@fastify/[^/]+|fastify-plugin|fastify-type-provider-zod)/" },
    ),
    forbid(
      "ground-knows-no-pipeline",
      "auth, database and clients are what the pipeline stands on.",
      { path: "^server/(auth|database|clients)/", pathNot: "[.]test[.]ts$" },
      { path: "^server/(pipeline|features)/|^server/(app|worker|main)[.]ts" },
    ),
    forbid(
      "only-app-lists-features",
      "app.ts and worker.ts are the one list each of routes and jobs.",
      { path: "^server/", pathNot: "^server/(features/|app[.]ts$|worker[.]ts$)|[.]test[.]ts$" },
      { path: "^server/features/" },
    ),
    forbid(
      "product-not-tests",
      "What ships does not need what tests it.",
      { path: "^(contract|server|web)/", pathNot: "[.]test[.]tsx?$" },
      { path: "^(test|e2e|evals|bench|scripts|demo)/|[.]test[.]tsx?$" },
    ),
    forbid(
      "no-development-dependency",
      "An installation without development dependencies must run.",
      { path: "^(contract|server)/", pathNot: "[.]test[.]ts$" },
      { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|data)/|test/architecture/fixtures" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types", "default"],
    },
  },
};

export default config;
