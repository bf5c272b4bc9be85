import { ProfileUpdate, User } from "../../../contract/identity.ts";
import { sessionOf, userOf } from "../../auth/access.ts";
import { findSessionByHash } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import { unauthorized } from "../../errors.ts";
import type { App } from "../../http.ts";
import { pictureRoutes } from "./picture-routes.ts";
import { updateProfile } from "./profile.ts";

export function profileRoutes(app: App, context: Context): void {
  pictureRoutes(app, context);

  app.get(
    "/api/auth/user",
    {
      config: { access: "signed in" },
      schema: { tags: ["Identity"], summary: "Get the signed-in user", response: { 200: User } },
    },
    async (request) => userOf(request),
  );

  app.put(
    "/api/user/profile",
    {
      config: { access: "signed in" },
      schema: {
        tags: ["Identity"],
        summary: "Update the profile",
        description: "Fields you leave out are cleared.",
        body: ProfileUpdate,
        response: { 200: User },
      },
    },
    async (request) => {
      const { tokenHash, user } = sessionOf(request);
      await updateProfile(context.db, user.id, request.body);
      const session = await findSessionByHash(context.db, tokenHash);
      if (session === null) throw unauthorized();
      return session.user;
    },
  );
}
