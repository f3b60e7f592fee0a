import { useAction, useForm } from '@fairlead/calls';
import type { Chain } from '@fairlead/contract';
import { Address, Button, formatDate, Select, TextArea, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { CopyLine } from '../custody/CopyLine.tsx';

const SIGNATURE_CHARACTERS_MAX = 1_000;

export interface ProveWalletProps {
  chain: Chain;
  /** One of them. */
  addresses: readonly string[];
}

/** A text of the exchange, signed with the wallet of an address: the proof that it is one's own. */
export function ProveWallet({ chain, addresses }: ProveWalletProps) {
  const t = useTranslations('origin.prove');
  const required = useTranslations('origin')('required');
  const common = useTranslations('common');
  const locale = useLocale();
  const [chosen, choose] = useState(addresses[0] ?? '');
  const [text, show] = useState<{ id: number; message: string; expires_at: number }>();
  const ask = useAction('askWalletProof', { onSuccess: show });
  const form = useForm(
    { signature: '' },
    {
      check: ({ signature }) => ({ signature: signature.trim() === '' ? required : undefined }),
      about: { signature_wrong: 'signature' },
    },
  );
  const sign = useAction('signWalletProof', {
    invalidates: ['deposits', 'withdrawals', 'holds'],
    onSuccess: () => toast({ kind: 'good', text: t('done') }),
    onError: form.refuse,
  });
  return (
    <div className="grid gap-3">
      <p>{t('why')}</p>
      {addresses.length > 1 ? (
        <Select
          label={t('address')}
          value={chosen}
          options={addresses.map((value) => ({ value, label: value }))}
          closeLabel={common('close')}
          onValueChange={(next) => {
            choose(next);
            show(undefined);
          }}
        />
      ) : (
        <Address className="select-text" value={chosen} />
      )}
      {text === undefined ? (
        <Button
          variant="quiet"
          block
          busy={ask.isRunning}
          onClick={() => void ask.run({ chain, address: chosen })}
        >
          {t('show')}
        </Button>
      ) : (
        <form
          className="grid gap-3"
          {...form.props(({ signature }) => {
            void sign.run({ id: text.id, signature: signature.trim() });
          })}
        >
          <CopyLine label={t('text')} value={text.message} />
          <TextArea
            label={t('signature')}
            hint={t('until', { time: formatDate(text.expires_at, 'time', locale) })}
            rows={3}
            maxLength={SIGNATURE_CHARACTERS_MAX}
            {...form.text('signature')}
          />
          <Button type="submit" block busy={sign.isRunning}>
            {t('send')}
          </Button>
        </form>
      )}
    </div>
  );
}
