import { CoinMark, EmptyState, Icon, List, ListRow, Price, Sheet } from '@fairlead/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { isClosedActing } from '../../data/account/acting.ts';
import { useIsLoggedIn } from '../../data/account/session.ts';
import { decimalsOf } from '../../data/markets/market-rules.ts';
import { useQuotations } from '../../data/markets/quotations.ts';
import { href } from '../navigation.ts';
import { matchPairs } from '../parts/match-pairs.ts';
import { SearchField } from '../parts/SearchField.tsx';
import { findRoute, type RouteEntry } from '../routes.ts';
import { PLACES, PRODUCTS, SECTIONS } from './sections.ts';

const PAIRS_MAX = 8;
const PAGES_MAX = 8;

/** Everything that stands at the top or at a side, once each. */
const PAGES: readonly RouteEntry[] = [
  ...new Set([
    ...PRODUCTS,
    ...SECTIONS.flatMap((section) => PLACES[section].map(({ path }) => path)),
  ]),
].flatMap((path) => findRoute(path) ?? []);

export interface SearchSheetProps {
  isOpen: boolean;
  onClose: () => void;
}

/** From anywhere to a pair or a page by a few letters of its name; Enter takes the first. */
export function SearchSheet({ isOpen, onClose }: SearchSheetProps) {
  const t = useTranslations('desk');
  const common = useTranslations('common');
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('search')}
      closeLabel={common('close')}
    >
      {isOpen && <Search onClose={onClose} />}
    </Sheet>
  );
}

function usePages(text: string): readonly { readonly path: string; readonly title: string }[] {
  const t = useTranslations('common.title');
  const isLoggedIn = useIsLoggedIn();
  const wanted = text.trim().toLocaleLowerCase();
  return PAGES.filter(
    ({ access, path }) => (access === 'guest' || isLoggedIn) && !isClosedActing(path),
  )
    .map(({ path, title }) => ({ path, title: t(title) }))
    .filter(({ title }) => title.toLocaleLowerCase().includes(wanted))
    .slice(0, PAGES_MAX);
}

function Search({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const markets = useQuotations().data?.filter(({ spot }) => spot) ?? [];
  // Pairs are written in letters that every keyboard has; other words can only be a page's.
  const mayBePair = text.trim() === '' || /[a-z0-9]/i.test(text);
  const pairs = mayBePair ? matchPairs(markets, text, undefined).slice(0, PAIRS_MAX) : [];
  const pages = usePages(text);
  const toPair = (symbol: string) => href('pages/trade/spot', { symbol });
  const go = (to: string) => {
    onClose();
    navigate(to.slice(1));
  };
  const first = pairs[0] === undefined ? pages[0] && href(pages[0].path) : toPair(pairs[0].symbol);
  return (
    <form
      className="min-h-[60dvh]"
      onSubmit={(event) => {
        event.preventDefault();
        if (first !== undefined) go(first);
      }}
    >
      <SearchField label={t('search')} value={text} onValueChange={setText} autoFocus />
      {pairs.length + pages.length === 0 && <EmptyState>{t('noMatch', { text })}</EmptyState>}
      <div className="-mx-4 mt-2">
        <List label={t('pairs')}>
          {pairs.map(({ symbol, base, last_price, index_price, tick_size }) => (
            <ListRow
              key={symbol}
              size={52}
              leading={<CoinMark code={base} size={32} />}
              title={symbol}
              value={
                <Price
                  value={last_price ?? index_price}
                  decimals={decimalsOf(tick_size)}
                  flash={false}
                />
              }
              onClick={() => go(toPair(symbol))}
            />
          ))}
        </List>
        {pages.length > 0 && <h3 className="fl-group">{t('pages')}</h3>}
        <List label={t('pages')}>
          {pages.map(({ path, title }) => (
            <ListRow
              key={path}
              size={52}
              title={title}
              value={<Icon name="chevronRight" size={16} className="text-muted" />}
              onClick={() => go(href(path))}
            />
          ))}
        </List>
      </div>
    </form>
  );
}
