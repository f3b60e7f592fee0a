/** What other capabilities may use of chains. */
export { accountAddress, type Chain, canonicalAddress, type Network } from './address.ts';
export { assetsOf } from './assets.ts';
export { networkOf } from './bitcoin-node.ts';
export { type Asset, NodeError } from './chain-node.ts';
export type { Chains } from './chains.ts';
export {
  type ColdOutput,
  type ColdPlace,
  type ColdWallet,
  readDescriptor,
} from './descriptor.ts';
export { NodeHttp } from './node-http.ts';
export { connectNodes, proveNetworks } from './prove-networks.ts';
export { currencyScale } from './queries.ts';
export { isSignedBy } from './signed-message.ts';
export type { ChainTransfer } from './transfer-queries.ts';
