import type { TestServer } from "./server.ts";

/** A minimal browser with cookies by host, which follows redirects. */
export class HttpBrowser {
  readonly #server: TestServer;
  readonly #cookies = new Map<string, Map<string, string>>();

  readonly #publicUrl: string;

  /** The server may have a public URL that differs from its real address. */
  constructor(of: TestServer, cookies = "") {
    this.#server = of;
    this.#publicUrl = of.context.config.publicUrl;
    for (const cookie of cookies.split("; ").filter(Boolean)) {
      const [name = "", value = ""] = cookie.split("=");
      this.#jar(this.#publicUrl).set(name, value);
    }
  }

  #jar(address: string): Map<string, string> {
    const { host } = new URL(address);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    return jar;
  }

  async #get(address: string): Promise<{ location: string | null; body: string }> {
    const cookie = [...this.#jar(address)].map(([name, value]) => `${name}=${value}`).join("; ");
    const own = address.startsWith(this.#publicUrl);
    const url = own ? this.#server.url + address.slice(this.#publicUrl.length) : address;
    const reply = await fetch(url, { headers: { cookie }, redirect: "manual" });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.#jar(address).delete(name);
      else this.#jar(address).set(name, value);
    }
    return { location: reply.headers.get("location"), body: await reply.text() };
  }

  /** Follows redirects to a page of the web app and returns its path, or the body of any other reply. */
  async go(path: string): Promise<string> {
    const end = await this.#follow(path, (address) => {
      const { pathname, origin } = new URL(address);
      return origin === this.#publicUrl && !pathname.startsWith("/api/");
    });
    return end.startsWith(this.#publicUrl) ? end.slice(this.#publicUrl.length) : end;
  }

  /** Follows redirects until one leads to an address with this prefix, and returns that without going there. */
  stopBefore(path: string, prefix: string): Promise<string> {
    return this.#follow(path, (address) => address.startsWith(prefix));
  }

  /** Goes to the provider with the cookie of a signed-in user who connects an account. */
  connect(address: string, journey: string): Promise<string> {
    this.#jar(this.#publicUrl).set("sizana_single_sign_on", journey);
    return this.go(address);
  }

  async #follow(path: string, isEnd: (address: string) => boolean): Promise<string> {
    let address = new URL(path, this.#publicUrl).href;
    for (let hops = 0; hops < 12; hops++) {
      if (isEnd(address)) return address;
      const { location, body } = await this.#get(address);
      if (location === null) return body;
      address = new URL(location, address).href;
    }
    throw new Error("too many redirects");
  }

  async whoAmI(): Promise<{ email: string; firstName: string; organizations: { name: string }[] } | null> {
    const { body } = await this.#get(`${this.#publicUrl}/api/auth/user`);
    const user = JSON.parse(body) as { email?: string };
    return user.email === undefined ? null : (user as never);
  }

  cookie(name: string): string | undefined {
    return this.#jar(this.#publicUrl).get(name);
  }
}
