/** Networks as people know them, and which of them a currency has; pure. */
import { CHAINS, type Chain, type CurrencyInfo } from '@fairlead/contract';

interface Network {
  readonly name: string;
  readonly tag: string;
  readonly blockSeconds: number;
  /** How an address begins and ends, for one who looks whether theirs is of this kind; of nobody. */
  readonly example: string;
}
const NETWORKS: Readonly<Record<Chain, Network>> = {
  TRC20: { name: 'Tron', tag: 'TRC20', blockSeconds: 3, example: 'T9yD…kHWf' },
  ERC20: { name: 'Ethereum', tag: 'ERC20', blockSeconds: 12, example: '0x71C7…976F' },
  OMNI: { name: 'Bitcoin', tag: '(OMNI)', blockSeconds: 600, example: 'bc1q…wf5m' },
};
const BANK = 'BANK';

export type ChainTerms = CurrencyInfo['chains'][number];
export type CryptoTerms = ChainTerms & { readonly chain: Chain };

export const isChain = (text: string | null | undefined): text is Chain =>
  CHAINS.some((chain) => chain === text);

/** "Tron" and "TRC20"; what is not known is shown as it is. */
export function networkOf(chain: string): { readonly name: string; readonly tag: string } {
  return isChain(chain) ? NETWORKS[chain] : { name: chain, tag: '' };
}

/** "0x71C7…976F". */
export const exampleOf = (chain: Chain): string => NETWORKS[chain].example;

/** In a sentence: "Tron TRC20", "Bitcoin (OMNI)". */
export function networkText(chain: string): string {
  const { name, tag } = networkOf(chain);
  return tag === '' ? name : `${name} ${tag}`;
}

/** Whole minutes until so many blocks are there, at least 1. */
export const minutesFor = (chain: Chain, confirmations: number): number =>
  Math.max(1, Math.ceil((NETWORKS[chain].blockSeconds * confirmations) / 60));

const isCrypto = (terms: ChainTerms): terms is CryptoTerms => isChain(terms.chain);

export const cryptoTerms = (currency: CurrencyInfo | undefined): readonly CryptoTerms[] =>
  currency?.chains.filter(isCrypto) ?? [];

export const bankTerms = (currency: CurrencyInfo | undefined): ChainTerms | undefined =>
  currency?.chains.find(({ chain }) => chain === BANK);

export const termsOf = (
  currency: CurrencyInfo | undefined,
  chain: string | undefined,
): ChainTerms | undefined => currency?.chains.find((terms) => terms.chain === (chain ?? BANK));

/** What an address looks like; the server alone says whether it is one. Undefined when it looks like none. */
export function shapeOf(address: string): Chain | undefined {
  if (/^0x[\da-f]{40}$/i.test(address)) return 'ERC20';
  if (/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return 'TRC20';
  if (/^((bc|tb|bcrt)1[a-z\d]{20,80}|[123mn][1-9A-HJ-NP-Za-km-z]{25,39})$/i.test(address))
    return 'OMNI';
  return undefined;
}

/** First and last of a long word: "T2Rg … ySsn". */
export const shortAddress = (text: string): string =>
  text.length <= 14 ? text : `${text.slice(0, text.startsWith('0x') ? 6 : 4)} … ${text.slice(-4)}`;

/** From the address of the page; USDT where nothing is asked for. */
export function readCurrencyId(query: URLSearchParams): number | undefined {
  const id = Number(query.get('currency_id'));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
