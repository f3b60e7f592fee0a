/** What other capabilities may use of chains. */
export { type Chain, canonicalAddress, type Network } from './address.ts';
export type { Chains } from './chains.ts';
export { readExtendedKey } from './derivation.ts';
export { connectNodes, proveNetworks } from './prove-networks.ts';
export { isSignedBy } from './signed-message.ts';
export type { ChainTransfer } from './transfer-queries.ts';
