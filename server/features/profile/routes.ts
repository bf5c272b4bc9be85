import { ProfileUpdate, User } from "../../../contract/identity.ts";
import { sessionOf, userOf } from "../../auth/access.ts";
import { readUserAgain } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";
import type { App } from "../../http.ts";
import { pictureRoutes } from "./picture-routes.ts";
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
