import * as client from "openid-client";
import { z } from "zod";
import { hourMs } from "../../contract/limits.ts";
import type { OidcConfig } from "../config.ts";

/** A user's account at the provider. Its identity is issuer and subject; everything else may change. */
export type ProviderAccount = Awaited<ReturnType<typeof accountOf>>;

/** Ties the provider's redirect to the sign-in that caused it. The browser keeps it in an encrypted cookie. */
export const Handshake = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() });
type Handshake = z.infer<typeof Handshake>;

export class OidcError extends Error {
  override name = "OidcError";
  readonly fault: "unreachable" | "refused";

  constructor(fault: "unreachable" | "refused", cause: unknown) {
    super(`single sign-on failed: ${fault}`, { cause });
    this.fault = fault;
  }
}

/** An OpenID Connect provider, with the authorization code flow and PKCE. */
export type OidcProvider = ReturnType<typeof openOidcProvider>;

/** Unusable attributes count as absent. */
const Profile = z.object({
  email: z.email().max(254).nullable().catch(null),
  email_verified: z.boolean().catch(false),
  given_name: z.string().trim().min(1).max(100).nullable().catch(null),
  family_name: z.string().trim().min(1).max(100).nullable().catch(null),
});

const timeoutSeconds = 5;
/** A provider's keys and endpoints may change, so they are discovered again after this time. */
const discoveryLifetimeMs = hourMs;

/** The provider is contacted at the first sign-in, so that its failure does not prevent the server's start. */
export function openOidcProvider(config: OidcConfig, redirectUri: string) {
  let found: { at: number; provider: Promise<client.Configuration> } | undefined;

  async function provider(): Promise<client.Configuration> {
    if (found === undefined || Date.now() - found.at > discoveryLifetimeMs)
      found = { at: Date.now(), provider: discover(config) };
    try {
      return await found.provider;
    } catch (cause) {
      found = undefined;
      throw new OidcError("unreachable", cause);
    }
  }

  return {
    /** The address to redirect the browser to, and the handshake for `finish`. Throws OidcError. */
    async begin(): Promise<{ address: string; handshake: Handshake }> {
      const codeVerifier = client.randomPKCECodeVerifier();
      const handshake = { state: client.randomState(), nonce: client.randomNonce(), codeVerifier };
      const address = client.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        state: handshake.state,
        nonce: handshake.nonce,
      });
      return { address: address.href, handshake };
    },
    /** The account that signed in. `address` is the URL of the redirect with its query. Throws OidcError. */
    async finish(address: URL, handshake: Handshake): Promise<ProviderAccount> {
      const configuration = await provider();
      try {
        return await accountOf(configuration, address, handshake);
      } catch (cause) {
        throw new OidcError(isNetworkFault(cause) ? "unreachable" : "refused", cause);
      }
    },
  };
}

async function discover({ issuerUrl, clientId, clientSecret }: OidcConfig): Promise<client.Configuration> {
  const isPlain = issuerUrl.startsWith("http:");
  return client.discovery(new URL(issuerUrl), clientId, undefined, authenticate(clientSecret), {
    timeout: timeoutSeconds,
    // Without TLS only if the operator configured an http address.
    ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}),
  });
}

/** Uses the Authorization header, which every provider must support, unless it announces form parameters only. */
function authenticate(secret: string): client.ClientAuth {
  const byHeader = client.ClientSecretBasic(secret);
  const byForm = client.ClientSecretPost(secret);
  return (server, self, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const method = methods === undefined || methods.includes("client_secret_basic") ? byHeader : byForm;
    return method(server, self, body, headers);
  };
}

async function accountOf(configuration: client.Configuration, address: URL, handshake: Handshake) {
  const tokens = await client.authorizationCodeGrant(configuration, address, {
    expectedState: handshake.state,
    expectedNonce: handshake.nonce,
    pkceCodeVerifier: handshake.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error("there is no ID token");
  // The ID tokens of many providers contain only the subject.
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const attributes =
    typeof claims["email"] === "string" || !hasUserInfo
      ? claims
      : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  const profile = Profile.parse(attributes);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: profile.email,
    /** Whether the provider has verified the address. */
    isEmailVerified: profile.email !== null && profile.email_verified,
    firstName: profile.given_name,
    lastName: profile.family_name,
  };
}

/** Whether there was no response at all. */
function isNetworkFault(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof client.ClientError && error.code === "OAUTH_TIMEOUT")
  );
}
