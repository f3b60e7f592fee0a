import { useAction } from '@fairlead/calls';
import type { ReceivedShare } from '@fairlead/contract';
import { Button, formatDate, Icon, List, ListRow, toast } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { actAs } from '../../data/account/acting.ts';
import { EndShare } from './EndShare.tsx';

/** An account that somebody else lets one read: accepted or declined, then opened. */
export function ReceivedShareView({ share }: { share: ReceivedShare }) {
  const t = useTranslations('sharing');
  const locale = useLocale();
  const { id, owner, until, state } = share;
  return (
    <article aria-label={t('accountOf', { name: owner })} className="pb-2">
      <div className="fl-row">
        <Icon name="person" className="text-secondary" />
        <span className="fl-row-main">
          <span className="fl-row-title">{t('accountOf', { name: owner })}</span>
          <span className="fl-row-caption">
            {t('untilDay', { date: formatDate(until, 'date', locale) })}
          </span>
        </span>
        {state === 'active' && <EndShare id={id} name={owner} isGiven={false} />}
      </div>
      {state === 'offered' ? <Answer id={id} /> : <Accounts share={share} />}
    </article>
  );
}

function Answer({ id }: { id: number }) {
  const t = useTranslations('sharing');
  const invalidates = ['accountShares', 'securityActs'] as const;
  const accept = useAction('acceptAccountShare', {
    invalidates,
    onSuccess: () => toast({ kind: 'good', text: t('accepted') }),
  });
  const decline = useAction('endAccountShare', { invalidates });
  const isBusy = accept.isRunning || decline.isRunning;
  return (
    <div className="grid grid-cols-2 gap-2 gutter pt-1">
      <Button
        variant="main"
        size={44}
        busy={accept.isRunning}
        disabled={isBusy}
        onClick={() => void accept.run({ id })}
      >
        {t('accept')}
      </Button>
      <Button
        size={44}
        busy={decline.isRunning}
        disabled={isBusy}
        onClick={() => void decline.run({ id })}
      >
        {t('decline')}
      </Button>
    </div>
  );
}

function Accounts({ share: { id, owner, accounts } }: { share: ReceivedShare }) {
  const t = useTranslations('sharing');
  const open = ({ share, name }: ReceivedShare['accounts'][number]) =>
    actAs(
      {
        ...{ id, share, isOfSeveral: accounts.length > 1 },
        name: name === '' ? owner : `${owner} · ${name}`,
      },
      '/pages/assets/index',
    );
  return (
    <List label={t('accounts')}>
      {accounts.map((account) => (
        <ListRow
          key={account.share}
          title={account.name === '' ? t('main') : account.name}
          value={<span className="text-14 text-brand">{t('open')}</span>}
          chevron
          onClick={() => open(account)}
        />
      ))}
    </List>
  );
}
