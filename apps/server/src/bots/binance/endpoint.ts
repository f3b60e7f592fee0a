/** One call of the interface: how it is reached, what it needs and weighs, and what it does. */
import type { OpenApiKey } from '../api-keys.ts';
import type { Security } from './gate.ts';
import type { Parameters } from './parameters.ts';

/** What its caller has used of the limits that a call counts for, in the present interval of each. */
export interface Used {
  readonly weight: number;
  orders?: number;
}

/** A call that may be answered: key, signature, time and right are checked. */
export interface BinanceCall {
  readonly parameters: Parameters;
  readonly ip: string;
  readonly nowMs: number;
  /**
   * Names this very call: its signature, by which a call that is sent again to the byte is known again. Empty
   * where none is needed.
   */
  readonly name: string;
  readonly used: Used;
}

/** Of a call that needs a key. */
export interface KeyedCall extends BinanceCall {
  readonly key: OpenApiKey;
}

interface EndpointBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /binance/, e.g. `api/v3/depth`. */
  readonly path: string;
  /** Its name on the WebSocket API, if it is served there. */
  readonly socketMethod?: string;
  /** What the answer over the WebSocket API has besides. */
  readonly besidesOnSocket?: (result: unknown) => object;
  readonly weight: number | ((parameters: Parameters) => number);
}

/** Needs no key. */
export interface OpenEndpoint extends EndpointBase {
  readonly security: 'none';
  readonly run: (call: BinanceCall) => unknown;
}

export interface KeyedEndpoint extends EndpointBase {
  readonly security: Exclude<Security, 'none'>;
  readonly run: (call: KeyedCall) => unknown;
}

export type Endpoint = OpenEndpoint | KeyedEndpoint;
