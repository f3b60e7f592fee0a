/** Who signed a call: the key's signer over the call as it was sent, within its time. */
import type { Signer } from '../signers.ts';
import { BinanceError } from './errors.ts';
import { CLOCK_AHEAD_MAX_MS, RECEIVE_WINDOW_MAX_MS, RECEIVE_WINDOW_MS } from './limits.ts';
import { missing, msOf, type Parameters } from './parameters.ts';

const WINDOW = /^[0-9]{1,6}(\.[0-9]{1,3})?$/;

/** The text that REST callers sign: query, then body, to the byte, without the signature itself. */
export const signedText = (query: string, body: string): string =>
  [query, body]
    .map((text) =>
      text
        .split('&')
        .filter((pair) => !pair.startsWith('signature='))
        .join('&'),
    )
    .join('');

/** The text that WebSocket callers sign: all parameters in the order of their names. */
export const signedParameters = (parameters: Parameters): string =>
  [...parameters.all]
    .filter(([name]) => name !== 'signature')
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** Throws -1022 unless the key's signer made the signature. */
export function checkSignature(text: string, signer: Signer, parameters: Parameters): void {
  if (!signer.isBy(text, parameters.required('signature')))
    throw new BinanceError(-1022, 'Signature for this request is not valid.');
}

/** Throws -1021 for a call from too long ago, or from a clock that is ahead. */
export function checkTime(parameters: Parameters, nowMs: number): void {
  const timestamp = parameters.integer('timestamp');
  if (timestamp === undefined) throw missing('timestamp');
  const sentAtMs = msOf(timestamp);
  const windowMs = receiveWindow(parameters);
  if (sentAtMs >= nowMs + CLOCK_AHEAD_MAX_MS)
    throw new BinanceError(
      -1021,
      `Timestamp for this request was ${CLOCK_AHEAD_MAX_MS}ms ahead of the server's time.`,
    );
  if (nowMs - sentAtMs > windowMs)
    throw new BinanceError(-1021, 'Timestamp for this request is outside of the recvWindow.');
}

function receiveWindow(parameters: Parameters): number {
  const text = parameters.text('recvWindow');
  if (text === undefined) return RECEIVE_WINDOW_MS;
  if (!WINDOW.test(text) || Number(text) > RECEIVE_WINDOW_MAX_MS)
    throw new BinanceError(-1131, `recvWindow must be less than ${RECEIVE_WINDOW_MAX_MS}.`);
  return Number(text);
}
