/** Whether an owner is told of something at all: bots are not, and not whoever wants it nowhere. */
import type { MessageKind } from '@fairlead/contract';
import type { MarketData } from '../market/data/index.ts';
import type { WishReader } from './wishes.ts';

export interface WantedNeeds {
  readonly wishes: WishReader;
  readonly marketData: Pick<MarketData, 'isBot'>;
}

export function isWanted(
  { wishes, marketData }: WantedNeeds,
  owner: number,
  kind: MessageKind,
): boolean {
  const { inbox, push } = wishes.of(owner, kind);
  return (inbox || push) && !marketData.isBot(owner);
}
