import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider, type KoaContextWithOIDC } from "oidc-provider";

export interface Person {
  sub: string;
  email?: string;
  given_name?: string;
  family_name?: string;
}

/** An OpenID Connect provider where `person` is signed in and consents to everything. */
export interface TestOidcProvider {
  /** The operator's settings for this provider. */
  environment: Record<"PUBLIC_URL" | "OIDC_ISSUER_URL" | "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET", string>;
  person: Person;
  /** Denies access, as if the user pressed Cancel. */
  refuses: boolean;
  close(): Promise<void>;
}

/** The provider redirects to the server at `publicUrl`. */
export async function startOidcProvider(publicUrl: string): Promise<TestOidcProvider> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const fake: TestOidcProvider = {
    environment: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER_URL: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
      OIDC_CLIENT_ID: "sizana",
      OIDC_CLIENT_SECRET: "a secret of the provider",
    },
    person: { sub: "nobody" },
    refuses: false,
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  const people = new Map<string, Person>();
  let provider: Provider | undefined;
  http.on("request", (request, response) => {
    provider ??= createProvider(fake, people);
    void answer(provider, fake, people, { request, response });
  });
  return fake;
}

type Exchange = {
  request: Parameters<Provider["interactionDetails"]>[0];
  response: Parameters<Provider["interactionDetails"]>[1];
};

/** Completes the provider's interactions at once instead of showing pages. */
async function answer(
  provider: Provider,
  fake: TestOidcProvider,
  people: Map<string, Person>,
  { request, response }: Exchange,
): Promise<void> {
  if (request.url?.startsWith("/interaction/") !== true) {
    await provider.callback()(request, response);
    return;
  }
  people.set(fake.person.sub, fake.person);
  const result = fake.refuses
    ? { error: "access_denied", error_description: "Cancelled" }
    : { login: { accountId: fake.person.sub, remember: false } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const signingKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

function createProvider({ environment }: TestOidcProvider, people: Map<string, Person>): Provider {
  const redirectUri = `${environment.PUBLIC_URL}/api/auth/single-sign-on/callback`;
  const known = {
    client_id: environment.OIDC_CLIENT_ID,
    client_secret: environment.OIDC_CLIENT_SECRET,
    redirect_uris: [redirectUri],
  };
  const provider = new Provider(environment.OIDC_ISSUER_URL, {
    clients: [known],
    claims: { openid: ["sub"], email: ["email"], profile: ["given_name", "family_name"] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["a key of the test"] },
    // Set explicitly to avoid the library's warnings about defaults.
    jwks: { keys: [{ ...signingKey().export({ format: "jwk" }), use: "sig" }] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    // The user has already consented.
    async loadExistingGrant(context: KoaContextWithOIDC) {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  return provider;
}
