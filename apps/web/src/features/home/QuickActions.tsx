import { Icon, type IconName } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

type ActionName = 'deposit' | 'transfer' | 'trade' | 'orders' | 'help' | 'records';

interface QuickAction {
  readonly name: ActionName;
  readonly icon: IconName;
  readonly href: string;
}

/** Only what exists: without a way to deposit, records take its place. */
const actionsOf = (isDemo: boolean): readonly QuickAction[] => [
  isDemo
    ? { name: 'deposit', icon: 'deposit', href: href('pages/assets/index', { faucet: 1 }) }
    : { name: 'records', icon: 'receipt', href: href('pages/assets/record') },
  { name: 'transfer', icon: 'swap', href: href('pages/assets/transfer/index') },
  { name: 'trade', icon: 'candles', href: href('pages/trade/spot') },
  { name: 'orders', icon: 'book', href: href('pages/trade/orders') },
  { name: 'help', icon: 'support', href: href('pages/help/center/center') },
];

export interface QuickActionsProps {
  isDemo: boolean;
  /** The first is filled, unless another button of the page is the main one. */
  isFirstMain: boolean;
}

/** Five places that one goes to most. */
export function QuickActions({ isDemo, isFirstMain }: QuickActionsProps) {
  const t = useTranslations('home');
  return (
    <nav className="grid grid-cols-5 px-2 py-3" aria-label={t('actions')}>
      {actionsOf(isDemo).map((action, index) => {
        const isMain = isFirstMain && index === 0;
        return (
          <a
            key={action.name}
            href={action.href}
            className="group flex min-w-0 flex-col items-center gap-1.5 rounded-8 text-12 text-secondary"
          >
            <span
              className={`grid size-11 place-items-center rounded-12 ${
                isMain
                  ? 'bg-brand-fill text-on-fill group-active:bg-brand-fill-press'
                  : 'bg-raised text-text group-active:bg-pressed'
              }`}
            >
              <Icon name={action.icon} size={24} />
            </span>
            <span className="max-w-full px-0.5 text-center text-balance">{t(action.name)}</span>
          </a>
        );
      })}
    </nav>
  );
}
