/** The product's HTTP API as one signed-in user. */
export class Api {
  readonly address: string;
  readonly #cookie: string;

  private constructor(address: string, cookie: string) {
    this.address = address;
    this.#cookie = cookie;
  }

  /** Signs up or in at `path`. Throws an Error with the server's reply. */
  static async enter(address: string, path: string, body: object): Promise<Api> {
    const response = await send(address, "POST", path, {}, body);
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    return new Api(address, cookie);
  }

  /** Sends a request as this user, and returns the reply's JSON. Throws an Error with the server's reply. */
  async call<T = unknown>(method: string, path: string, body?: object | FormData): Promise<T> {
    const headers = { cookie: this.#cookie, origin: this.address };
    const response = await send(this.address, method, path, headers, body);
    const text = await response.text();
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  /** The user's organization. */
  async organizationId(): Promise<string> {
    const { organizations } = await this.call<{ organizations: { id: string }[] }>("GET", "/api/auth/user");
    return organizations[0]?.id ?? "";
  }
}

/** Sends a request with an API key. */
export async function callWithKey<T>(address: string, key: string, path: string, body: object): Promise<T> {
  const response = await send(address, "POST", path, { authorization: `Bearer ${key}` }, body);
  return (await response.json()) as T;
}

async function send(
  address: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object | FormData,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const response = await fetch(address + path, {
    method,
    headers: {
      origin: address,
      ...headers,
      ...(isForm || body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Calls `work` for all items, at most `atOnce` at the same time. */
export async function each<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<unknown>,
  atOnce = 4,
): Promise<void> {
  const entries = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of entries) await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
