import { Listing } from '@fairlead/calls';
import type { Quotation } from '@fairlead/contract';
import { Change, EmptyState, Icon, Price, Segment, Sheet } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { toggleFavourite, useSetting } from '../../data/account/settings.ts';
import { decimalsOf } from '../../data/markets/market-rules.ts';
import { useQuotations } from '../../data/markets/quotations.ts';
import { matchPairs } from './match-pairs.ts';
import { SearchField } from './SearchField.tsx';

export interface PairSheetProps {
  isOpen: boolean;
  onClose: () => void;
  symbol: string;
  onChoose: (symbol: string) => void;
  /** Which markets are listed; those of spot unless said. */
  offers?: ((market: Quotation) => boolean) | undefined;
  /** Which price is shown; the book's last unless said. */
  price?: 'last' | 'index';
}

const isSpot = (market: Quotation): boolean => market.spot;

/** All pairs with search and favourites, to go to another one. */
export function PairSheet(props: PairSheetProps) {
  const { isOpen, onClose, symbol, onChoose, offers = isSpot, price = 'last' } = props;
  const t = useTranslations('trade');
  const common = useTranslations('common');
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('pairs')}
      closeLabel={common('close')}
    >
      {isOpen && (
        <PairList
          symbol={symbol}
          offers={offers}
          price={price}
          onChoose={(chosen) => {
            onClose();
            if (chosen !== symbol) onChoose(chosen);
          }}
        />
      )}
    </Sheet>
  );
}

type Scope = 'all' | 'favourites';

export type PairListProps = Required<
  Pick<PairSheetProps, 'symbol' | 'onChoose' | 'price'> & { offers: (market: Quotation) => boolean }
>;

/** Pairs to choose from, with a search and the favourites among them. */
export function PairList({ symbol, onChoose, offers, price }: PairListProps) {
  const t = useTranslations('trade');
  const common = useTranslations('common');
  const query = useQuotations();
  const favourites = useSetting('favourites');
  const [text, setText] = useState('');
  const [scope, setScope] = useState<Scope>('all');
  const among = scope === 'favourites' ? favourites : undefined;
  const data = query.data && matchPairs(query.data.filter(offers), text, among);
  return (
    <div className="@container min-h-[60dvh]">
      <SearchField
        label={t('search')}
        placeholder={common('search')}
        value={text}
        onValueChange={setText}
      />
      <Segment<Scope>
        className="mt-3"
        label={t('pairs')}
        size={36}
        value={scope}
        options={[
          { value: 'all', label: t('all') },
          { value: 'favourites', label: t('favourites') },
        ]}
        onValueChange={setScope}
      />
      <Listing
        query={{ ...query, data }}
        empty={
          <EmptyState>
            {scope === 'favourites' && text === '' ? t('noFavourites') : t('noMatch', { text })}
          </EmptyState>
        }
      >
        {(shown) => (
          <ul className="-mx-4 mt-2">
            {shown.map((market) => (
              <PairRow
                key={market.symbol}
                market={market}
                price={price}
                isCurrent={market.symbol === symbol}
                isFavourite={favourites.includes(market.symbol)}
                onChoose={() => onChoose(market.symbol)}
              />
            ))}
          </ul>
        )}
      </Listing>
    </div>
  );
}

interface PairRowProps {
  market: Quotation;
  price: 'last' | 'index';
  isCurrent: boolean;
  isFavourite: boolean;
  onChoose: () => void;
}

function PairRow({ market, price, isCurrent, isFavourite, onChoose }: PairRowProps) {
  const t = useTranslations('trade');
  const { symbol, base, quote, last_price, index_price, change_24h, tick_size } = market;
  const star = t(isFavourite ? 'removeFavourite' : 'addFavourite', { symbol });
  return (
    <li className={market.is_stale ? 'fl-stale flex items-center' : 'flex items-center'}>
      <button
        type="button"
        className="fl-star"
        aria-label={star}
        aria-pressed={isFavourite}
        onClick={() => toggleFavourite(symbol)}
      >
        <Icon name="star" filled={isFavourite} />
      </button>
      <button
        type="button"
        className="fl-row min-w-0 ps-0 aria-[current]:text-brand"
        data-size={52}
        aria-current={isCurrent || undefined}
        onClick={onChoose}
      >
        <span className="fl-row-main">
          <span className="fl-row-title">
            {base}
            <small className="text-12 font-medium text-muted">/{quote}</small>
          </span>
        </span>
        {isCurrent && <Icon name="check" className="text-brand @max-[260px]:hidden" />}
        <Price
          value={price === 'index' ? index_price : (last_price ?? index_price)}
          decimals={decimalsOf(tick_size)}
          flash={false}
        />
        <Change className="w-18 text-end text-12 @max-[260px]:hidden" fraction={change_24h} />
      </button>
    </li>
  );
}
