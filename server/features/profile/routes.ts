import { z } from "zod";
import { Id } from "../../../contract/common.ts";
import { PictureUpload, ProfileUpdate, User } from "../../../contract/identity.ts";
import { sessionOf, userOf } from "../../auth/access.ts";
import { readUserAgain } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { findPicture, removePicture, savePicture } from "./pictures.ts";
import { updateProfile } from "./profile.ts";

export function profileRoutes(app: App, context: Context): void {
  pictureRoutes(app, context);

  app.get("/api/auth/user", {
    config: { access: "signed in" },
    schema: { summary: "Get the signed-in user", response: { 200: User } },
    handler: async (request) => userOf(request),
  });

  app.put("/api/user/profile", {
    config: { access: "signed in" },
    schema: {
      summary: "Update the profile",
      description: "Fields you leave out are cleared.",
      body: ProfileUpdate,
      response: { 200: User },
    },
    handler: async (request) => {
      await updateProfile(context.db, userOf(request).id, request.body);
      return readUserAgain(context.db, sessionOf(request));
    },
  });
}

const change = { access: "signed in", rateLimit: { max: 60, timeWindow: "1 hour" } } as const;

function pictureRoutes(app: App, { db }: Context): void {
  app.put("/api/user/picture", {
    config: change,
    schema: { summary: "Set the profile picture", body: PictureUpload, response: { 200: User } },
    handler: async (request) => {
      await savePicture(db, userOf(request).id, Buffer.from(request.body.data, "base64"));
      return readUserAgain(db, sessionOf(request));
    },
  });

  app.delete("/api/user/picture", {
    config: change,
    schema: { summary: "Remove the profile picture", response: { 200: User } },
    handler: async (request) => {
      await removePicture(db, userOf(request).id);
      return readUserAgain(db, sessionOf(request));
    },
  });

  app.get("/api/users/:userId/picture", {
    config: { access: "signed in" },
    schema: {
      summary: "Get a profile picture",
      description:
        "Your own or a colleague's. Use the address in `profileImageUrl`; its `v` changes with the picture.",
      params: z.object({ userId: Id }),
      querystring: z.object({ v: z.string().max(64).optional() }),
    },
    handler: async (request, reply) => {
      const picture = await findPicture(db, userOf(request), request.params.userId);
      if (picture === null) return reply.status(204).send();
      return reply
        .header(
          "cache-control",
          request.query.v === undefined ? "private, no-cache" : "private, max-age=86400",
        )
        .type(picture.mediaType)
        .send(picture.bytes);
    },
  });
}
