import type { RateLimitOptions } from "@fastify/rate-limit";
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  onSendAsyncHookHandler,
} from "fastify";
import { z } from "zod";
import { Id } from "../contract/common.ts";
import { nextCursorHeader } from "../contract/limits.ts";
import { tenantOf, type Access } from "./auth/access.ts";
import { withTenant, type Database, type Transaction } from "./database/database.ts";
import type { App } from "./http.ts";
import type { Page } from "./paging.ts";

/** The ids in a path, such as `:ticketId`. */
type IdsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & IdsIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

type Replies = Record<number, z.ZodType>;
type Reply<Response extends Replies> = z.output<Response[keyof Response]> | FastifyReply | void;

/** Who may call a route, its input and output, and its texts in the API reference. */
interface Route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Headers extends z.ZodType,
  Body extends z.ZodType,
  Response extends Replies,
> extends Pick<FastifyContextConfig, "refusal"> {
  access: Access;
  rateLimit?: RateLimitOptions;
  bodyLimit?: number;
  onSend?: onSendAsyncHookHandler;
  summary: string;
  description?: string;
  consumes?: string[];
  /** For paths whose parameters are not all ids. */
  params?: Params;
  querystring?: Query;
  headers?: Headers;
  body?: Body;
  /**
   * Bodies by status. If only one status is successful, it need not be set. Absent: a change replies 204. Undefined:
   * the handler sends any reply itself.
   */
  response?: Response | undefined;
}

type RowOf<Rows> = Rows extends (infer Row)[] ? Row : never;

type RequestOf<Params, Query, Headers, Body> = FastifyRequest<{
  Params: Params;
  Querystring: Query;
  Headers: Headers;
  Body: Body;
}>;

type Handler<Request, Response extends Replies> =
  | { handler: (request: Request, reply: FastifyReply) => Reply<Response> | Promise<Reply<Response>> }
  /** As `transaction`, for a page of a list: its rows are the body, a header has the cursor of the next page. */
  | { page: (trx: Transaction, request: Request) => Promise<Page<RowOf<z.output<Response[keyof Response]>>>> }
  /** Runs in one transaction of the member's or the API key's organization, which commits before the reply is sent. */
  | { transaction: (trx: Transaction, request: Request, reply: FastifyReply) => Promise<Reply<Response>> };

type AddRoute = <
  const Path extends string,
  Params extends z.ZodType = z.ZodType<IdsIn<Path>>,
  Query extends z.ZodType = z.ZodType,
  Headers extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends Replies = never,
>(
  path: Path,
  route: Route<Params, Query, Headers, Body, Response> &
    Handler<RequestOf<z.output<Params>, z.output<Query>, z.output<Headers>, z.output<Body>>, Response>,
) => void;

/** Adds the routes of features to the web server: zod schemas validate, type and document each. */
export interface Routes {
  app: App;
  get: AddRoute;
  post: AddRoute;
  put: AddRoute;
  delete: AddRoute;
}

/** The reply of a change whose route declares none. */
const noContent = { response: { 204: z.null() } };
/** The API reference's text on a paged list without a description of its own. */
const pageDocs = {
  description: `Newest first. The header \`${nextCursorHeader}\` has the cursor of the next page.`,
};
const noHandlers = { handler: undefined, transaction: undefined, page: undefined };

export function routesOf(app: App, db: Database): Routes {
  const adder =
    (method: HTTPMethods): AddRoute =>
    (url, { access, rateLimit, refusal, bodyLimit, onSend, ...route }) => {
      const { handler, transaction, page, ...schema } = { ...noHandlers, ...route };
      const handle =
        handler ??
        ((request: FastifyRequest, reply: FastifyReply) =>
          withTenant(db, (request.apiKey ?? tenantOf(request)).organizationId, async (trx) => {
            if (page === undefined) return transaction(trx, request as never, reply);
            const { rows, nextCursor } = await page(trx, request as never);
            if (nextCursor !== null) reply.header(nextCursorHeader, nextCursor);
            return rows;
          }));
      app.route({
        method,
        url,
        config: { access, ...(rateLimit && { rateLimit }), ...(refusal && { refusal }) },
        ...(bodyLimit && { bodyLimit }),
        ...(onSend && { onSend }),
        schema: { ...paramsOf(url), ...(method !== "GET" && noContent), ...(page && pageDocs), ...schema },
        handler: handle as never,
      });
    };
  return { app, get: adder("GET"), post: adder("POST"), put: adder("PUT"), delete: adder("DELETE") };
}

function paramsOf(path: string): { params?: z.ZodType } {
  const ids = Object.fromEntries([...path.matchAll(/:(\w+)/gu)].map(([, name = ""]) => [name, Id]));
  return Object.keys(ids).length === 0 ? {} : { params: z.object(ids) };
}

export const perMinute = (max: number) => ({ max, timeWindow: "1 minute" });
export const perHour = (max: number) => ({ max, timeWindow: "1 hour" });
