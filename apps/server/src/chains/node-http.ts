/** JSON over HTTP from nodes that may be slow, broken or hostile: bounded in time and size. */
import { NodeError } from './chain-node.ts';

const TIMEOUT_MS = 15_000;
/** The largest answer is a Tron block's receipts, about 2 MB. */
const BYTES_MAX = 32 * 1024 * 1024;

export interface NodeRequest {
  readonly path: string;
  /** JSON to post, or a text as it is; without it the request is a GET. */
  readonly body?: object | string;
}

export class NodeHttp {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** A user name in the URL is sent as the key `keyHeader`, or with its password as basic authorization. */
  constructor(url: string, keyHeader = 'authorization') {
    const { username, password, origin, pathname } = new URL(url);
    this.#base = `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`;
    const credential = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#headers =
      username === ''
        ? {}
        : password === '' && keyHeader !== 'authorization'
          ? { [keyHeader]: decodeURIComponent(username) }
          : { authorization: `Basic ${Buffer.from(credential).toString('base64')}` };
  }

  /** The body as text; undefined for 404. Throws NodeError for everything else that is not 200. */
  async text({ path, body }: NodeRequest): Promise<string | undefined> {
    try {
      const response = await fetch(`${this.#base}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...this.#headers,
          ...(typeof body === 'object' && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        // A node has no reason to send its callers elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status === 404) {
        await response.body?.cancel();
        return undefined;
      }
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new NodeError(`the node answered ${response.status} to ${path}`, {
          status: response.status,
        });
      }
      return await readBounded(response);
    } catch (error) {
      if (error instanceof NodeError) throw error;
      throw new NodeError(`the node does not answer ${path}`, { cause: error });
    }
  }

  /** The body as JSON, not yet checked; undefined for 404. */
  async json(request: NodeRequest): Promise<unknown> {
    const text = await this.text(request);
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new NodeError(`the node's answer to ${request.path} is not JSON`, { cause: error });
    }
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new NodeError('the node sends too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
