import type { TestServer } from "./server.ts";

/** A browser without a screen: its cookies by host, and where redirects lead it. */
export class HttpBrowser {
  readonly #server: TestServer;
  readonly #cookies = new Map<string, Map<string, string>>();

  readonly #publicUrl: string;

  /** Of a server that is reached under another address than the one it was told. */
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

  /** Follows redirects until a page of the web application comes, and returns its path, or the body of what else comes. */
  async go(path: string): Promise<string> {
    const end = await this.#follow(path, (address) => {
      const { pathname, origin } = new URL(address);
      return origin === this.#publicUrl && !pathname.startsWith("/api/");
    });
    return end.startsWith(this.#publicUrl) ? end.slice(this.#publicUrl.length) : end;
  }

  /** Where it was sent on its way and did not go. */
  stopBefore(path: string, prefix: string): Promise<string> {
    return this.#follow(path, (address) => address.startsWith(prefix));
  }

  /** Goes to the provider with what a signed-in user was given for that. */
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
    throw new Error("this goes round and round");
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
