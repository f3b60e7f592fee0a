import { Icon, List, ListRow } from '@fairlead/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { useConfig } from '../../data/use-config.ts';
import { chooseType } from './draft-store.ts';
import { takeInvitation } from './invitation.ts';
import type { AccountType } from './model.ts';

const TYPES = ['phone', 'email'] as const satisfies readonly AccountType[];
const ICONS = { phone: 'device', email: 'mail' } as const;
const LABELS = {
  register: { phone: 'registerPhone', email: 'registerEmail' },
  login: { phone: 'loginPhone', email: 'loginEmail' },
} as const;

/** An invitation goes along to registration. */
function withInvite(carried: string, inviteCode: string): string {
  const query = new URLSearchParams(carried);
  if (inviteCode !== '') query.set('invite', inviteCode);
  return query.size === 0 ? '' : `?${query}`;
}

/** Four ways in; those to register only where codes can be sent. */
export function ChooseList({ carried }: { carried: string }) {
  const t = useTranslations('login.choose');
  const closed = useTranslations('login');
  const [query] = useSearchParams();
  const [inviteCode] = useState(() => takeInvitation(query));
  const { data: config } = useConfig();
  const open = TYPES.filter((type) => config?.channels.includes(type) ?? true);
  const search = { register: withInvite(carried, inviteCode), login: carried };
  const group = (page: 'register' | 'login', types: readonly AccountType[]) => (
    <div className="-mx-4">
      <List label={t(page === 'register' ? 'new' : 'known')}>
        {types.map((type) => (
          <ListRow
            key={type}
            leading={
              <span className="grid size-9 place-items-center rounded-full bg-field text-secondary">
                <Icon name={ICONS[type]} />
              </span>
            }
            title={<span className="font-medium">{t(LABELS[page][type])}</span>}
            chevron
            href={`${href(`pages/user/login/${page}`)}${search[page]}`}
            onClick={() => chooseType(type)}
          />
        ))}
      </List>
    </div>
  );
  return (
    <>
      <h2 className="text-12 font-medium text-muted">{t('new')}</h2>
      {open.length > 0 ? (
        group('register', open)
      ) : (
        <p className="py-4 text-secondary">{closed('closed')}</p>
      )}
      <h2 className="mt-6 text-12 font-medium text-muted">{t('known')}</h2>
      {group('login', TYPES)}
    </>
  );
}
