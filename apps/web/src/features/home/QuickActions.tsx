import { Icon, type IconName } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

type ActionName = 'deposit' | 'withdraw' | 'vip' | 'newCoins' | 'chat';

interface QuickAction {
  readonly name: ActionName;
  readonly icon: IconName;
  readonly link: { readonly href: string };
  readonly unread?: number;
}

const ACTIONS: readonly QuickAction[] = [
  { name: 'deposit', icon: 'deposit', link: { href: href('pages/assets/deposit/index') } },
  { name: 'withdraw', icon: 'withdraw', link: { href: href('pages/assets/withdraw/index') } },
  { name: 'vip', icon: 'bank', link: { href: href('pages/assets/deposit/charge', { vip: 1 }) } },
  { name: 'newCoins', icon: 'newCoin', link: { href: href('pages/publication/index') } },
];

export interface QuickActionsProps {
  /** The first is filled, unless another button of the page is the main one. */
  isFirstMain: boolean;
  /** Where online chat leads, and how many messages wait there. */
  chat: Pick<QuickAction, 'link' | 'unread'>;
}

/** Five places that one goes to most. */
export function QuickActions({ isFirstMain, chat }: QuickActionsProps) {
  const t = useTranslations('home');
  const common = useTranslations('common');
  const actions: readonly QuickAction[] = [...ACTIONS, { ...chat, name: 'chat', icon: 'support' }];
  return (
    <nav
      className="grid grid-cols-[repeat(auto-fit,minmax(3.5rem,1fr))] gap-y-2 px-2 py-3"
      aria-label={t('actions')}
    >
      {actions.map((action, index) => {
        const isMain = isFirstMain && index === 0;
        return (
          <a
            key={action.name}
            {...action.link}
            className="group flex min-w-0 flex-col items-center gap-1.5 rounded-8 text-12 text-secondary"
          >
            <span
              className={`relative grid size-[44px] place-items-center rounded-12 ${
                isMain
                  ? 'bg-brand-fill text-on-brand group-active:bg-brand-fill-press'
                  : 'bg-raised text-text group-active:bg-pressed'
              }`}
            >
              <Icon name={action.icon} size={24} />
              {action.unread !== undefined && action.unread > 0 && (
                <b className="absolute -top-1 -end-1 min-w-5 rounded-full bg-brand-fill px-1 text-center text-12 leading-5 font-medium text-on-brand">
                  {action.unread}
                  <span className="fl-sr"> {common('new')}</span>
                </b>
              )}
            </span>
            <span className="max-w-full px-0.5 text-center text-balance">{t(action.name)}</span>
          </a>
        );
      })}
    </nav>
  );
}
