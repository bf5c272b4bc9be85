import type { IConfiguration, IRegularForbiddenRuleType } from "dependency-cruiser";

// The layers; each may import only those before it:
// contract, document-reader, language ← database, clients, auth ← ingestion ← retrieval ← answering ← conversations ← features ← app.
// Every rule has an example in test/architecture/fixtures that breaks it, which proves that the rule can fail.

const ours = "^(contract|document-reader|server|web|test|e2e|evals|bench|scripts|demo)/";
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
      "Files must not import each other in a circle: move what both need to a third file.",
      {},
      { circular: true },
    ),
    forbid(
      "no-unresolved",
      "An import must lead to a file or package that exists.",
      {},
      { couldNotResolve: true },
    ),
    forbid(
      "contract-stands-alone",
      "The contract is shared by the server, the web app and API customers. It must not import code from other folders.",
      { path: "^contract/" },
      { path: ours, pathNot: "^contract/" },
    ),
    forbid(
      "web-not-server",
      "The web app must talk to the server over HTTP only. It may import types and schemas from contract/.",
      { path: "^web/" },
      { path: ours, pathNot: "^(web|contract)/" },
    ),
    forbid(
      "server-not-web",
      "The server must not import code of the web app; it only serves the built files.",
      { path: "^server/" },
      { path: "^web/" },
    ),
    forbid(
      "features-apart",
      "A server feature must not import another feature: move the shared code to conversations/, answering/ or a lower layer.",
      { path: "^server/features/([^/]+)/" },
      { path: "^server/features/", pathNot: "^server/features/$1/" },
    ),
    forbid(
      "ui-without-features",
      "A component in web/ui/ must not import features or screens: every feature uses it. Pass what it needs as props.",
      { path: "^web/ui/" },
      { path: "^web/(features|screens)/" },
    ),
    forbid(
      "document-reader-stands-alone",
      "The document reader turns bytes into pages and blocks. Except for contract/, it must not import other folders: it knows no organizations, databases or requests.",
      { path: "^document-reader/", pathNot: "[.]test[.]ts$" },
      { path: ours, pathNot: "^(document-reader|contract)/" },
    ),
    forbid(
      "language-stands-alone",
      "language/ is below the other server folders. It must not import code from other folders, except for contract/.",
      { path: "^server/language/", pathNot: "[.]test[.]ts$" },
      { path: ours, pathNot: "^(server/(language|caching)|contract)/|^server/hash[.]ts" },
    ),
    forbid(
      "infrastructure-below-product",
      "auth/, database/ and clients/ must not import the folders that use them.",
      { path: "^server/(auth|database|clients)/", pathNot: "[.]test[.]ts$" },
      {
        path: "^server/(ingestion|retrieval|answering|conversations|features)/|^server/(app|worker|main)[.]ts",
      },
    ),
    forbid(
      "ingestion-below-retrieval",
      "Ingestion must not import retrieval or a higher layer: what is stored does not depend on how it is searched.",
      { path: "^server/ingestion/", pathNot: "[.]test[.]ts$" },
      { path: "^server/(retrieval|answering|conversations|features)/|^server/(app|worker|main)[.]ts" },
    ),
    forbid(
      "retrieval-below-answering",
      "Retrieval must not import answering or a higher layer: it finds passages for every kind of answer.",
      { path: "^server/retrieval/", pathNot: "[.]test[.]ts$" },
      { path: "^server/(answering|conversations|features)/|^server/(app|worker|main)[.]ts" },
    ),
    forbid(
      "answering-below-conversations",
      "Answering must not import conversations or features: an answer does not depend on its channel.",
      { path: "^server/answering/", pathNot: "[.]test[.]ts$" },
      { path: "^server/(conversations|features)/|^server/(app|worker|main)[.]ts" },
    ),
    forbid(
      "conversations-below-features",
      "conversations/ must not import features: move code that all channels share here, and leave the rest in the feature.",
      { path: "^server/conversations/", pathNot: "[.]test[.]ts$" },
      { path: "^server/features/|^server/(app|worker|main)[.]ts" },
    ),
    forbid(
      "product-without-http",
      "These folders must not import Fastify, http.ts or sse.ts: their code also runs in jobs and in the terminal. HTTP belongs in features/.",
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
      "Only app.ts, worker.ts and reseal-secrets.ts may import features: they list all routes, all jobs and all encrypted data.",
      {
        path: "^server/",
        pathNot: "^server/(features/|app[.]ts$|worker[.]ts$|reseal-secrets[.]ts$)|[.]test[.]ts$",
      },
      { path: "^server/features/" },
    ),
    forbid(
      "product-not-tests",
      "The product must not import tests, test tools, scripts or measurements.",
      { path: "^(contract|document-reader|server|web)/", pathNot: "[.]test[.]tsx?$" },
      { path: "^(test|e2e|evals|bench|scripts|demo)/|[.]test[.]tsx?$" },
    ),
    forbid(
      "no-browser-package",
      "The server must not import packages of the web app, such as React and Vite: they are for building it.",
      { path: "^(contract|document-reader|server)/" },
      {
        path: "node_modules/(react|react-dom|vite|recharts|lucide-react|radix-ui|wouter|clsx|tailwindcss|@uppy/[^/]+|@tanstack/[^/]+)/",
      },
    ),
    forbid(
      "no-development-dependency",
      "The product must not import a development dependency, because installations run without them: move the package to dependencies.",
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
