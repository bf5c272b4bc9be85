import type { IConfiguration, IRegularForbiddenRuleType } from "dependency-cruiser";

// The layers, each of which imports those before it only:
// contract, document-reader, language ← database, clients, auth ← ingestion ← retrieval ← answering ← conversations ← features ← app.
// Every rule has a bad example below test/architecture/fixtures that proves that it can fail.

const ours = "^(contract|document-reader|server|web|test|e2e|evals|bench|scripts|demo)/";
const forbid = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType["from"],
  to: IRegularForbiddenRuleType["to"],
): IRegularForbiddenRuleType & { name: string } => ({ name, comment, severity: "error", from, to });

const config: IConfiguration & { forbidden: { name: string }[] } = {
  forbidden: [
    forbid("no-circular", "Two modules that need each other are one.", {}, { circular: true }),
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
      "A feature that needs another has found a noun of a lower layer.",
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
      "document-reader-stands-alone",
      "Bytes in, pages and blocks out: the reader knows nothing of organizations, databases or requests.",
      { path: "^document-reader/", pathNot: "[.]test[.]ts$" },
      { path: ours, pathNot: "^(document-reader|contract)/" },
    ),
    forbid(
      "language-stands-alone",
      "What words are is below everything that uses them.",
      { path: "^server/language/", pathNot: "[.]test[.]ts$" },
      { path: ours, pathNot: "^(server/language|contract)/" },
    ),
    forbid(
      "ground-knows-no-product",
      "auth, database and clients are what the product stands on.",
      { path: "^server/(auth|database|clients)/", pathNot: "[.]test[.]ts$" },
      {
        path: "^server/(ingestion|retrieval|answering|conversations|features)/|^server/(app|worker|main)[.]ts",
      },
    ),
    forbid(
      "ingestion-below-retrieval",
      "What is stored does not depend on how it is searched.",
      { path: "^server/ingestion/", pathNot: "[.]test[.]ts$" },
      { path: "^server/(retrieval|answering|conversations|features)/|^server/(app|worker|main)[.]ts" },
    ),
    forbid(
      "retrieval-below-answering",
      "Passages are found without knowing who words an answer from them.",
      { path: "^server/retrieval/", pathNot: "[.]test[.]ts$" },
      { path: "^server/(answering|conversations|features)/|^server/(app|worker|main)[.]ts" },
    ),
    forbid(
      "answering-below-conversations",
      "An answer does not depend on the channel that it goes to.",
      { path: "^server/answering/", pathNot: "[.]test[.]ts$" },
      { path: "^server/(conversations|features)/|^server/(app|worker|main)[.]ts" },
    ),
    forbid(
      "conversations-below-features",
      "Channels are thin features on top of one conversation.",
      { path: "^server/conversations/", pathNot: "[.]test[.]ts$" },
      { path: "^server/features/|^server/(app|worker|main)[.]ts" },
    ),
    forbid(
      "product-knows-no-http",
      "A question is answered from a request, a job or the terminal alike.",
      {
        path: "^(document-reader|server/(language|ingestion|retrieval|answering|conversations))/",
        pathNot: "[.]test[.]ts$",
      },
      {
        path: "node_modules/(fastify|@fastify/[^/]+|fastify-plugin|fastify-type-provider-zod)/|^server/(http|sse)[.]ts",
      },
    ),
    forbid(
      "only-app-lists-features",
      "app.ts, worker.ts and reseal-secrets.ts are the one list each of routes, jobs and what is sealed.",
      {
        path: "^server/",
        pathNot: "^server/(features/|app[.]ts$|worker[.]ts$|reseal-secrets[.]ts$)|[.]test[.]ts$",
      },
      { path: "^server/features/" },
    ),
    forbid(
      "product-not-tests",
      "What ships does not need what tests it.",
      { path: "^(contract|document-reader|server|web)/", pathNot: "[.]test[.]tsx?$" },
      { path: "^(test|e2e|evals|bench|scripts|demo)/|[.]test[.]tsx?$" },
    ),
    forbid(
      "no-browser-package",
      "React, Vite and their like are installed to build the web app; the server runs without them.",
      { path: "^(contract|document-reader|server)/" },
      {
        path: "node_modules/(react|react-dom|vite|recharts|lucide-react|radix-ui|wouter|clsx|tailwindcss|@uppy/[^/]+|@tanstack/[^/]+)/",
      },
    ),
    forbid(
      "no-development-dependency",
      "An installation without development dependencies must build the web app and run.",
      { path: "^(contract|document-reader|server|web)/", pathNot: "[.]test[.]tsx?$" },
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
