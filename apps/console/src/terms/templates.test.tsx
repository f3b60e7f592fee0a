// @vitest-environment jsdom
/** What a new product begins with: every template fills in a form that nothing speaks against, and says what it is for. */

import { assert } from '@fairlead/units';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TermUnits } from './fields.ts';
import { TERM_FIELDS } from './fields.ts';
import { problemsOf, requestOf, type TermsForm } from './forms.ts';
import { TermTemplates } from './TermTemplates.tsx';
import { TEMPLATES, type TemplateKind } from './templates.ts';

const pair: TermUnits = {
  base: 'BTC',
  quote: 'USDT',
  index: '64812.4',
  guide: '64812.4',
  quoteUsdt: '1',
  scales: { base: 8, quote: 6 },
};
const UNITS: Readonly<Record<TemplateKind, TermUnits>> = {
  market: pair,
  futures: pair,
  options: pair,
  hosting: { currency: 'BTC', usdt: '64812.4', scales: { currency: 8 } },
  offering: {
    currency: 'FLD',
    payment: 'USDT',
    quoteUsdt: '1',
    scales: { currency: 4, payment: 6 },
  },
};
const KEYS: Readonly<Record<TemplateKind, TermsForm>> = {
  market: { symbol: 'BTC/USDT' },
  futures: { symbol: 'BTC/USDT', is_open: true },
  options: { symbol: 'BTC/USDT', is_open: true },
  hosting: { id: '7', currency_id: '1', is_open: true },
  offering: {
    id: '7',
    is_open: true,
    currency_id: '9',
    payment_currency_id: '3',
    'introduction.en': 'What it is.',
  },
};

const KINDS = Object.keys(TEMPLATES) as TemplateKind[];
const cases = KINDS.flatMap((kind) =>
  TEMPLATES[kind].map(({ name, why }) => ({ kind, name, why })),
);

test.each(cases)('$kind, $name: fills in what a server takes', ({ kind, name, why }) => {
  let form: TermsForm = KEYS[kind];
  render(
    <TermTemplates
      kind={kind}
      form={form}
      units={UNITS[kind]}
      onChange={(next) => {
        form = next;
      }}
    />,
  );
  expect(screen.getByText(why)).toBeTruthy();
  if (kind === 'offering')
    fireEvent.change(screen.getByRole('textbox', { name: 'Issue price' }), {
      target: { value: '0.05' },
    });
  fireEvent.click(screen.getByRole('button', { name: `Start from ${name}` }));
  expect(screen.getByText(`Filled in from ${name}.`)).toBeTruthy();
  expect(problemsOf(kind, form, { units: UNITS[kind] })).toEqual({});
  const request = requestOf(TERM_FIELDS[kind], form);
  const missing = Object.entries(request).filter(([, value]) => value === '' || value === 0);
  expect(missing.map(([field]) => field).filter((field) => field !== 'lockup_days')).toEqual([]);
});

test('nothing is filled in while a price or a currency is missing, and what is missing is said', () => {
  render(
    <TermTemplates kind="hosting" form={{}} units={{}} onChange={() => assert(false, 'no')} />,
  );
  expect(screen.getByText('Choose the currency first.')).toBeTruthy();
  for (const { name } of TEMPLATES.hosting) {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: `Start from ${name}` });
    expect(button.disabled).toBe(true);
  }
});

test('what it is paid in without a price in USDT is not taken for a dollar', () => {
  const units = { ...UNITS.offering, quoteUsdt: undefined };
  render(
    <TermTemplates kind="offering" form={{}} units={units} onChange={() => assert(false, 'no')} />,
  );
  fireEvent.change(screen.getByRole('textbox', { name: 'Issue price' }), {
    target: { value: '2' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Start from Free at launch' }));
  expect(screen.getByText(/no price in USDT/)).toBeTruthy();
});
