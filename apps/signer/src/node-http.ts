/** HTTP to a chain's node, which may be slow, broken or hostile. Its URL may hold a credential, and is in no message. */
const TIMEOUT_MS = 15_000;

/** A node is out of reach or does not speak as it should. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
}

export class NodeHttp {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** A user name in the URL is sent as the key `keyHeader`, or with its password as basic authorization. */
  constructor(url: string, keyHeader?: string) {
    const { username, password, origin, pathname } = new URL(url);
    const user = decodeURIComponent(username);
    const basic = Buffer.from(`${user}:${decodeURIComponent(password)}`).toString('base64');
    this.#base = `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`;
    this.#headers =
      username === ''
        ? {}
        : password === '' && keyHeader !== undefined
          ? { [keyHeader]: user }
          : { authorization: `Basic ${basic}` };
  }

  /** A GET, or a POST of text or of an object as JSON. */
  async fetch(path: string, body?: string | object): Promise<Response> {
    const isJson = typeof body === 'object';
    try {
      return await fetch(`${this.#base}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...this.#headers, ...(isJson && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch {
      throw new NodeError('the node is out of reach');
    }
  }
}
