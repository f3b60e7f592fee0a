import { Button, Field, TextArea } from '@fairlead/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { GIVEN_MB_MAX, readGiven, readId } from './check/read-given.ts';
import { RECEIPT_PATH } from './steps/ChainStep.tsx';

export interface GivenFormProps {
  onGiven: (values: readonly unknown[]) => void;
}

/** Takes a receipt's number, its JSON or its file. */
export function GivenForm({ onGiven }: GivenFormProps) {
  const t = useTranslations('receipt.verify');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const take = (given: string) => {
    const read = readGiven(given);
    if ('values' in read) onGiven(read.values);
    else setProblem(t(read.problem, { limit: String(GIVEN_MB_MAX) }));
  };
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > GIVEN_MB_MAX * 1_000_000)
      setProblem(t('tooLarge', { limit: String(GIVEN_MB_MAX) }));
    else take(await file.text());
  };
  return (
    <div className="grid gap-4 gutter">
      <p className="text-secondary">{t('lead')}</p>
      <NumberForm />
      <form
        className="grid gap-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          take(text);
        }}
      >
        <TextArea
          label={t('json')}
          hint={t('jsonHint')}
          error={problem}
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
        />
        <input
          ref={picker}
          type="file"
          accept=".json,application/json"
          className="hidden"
          aria-label={t('file')}
          tabIndex={-1}
          onChange={(event) => {
            void open(event.target.files?.[0]);
            // The same file may be chosen again once it is mended.
            event.target.value = '';
          }}
        />
        <div className="grid grid-cols-2 gap-2">
          <Button size={44} icon="upload" onClick={() => picker.current?.click()}>
            {t('file')}
          </Button>
          <Button size={44} variant="main" type="submit">
            {t('check')}
          </Button>
        </div>
      </form>
    </div>
  );
}

function NumberForm() {
  const t = useTranslations('receipt');
  const navigate = useNavigate();
  const [number, setNumber] = useState('');
  const [isRefused, setRefused] = useState(false);
  const show = (event: FormEvent) => {
    event.preventDefault();
    const id = readId(number);
    setRefused(id === undefined);
    if (id !== undefined) navigate(href(RECEIPT_PATH, { id }).slice(1));
  };
  return (
    <form noValidate onSubmit={show}>
      <Field
        label={t('verify.number')}
        hint={t('verify.numberHint')}
        error={isRefused ? t('verify.numberWrong') : undefined}
        inputMode="numeric"
        value={number}
        maxLength={16}
        onChange={(event) => {
          setNumber(event.target.value);
          setRefused(false);
        }}
        trailing={
          <Button type="submit" size={36} variant="text">
            {t('verify.show')}
          </Button>
        }
      />
    </form>
  );
}
