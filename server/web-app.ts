import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import { paths } from "../contract/screens.ts";
import { AppError } from "./errors.ts";
import type { App } from "./http.ts";

const folder = fileURLToPath(new URL("../dist/web", import.meta.url));

/**
 * Serves the built web app. Assets have a hash in their name and are cached for a year; the page is never
 * cached. An unknown path gets the page as well, with status 404, and shows the not-found screen. Under /api it
 * gets an error like everywhere there.
 */
export async function serveWebApp(app: App): Promise<void> {
  const index = path.join(folder, "index.html");
  const page = existsSync(index) ? await readFile(index, "utf8") : null;
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: existsSync(path.join(folder, "index.html.br")),
      globIgnore: ["index.html*", "**/*.br", "**/*.gz"],
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = path.relative(folder, file).startsWith(`assets${path.sep}`);
        const cached = isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600";
        reply.header("cache-control", cached);
      },
    });
  }
  // A trailing slash names the same screen.
  const addresses = Object.values(paths).flatMap((screen) =>
    screen === "/" ? [screen] : [screen, `${screen}/`],
  );
  for (const address of addresses) {
    app.get(address, {
      schema: { hide: true },
      handler: async (_request, reply) => {
        if (page === null)
          throw new AppError(404, "not_built", "The web app hasn't been built. Start with npm start.");
        return reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(page);
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const [address = "/"] = request.url.split("?");
    const wantsPage = request.method === "GET" && (request.headers.accept ?? "").includes("text/html");
    if (page === null || !wantsPage || address.startsWith("/api/"))
      throw new AppError(404, "not_found", `Nothing was found at ${address}.`);
    return reply.status(404).header("cache-control", "no-cache").type("text/html; charset=utf-8").send(page);
  });
}
