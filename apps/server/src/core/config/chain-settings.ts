/** Settings of chains: whose keys, which nodes, what is the operator's own. Checked together by chains.ts. */
import { optional } from './setting.ts';
import { anyText, integer, list, secret } from './values.ts';

const CONFIRMATIONS_MAX = 10_000;
const KEY_CHARACTERS_MIN = 32;
const entries = list((entry) => entry);

const EXTENDED_KEY =
  "the account's extended public key. A private one refuses the start. In demo mode a test key (`tpub`, `vpub`), else a main one";
const CONFIRMATIONS =
  "blocks after which a payment counts, 1 to 10000, its own included; there is no default. 32 is common; the console's terms can ask for more, never for fewer";
const confirmations = (meaning: string) =>
  optional(integer(1, CONFIRMATIONS_MAX), { meaning, otherwise: '' });

export const chainSettings = {
  XPUB_EVM: optional(anyText, { meaning: EXTENDED_KEY }),
  RPC_EVM: optional(entries, {
    meaning:
      'JSON-RPC of an Ethereum node, for example `https://node.example`. With several, comma-separated, all must say the same; use two of different providers. With one the log warns at each start: it could make up deposits',
  }),
  CONFIRMATIONS_EVM: confirmations(CONFIRMATIONS),
  TOKEN_USDT_ERC20: optional(anyText, {
    meaning: 'the contract of USDT on Ethereum; without it ether only is credited',
  }),
  XPUB_BTC: optional(anyText, { meaning: 'likewise for Bitcoin; a `zpub` does too' }),
  RPC_BTC: optional(entries, {
    meaning: 'an Esplora API, for example `https://blockstream.info/api` or your own electrs',
  }),
  CONFIRMATIONS_BTC: confirmations('likewise; 3 is common'),
  XPUB_TRON: optional(anyText, { meaning: 'likewise for Tron' }),
  RPC_TRON: optional(entries, {
    meaning: "a Tron node's HTTP API or `https://KEY@api.trongrid.io`",
  }),
  CONFIRMATIONS_TRON: confirmations('likewise; 1 is common, since Tron counts solid blocks only'),
  TOKEN_USDT_TRC20: optional(anyText, { meaning: 'the contract of USDT on Tron, which needs it' }),
  OWN_ADDRESSES: optional(entries, {
    meaning:
      "your own wallets on all networks, comma-separated: hot wallet, cold wallet. What they send is moved, not deposited. **Put the signer's address here**: outside demo mode the server does not start without it where Ethereum is watched and `SIGNER_TOKEN` or `SWEEPER_TOKEN` set",
  }),
  HOT_ADDRESSES: optional(entries, {
    meaning:
      'which of `OWN_ADDRESSES` are hot wallets in use, on all networks: the cold wallet pays only these, and the treasury reads only these. Without it all of `OWN_ADDRESSES` are taken for hot ones, retired and cold ones too',
  }),
  COLD_BTC: optional(anyText, {
    meaning:
      'the cold wallet in bitcoin, m of n keys of the operators: its output descriptor with public keys, `wsh(sortedmulti(2,[fingerprint/path]xpub…/<0;1>/*,…))#checksum`, as wallets export it ([below](#the-cold-wallet)). Needs `RPC_BTC` and what belongs to it',
  }),
  COLD_EVM: optional(anyText, {
    meaning:
      'the cold wallet on Ethereum: the address of a Safe (1.3.0 or 1.4.1) of m of n operators. Who owns it is read from the chain; it counts as one of `OWN_ADDRESSES`, and is never paid from itself ([below](#the-cold-wallet-on-ethereum)). Needs `RPC_EVM` and what belongs to it; use two nodes of different providers',
  }),
  SIGNER_TOKEN: optional(secret(KEY_CHARACTERS_MIN), {
    meaning: "32 or more random characters: opens the signers' calls, and nothing else",
    isSecret: true,
  }),
  SWEEPER_TOKEN: optional(secret(KEY_CHARACTERS_MIN), {
    meaning:
      '32 or more other random characters: opens the calls of signers that [sweep](#sweeping-deposits), and nothing else. Without it `SIGNER_TOKEN` opens these too, and a machine that sweeps can tell of withdrawals what it likes',
    isSecret: true,
  }),
};
