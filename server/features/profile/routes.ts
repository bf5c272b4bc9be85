import { z } from "zod";
import { AccountDeletion, PictureUpload, ProfileUpdate, User } from "../../../contract/identity.ts";
import { provenSessionOf, sessionOf, userOf } from "../../auth/access.ts";
import { readUserAgain } from "../../auth/sessions.ts";
import { clearSessionCookie } from "../../auth/cookies.ts";
import type { Context } from "../../context.ts";
import { badRequest } from "../../errors.ts";
import { perHour, type Routes } from "../../routes.ts";
import { deleteAccount } from "./delete-account.ts";
import { findPicture, removePicture, savePicture, updateProfile } from "./profile.ts";

const change = { access: "signed in", rateLimit: perHour(60) } as const;

export function profileRoutes(routes: Routes, context: Context): void {
  const { db } = context;

  routes.delete("/api/user", {
    ...change,
    summary: "Delete your account",
    description:
      "Also deletes your chats with the assistant and organizations without another member. What you wrote to customers stays, without your name. Confirm with your email address.",
    body: AccountDeletion,
    handler: async (request, reply) => {
      const session = provenSessionOf(request);
      if (request.body.email.toLowerCase() !== session.user.email.toLowerCase())
        throw badRequest("email_mismatch", "Enter the email address of your account.");
      await deleteAccount(context, session);
      request.log.info({ userId: session.user.id }, "an account was deleted");
      clearSessionCookie(reply, context.config);
    },
  });

  routes.put("/api/user/picture", {
    ...change,
    summary: "Set your profile picture",
    body: PictureUpload,
    response: { 200: User },
    handler: async (request) => {
      await savePicture(db, userOf(request).id, Buffer.from(request.body.data, "base64"));
      return readUserAgain(db, sessionOf(request));
    },
  });

  routes.delete("/api/user/picture", {
    ...change,
    summary: "Remove your profile picture",
    response: { 200: User },
    handler: async (request) => {
      await removePicture(db, userOf(request).id);
      return readUserAgain(db, sessionOf(request));
    },
  });

  routes.get("/api/users/:userId/picture", {
    access: "signed in",
    summary: "Get a profile picture",
    description:
      "Your own or a colleague's. Use the address in `profileImageUrl`; its `v` changes with the picture.",
    querystring: z.object({ v: z.string().max(64).optional() }),
    handler: async (request, reply) => {
      const picture = await findPicture(db, userOf(request), request.params.userId);
      if (picture === undefined) return reply.status(204).send();
      const caching = request.query.v === undefined ? "no-cache" : "max-age=86400";
      void reply.header("cache-control", `private, ${caching}`);
      return reply.type(picture.media_type).send(picture.bytes);
    },
  });

  routes.get("/api/auth/user", {
    access: "signed in",
    summary: "Get the signed-in user",
    response: { 200: User },
    handler: async (request) => userOf(request),
  });

  routes.put("/api/user/profile", {
    access: "signed in",
    summary: "Update your profile",
    description: "Fields you leave out are cleared.",
    body: ProfileUpdate,
    response: { 200: User },
    handler: async (request) => {
      await updateProfile(db, userOf(request).id, request.body);
      return readUserAgain(db, sessionOf(request));
    },
  });
}
