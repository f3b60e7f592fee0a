import { inWords, useAction, useForm } from '@fairlead/calls';
import { Button, Field, Note, toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { create } from 'zustand';
import { useGoBack } from '../../app/navigation.ts';
import { useUser } from '../../data/account/session.ts';
import { ProviderText } from './ByProvider.tsx';
import { CountryField } from './CountryField.tsx';
import { useLevels } from './LevelsGate.tsx';
import { type BasicValues, basicRequest, checkBasic } from './model.ts';

/** What was typed before a country was picked on its own page is there afterwards: in memory only, for its user only. */
interface Draft {
  readonly userId: number | undefined;
  readonly values: BasicValues;
}

const EMPTY: BasicValues = { country: '', name: '', id_number: '' };
const draftStore = create<Draft>()(() => ({ userId: undefined, values: EMPTY }));

function useBasicDraft(userId: number | undefined) {
  const draft = draftStore();
  return {
    values: draft.userId === userId ? draft.values : EMPTY,
    setValues: (values: BasicValues) => draftStore.setState({ userId, values }),
    forget: () => draftStore.setState({ userId: undefined, values: EMPTY }),
  };
}

/** Country, name and number of a document. */
export function BasicForm() {
  const t = useTranslations('verification');
  const custody = useTranslations('custody');
  const goBack = useGoBack('/pages/verification/index');
  const draft = useBasicDraft(useUser()?.id);
  const invalid = useTranslations('verification.invalid');
  const form = useForm(draft.values, {
    check: (values) => inWords(checkBasic(values), invalid),
    about: { id_number_used: 'id_number' },
    onChange: draft.setValues,
  });
  const send = useAction('realName', {
    failedText: custody('submitFailed'),
    invalidates: ['center2', 'center'],
    onSuccess: () => {
      draft.forget();
      toast({ kind: 'good', text: t('sent') });
      goBack();
    },
    onError: form.refuse,
  });
  const shared = { disabled: send.isRunning, size: 52, spellCheck: false } as const;
  return (
    <form
      {...form.props((values) => send.run(basicRequest(values)))}
      className="grid gap-5 gutter pt-2 pb-8"
    >
      <CountryField {...form.value('country')} disabled={send.isRunning} />
      <Field
        {...shared}
        label={t('name')}
        hint={t('nameHint')}
        autoComplete="name"
        autoCapitalize="words"
        maxLength={80}
        {...form.text('name')}
      />
      <Field
        {...shared}
        label={t('idNumber')}
        hint={t('idHint')}
        autoCapitalize="characters"
        maxLength={40}
        {...form.text('id_number')}
      />
      <Privacy />
      <div>
        <Button type="submit" variant="main" block busy={send.isRunning}>
          {t('submit')}
        </Button>
        <p className="mt-2 text-center text-12 text-muted">{t('final')}</p>
      </div>
    </form>
  );
}

/** Who sees what is typed here. */
export function Privacy() {
  const t = useTranslations('verification');
  const provider = useLevels().data?.provider;
  return (
    <Note kind="good">
      <b className="font-strong text-text">{t('who')}.</b>{' '}
      {provider === undefined ? t('whoText') : <ProviderText say="who" provider={provider} />}
    </Note>
  );
}
