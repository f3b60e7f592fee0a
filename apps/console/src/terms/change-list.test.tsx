// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMMON } from '../../test/records.ts';
import { renderAt, serve } from '../../test/render.tsx';
import { ChangeList } from './ChangeList.tsx';
import type { Change } from './model.ts';

const change = (name: string, takes: Change['takes']) =>
  ({ name, label: name, before: undefined, after: '1', takes }) as Change;
const TWO = 'Takes a second operator';

test('what every change takes is said once, and what only some take beside those', async () => {
  serve(COMMON);
  const all = [change('tick', 'two'), change('lot', 'two'), change('fee', 'two')];
  await renderAt('/', <ChangeList changes={all} />);
  expect(screen.getAllByText(TWO)).toHaveLength(1);
});

test('a mixed change says it line by line', async () => {
  serve(COMMON);
  const mixed = [change('tick', 'two'), change('lot', 'one'), change('fee', 'two')];
  await renderAt('/', <ChangeList changes={mixed} />);
  expect(screen.getAllByText(TWO)).toHaveLength(2);
});
