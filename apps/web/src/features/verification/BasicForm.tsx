import { Button, Field, Note, toast } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useGoBack } from '../../app/navigation.ts';
import { useUser } from '../../data/session.ts';
import { useAction } from '../../data/use-action.ts';
import { useFieldErrors } from '../../data/use-field-errors.ts';
import { CountryField } from './CountryField.tsx';
import { useBasicDraft } from './draft-store.ts';
import { BASIC_FIELDS, type BasicField, basicRequest, checkBasic } from './model.ts';
import { useProblemTexts } from './use-problem-texts.ts';

/** Country, name and number of a document. */
export function BasicForm() {
  const t = useTranslations('verification');
  const custody = useTranslations('custody');
  const goBack = useGoBack();
  const { values, setValues, forget } = useBasicDraft(useUser()?.id);
  const errors = useFieldErrors<BasicField>(BASIC_FIELDS);
  const sayProblems = useProblemTexts();
  const send = useAction('realName', {
    failedText: custody('submitFailed'),
    invalidates: ['center2', 'center'],
    onSuccess: () => {
      forget();
      toast({ kind: 'good', text: t('sent') });
      goBack();
    },
    onError: (error) =>
      error.code === 'id_number_used'
        ? errors.show({ id_number: error.message })
        : errors.showFields(error.fields),
  });
  const change = (field: BasicField, value: string) => {
    setValues({ ...values, [field]: value });
    errors.forget(field);
  };
  const submit = () => {
    if (!errors.show(sayProblems(checkBasic(values)))) void send.run(basicRequest(values));
  };
  const shared = { disabled: send.isRunning, size: 52, spellCheck: false } as const;
  return (
    <form
      ref={errors.form}
      noValidate
      className="grid gap-5 gutter pt-2 pb-8"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <CountryField
        value={values.country}
        disabled={send.isRunning}
        error={errors.of('country')}
        onValueChange={(code) => change('country', code)}
      />
      <Field
        {...shared}
        label={t('name')}
        hint={t('nameHint')}
        error={errors.of('name')}
        autoComplete="name"
        autoCapitalize="words"
        maxLength={80}
        value={values.name}
        onChange={(event) => change('name', event.target.value)}
      />
      <Field
        {...shared}
        label={t('idNumber')}
        hint={t('idHint')}
        error={errors.of('id_number')}
        autoCapitalize="characters"
        maxLength={40}
        value={values.id_number}
        onChange={(event) => change('id_number', event.target.value)}
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
  return (
    <Note kind="good">
      <b className="font-strong text-text">{t('who')}.</b> {t('whoText')}
    </Note>
  );
}
