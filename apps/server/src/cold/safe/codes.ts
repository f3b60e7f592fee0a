/**
 * Which contracts are a Safe, by the digests of their code: versions 1.3.0 and 1.4.1 of proxy, singleton and fallback handler, as
 * Safe's own lists of deployments name them (safe-deployments; proxies by the artifacts of both versions). An address says nothing:
 * anybody can put any code at one, and what runs is the code.
 */

/** What forwards all to the singleton in its first word. */
export const PROXY_CODES: ReadonlySet<string> = new Set([
  // 1.3.0 GnosisSafeProxy, 1.4.1 SafeProxy.
  '0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000',
  '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c',
]);

/** Versions by the code that proxies forward to: with and without the events of second layers. */
export const SINGLETON_CODES: ReadonlyMap<string, string> = new Map([
  ['0xbba688fbdb21ad2bb58bc320638b43d94e7d100f6f3ebaab0a4e4de6304b1c2e', '1.3.0'],
  ['0x21842597390c4c6e3c1239e434a682b054bd9548eee5e9b1d6a4482731023c0f', '1.3.0'],
  ['0x1fe2df852ba3299d6534ef416eefa406e56ced995bca886ab7a553e6d0c5e1c4', '1.4.1'],
  ['0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff', '1.4.1'],
]);

/** What answers calls that a Safe does not know. It is called by the Safe itself, so that another one could be a token. */
export const HANDLER_CODES: ReadonlySet<string> = new Set([
  '0x03e69f7ce809e81687c69b19a7d7cca45b6d551ffdec73d9bb87178476de1abf',
  '0x7c6007a5d711cea8dfd5d91f5940ec29c7f200fe511eb1fc1397b367af3c42f9',
]);

/**
 * SafeToL2Setup 1.4.1, which Safe's own app has called in each set-up: on Ethereum itself it does nothing, on any other chain it writes
 * which code the Safe runs. Its address follows from its code.
 */
export const IDLE_INITIALIZERS: ReadonlySet<string> = new Set([
  '0xBD89A1CE4DDe368FFAB0eC35506eEcE0b1fFdc54',
]);
