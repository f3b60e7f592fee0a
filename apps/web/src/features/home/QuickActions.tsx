import { Icon, type IconName } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

type ActionName = 'deposit' | 'withdraw' | 'vip' | 'transfer' | 'help';

interface QuickAction {
  readonly name: ActionName;
  readonly icon: IconName;
  readonly href: string;
}

const ACTIONS: readonly QuickAction[] = [
  { name: 'deposit', icon: 'deposit', href: href('pages/assets/deposit/index') },
  { name: 'withdraw', icon: 'withdraw', href: href('pages/assets/withdraw/index') },
  { name: 'vip', icon: 'bank', href: href('pages/assets/deposit/charge', { vip: 1 }) },
  { name: 'transfer', icon: 'swap', href: href('pages/assets/transfer/index') },
  { name: 'help', icon: 'support', href: href('pages/help/center/center') },
];

export interface QuickActionsProps {
  /** The first is filled, unless another button of the page is the main one. */
  isFirstMain: boolean;
}

/** Five places that one goes to most. */
export function QuickActions({ isFirstMain }: QuickActionsProps) {
  const t = useTranslations('home');
  return (
    <nav className="grid grid-cols-5 px-2 py-3" aria-label={t('actions')}>
      {ACTIONS.map((action, index) => {
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
