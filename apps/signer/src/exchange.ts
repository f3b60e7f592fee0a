/** The exchange over HTTP, with the signer's credential. What comes back is checked like anything from outside. */
import * as z from 'zod/mini';

const TIMEOUT_MS = 15_000;

const zEnvelope = z.object({
  type: z.string(),
  error: z.optional(z.string()),
  message: z.unknown(),
});

/** The exchange refused, and said why by a code; asking again does not help. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: string;

  constructor(code: string) {
    super(`the exchange refused: ${code}`);
    this.code = code;
  }
}

export class Exchange {
  readonly #base: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#base = url.replace(/(?<!\/)\/+$/, '');
    this.#token = token;
  }

  /** A GET whose answer is of the schema. Throws RefusedError, or any other error where the exchange is not available. */
  async read<Schema extends z.ZodMiniType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
    const parsed = schema.safeParse(await this.#call(path));
    if (!parsed.success) throw new Error('the exchange does not answer as it should');
    return parsed.data;
  }

  /** A POST. Throws RefusedError when it is not taken; any other error leaves open whether it was. */
  async tell(path: string, body: object): Promise<void> {
    await this.#call(path, body);
  }

  async #call(path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.#base}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const envelope = zEnvelope.parse(await response.json());
    if (envelope.type === 'ok') return envelope.message;
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw new RefusedError(envelope.error ?? String(response.status));
    throw new Error(`the exchange is not available: ${envelope.error ?? response.status}`);
  }
}
