// @vitest-environment jsdom
import { ApiError } from '@fairlead/client';
import { DecimalField, Field } from '@fairlead/ui';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Form, inWords, useForm } from './form.ts';

afterEach(cleanup);

interface Draft {
  readonly name: string;
  readonly amount: string;
}

const sent: Draft[] = [];
let form: Form<Draft, 'file'>;

function Sheet() {
  form = useForm<Draft, 'file'>(
    { name: '', amount: '' },
    {
      check: ({ name, amount }) => ({
        ...(name === '' && { name: 'Name it' }),
        ...(amount === name && { amount: 'Not the name' }),
      }),
      about: { name_taken: 'name' },
      also: ['file'],
    },
  );
  return (
    <form {...form.props((draft) => sent.push(draft))}>
      <Field label="Name" {...form.text('name')} />
      <DecimalField label="Amount" scale={2} {...form.value('amount')} />
      <p>{form.problem('file')}</p>
      <button type="submit">Send</button>
    </form>
  );
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));
const words = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

function open(name = '', amount = '') {
  sent.length = 0;
  render(<Sheet />);
  type('Name', name);
  type('Amount', amount);
}

const refusal = (details: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
  new ApiError({
    ...{ code: 'validation_failed', message: 'Refused', status: 400, isRetryable: false },
    ...details,
  });
/** As the answer of a call does. */
const refuse = (error: ApiError): boolean => {
  let isShown = false;
  act(() => {
    isShown = form.refuse(error);
  });
  return isShown;
};

test('nothing is wrong before it is sent; then each field says its own, and the first has the focus', async () => {
  open();
  expect(words()).toEqual([]);
  press();
  expect(words()).toEqual(['Name it', 'Not the name']);
  expect(sent).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(box('Name')));
});

test('a field that is typed in is not refused until it is sent again', () => {
  open();
  press();
  type('Name', 'x');
  expect(words()).toEqual([]);
  type('Name', '');
  expect(words()).toEqual(['Not the name']);
  press();
  expect(words()).toEqual(['Name it', 'Not the name']);
});

test('what is right is sent as it was typed', () => {
  open(' mira ', '1.50');
  press();
  expect(sent).toEqual([{ name: ' mira ', amount: '1.50' }]);
});

test('the server’s refusal stands at its field, keeps what was typed and goes when it changes', async () => {
  open('mira', '5');
  press();
  expect(refuse(refusal({ fields: { amount: 'Too little', other: 'Unknown here' } }))).toBe(true);
  expect(words()).toEqual(['Too little']);
  await waitFor(() => expect(document.activeElement).toBe(box('Amount')));
  expect(box('Name').value).toBe('mira');
  type('Amount', '6');
  expect(words()).toEqual([]);
});

test('a refusal that names no field stands at the one that it is about', () => {
  open('mira', '5');
  expect(refuse(refusal({ code: 'name_taken', message: 'Taken' }))).toBe(true);
  expect(words()).toEqual(['Taken']);
});

test('a file’s field is refused too, until another file is chosen', () => {
  open('mira', '5');
  expect(refuse(refusal({ fields: { file: 'Too large' } }))).toBe(true);
  expect(screen.getByText('Too large')).toBeTruthy();
  act(() => form.forget('file'));
  expect(screen.queryByText('Too large')).toBeNull();
});

test('a refusal about none of its fields is left to be said elsewhere', () => {
  open('mira', '5');
  expect(refuse(refusal({ fields: { other: 'x' } }))).toBe(false);
  expect(words()).toEqual([]);
});

test('one field is checked before the rest, and all that was said can be forgotten', async () => {
  open('', '5');
  let isFine = true;
  act(() => {
    isFine = form.isFine('name');
  });
  expect(isFine).toBe(false);
  expect(words()).toEqual(['Name it']);
  await waitFor(() => expect(document.activeElement).toBe(box('Name')));
  act(() => form.forget());
  expect(words()).toEqual([]);
  type('Name', 'mira');
  act(() => {
    isFine = form.isFine('name');
  });
  expect(isFine).toBe(true);
  expect(words()).toEqual([]);
});

test('what a check finds by name is said in sentences', () => {
  const found: Partial<Record<'name' | 'amount', 'missing' | undefined>> = {
    name: 'missing',
    amount: undefined,
  };
  expect(inWords(found, (problem) => `It is ${problem}`)).toEqual({ name: 'It is missing' });
});
