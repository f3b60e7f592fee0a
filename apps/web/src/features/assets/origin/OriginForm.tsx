import { useAction, useForm } from '@fairlead/calls';
import type { Chain, DepositOrigin } from '@fairlead/contract';
import { Button, Field, Note, Segment, toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { ProveWallet } from './ProveWallet.tsx';

const NAME_CHARACTERS_MAX = 80;
const NAME_CHARACTERS_MIN = 2;

export interface OriginFormProps {
  /** Of the deposit. */
  id: number;
  chain: Chain;
  origin: DepositOrigin;
}

/** Whose wallet a deposit came from: asked, or as it was said. */
export function OriginForm({ id, chain, origin }: OriginFormProps) {
  const t = useTranslations('origin');
  const { is_asked: isAsked, wallet, provider = '', originator = '' } = origin;
  if (isAsked) return <Asked id={id} chain={chain} prove={origin.prove} />;
  if (wallet === 'own') return <Note>{t('saidOwn')}</Note>;
  return wallet === 'provider' ? <Note>{t('saidOther', { provider, originator })}</Note> : null;
}

function Asked({ id, chain, prove }: Pick<OriginFormProps, 'id' | 'chain'> & AskedProof) {
  const t = useTranslations('origin');
  const required = useTranslations('origin')('required');
  const form = useForm(
    { wallet: '' as '' | 'own' | 'provider', provider: '', originator: '' },
    {
      check: ({ wallet, provider, originator }) => {
        const missing = (name: string) =>
          wallet === 'provider' && name.trim().length < NAME_CHARACTERS_MIN ? required : undefined;
        return {
          wallet: wallet === '' ? required : undefined,
          provider: missing(provider),
          originator: missing(originator),
        };
      },
    },
  );
  const say = useAction('sayOrigin', {
    invalidates: ['deposits', 'holds', 'wallet', 'walletDetail'],
    onSuccess: () => toast({ kind: 'good', text: t('done') }),
    onError: form.refuse,
  });
  const { wallet } = form.draft;
  const send = form.props(({ provider, originator }) => {
    if (wallet === '') return;
    const names = { provider: provider.trim(), originator: originator.trim() };
    void say.run({ id, wallet, ...(wallet === 'provider' && names) });
  });
  return (
    <section className="grid gap-4" aria-label={t('title')}>
      <form className="grid gap-4" {...send}>
        <div>
          <p className="fl-label">{t('title')}</p>
          <Segment
            label={t('title')}
            value={wallet === '' ? undefined : wallet}
            options={[
              { value: 'own', label: t('own') },
              { value: 'provider', label: t('other') },
            ]}
            onValueChange={(next) => form.set({ wallet: next })}
          />
          <p className="fl-help" {...(form.problem('wallet') && { 'data-bad': '', role: 'alert' })}>
            {form.problem('wallet') ?? t('why')}
          </p>
        </div>
        {wallet === 'provider' && (
          <>
            <Field
              label={t('provider')}
              maxLength={NAME_CHARACTERS_MAX}
              {...form.text('provider')}
            />
            <Field
              label={t('originator')}
              hint={t('told')}
              maxLength={NAME_CHARACTERS_MAX}
              {...form.text('originator')}
            />
          </>
        )}
        {(wallet !== 'own' || prove === undefined) && (
          <Button type="submit" block busy={say.isRunning}>
            {t('send')}
          </Button>
        )}
      </form>
      {wallet === 'own' && prove !== undefined && <ProveWallet chain={chain} addresses={prove} />}
    </section>
  );
}

interface AskedProof {
  prove: readonly string[] | undefined;
}
