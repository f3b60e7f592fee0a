import { randomBytes } from 'node:crypto';
import type { RandomBytes } from './ports.ts';

const NONCE_BYTES = 16;

/** Names an epoch as nobody else could. */
export const newNonce = (random: RandomBytes = randomBytes): string =>
  random(NONCE_BYTES).toString('hex');
