import { randomBytes } from "node:crypto";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { Audience } from "../contract/common.ts";
import { ErrorReply } from "../contract/errors.ts";
import { once } from "./caching/once.ts";
import type { App } from "./http.ts";

const title = "Sizana API";

/** The only body without a validating schema: it is streamed, never held in memory as a whole. */
const uploadForm = {
  type: "object",
  required: ["file", "type"],
  properties: {
    file: { type: "string", format: "binary" },
    type: { type: "string", enum: Audience.options },
  },
};

/**
 * The API reference, made from the routes' schemas: /api/openapi.json for programs, /api/docs for people. The
 * latter's viewer is a large package, so it is loaded on the first visit.
 */
export async function addApiDocs(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title,
        version: "1",
        description:
          "The API that the web app uses. Sign in for a session cookie, or send an API key as a bearer token.",
      },
      components: {
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: "sizana_session" },
          apiKey: { type: "http", scheme: "bearer" },
        },
      },
    },
    transform: (route) => {
      const { schema } = route;
      if (schema === undefined) return jsonSchemaTransform(route);
      const named = schema.summary ? { ...schema, operationId: operationIdOf(schema.summary) } : schema;
      if (schema.response === undefined) return jsonSchemaTransform({ ...route, schema: named });
      const response = { ...(schema.response as object), default: ErrorReply };
      const described = jsonSchemaTransform({ ...route, schema: { ...named, response } });
      if (schema.consumes?.includes("multipart/form-data") === true) described.schema.body = uploadForm;
      return described;
    },
  });
  app.get("/api/openapi.json", { schema: { hide: true }, handler: () => app.swagger() });

  const viewer = once(openViewer);
  const read = async (url: string) => (await viewer()).inject(url);
  app.get("/api/docs", {
    schema: { hide: true },
    handler: async (_request, reply) => {
      const { body } = await read("/api/docs/");
      const nonce = randomBytes(16).toString("base64");
      const policy =
        `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; ` +
        "img-src 'self' data: blob:; font-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
      reply.header("content-security-policy", policy).type("text/html; charset=utf-8");
      return body.replaceAll("<script", `<script nonce="${nonce}"`);
    },
  });
  app.get("/api/docs/scalar.js", {
    schema: { hide: true },
    handler: async (_request, reply) => {
      const { body, headers } = await read("/api/docs/js/scalar.js");
      const type = String(headers["content-type"]);
      return reply.header("cache-control", "public, max-age=3600").type(type).send(body);
    },
  });
}

/** Scalar's pages, on a Fastify instance that does not listen. */
async function openViewer(): Promise<FastifyInstance> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const viewer = Fastify();
  await viewer.register(scalar, {
    routePrefix: "/api/docs",
    configuration: {
      url: "/api/openapi.json",
      cdn: "/api/docs/scalar.js",
      pageTitle: title,
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: "never",
      hideClientButton: true,
    },
  });
  return viewer;
}

/** `Create a ticket` becomes `createTicket`: no two summaries are the same, so no two ids are. */
function operationIdOf(summary: string): string {
  const words = summary.replaceAll("'s ", " ").split(/[^A-Za-z0-9]+/u);
  const [verb = "", ...rest] = words.filter((word) => !/^(a|an|the|your)$/u.test(word));
  return verb.toLowerCase() + rest.map(capitalize).join("");
}

/** `key` and `API` become `Key` and `Api`; `WhatsApp` stays as it is. */
const capitalize = (word: string): string =>
  word.slice(0, 1).toUpperCase() +
  (word === word.toUpperCase() ? word.slice(1).toLowerCase() : word.slice(1));
