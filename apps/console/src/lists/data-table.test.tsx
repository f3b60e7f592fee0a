// @vitest-environment jsdom

import { useApi } from '@fairlead/calls';
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { address, callsOf, pageOf, refuse, renderAt, serve } from '../../test/render.tsx';
import { type Column, DataTable } from './DataTable.tsx';
import { useFilters } from './use-filters.ts';

interface Row {
  readonly id: number;
  readonly status: 'under_review' | 'passed' | 'rejected';
  readonly time: number;
}

const LIMIT = 2;
const DEFAULTS = {};
const columns: readonly Column<Row>[] = [
  { id: 'id', header: 'No.', card: 'title', cell: ({ id }) => `No. ${id}` },
  { id: 'time', header: 'When', align: 'end', cell: ({ time }) => time },
];

function Sample({ onOpen = () => undefined }: { onOpen?: (id: number) => void }) {
  const { page, setPage } = useFilters(DEFAULTS);
  const query = useApi('operatorSubscriptions', { page, limit: LIMIT });
  const [selectedId, select] = useState<number>();
  return (
    <DataTable
      label="Samples"
      columns={columns}
      query={query}
      rowId={({ id }) => id}
      choice={{ selectedId, onSelect: select, onOpen }}
      empty="Nothing here."
      onPage={setPage}
    />
  );
}

const rows = [1, 2, 3, 4, 5].map((id): Row => ({ id, status: 'passed', time: id * 1_000 }));
const serveRows = (all: readonly Row[]) =>
  serve({
    'GET operator/subscriptions': (request) => {
      const page = Number(request.get('page'));
      return pageOf(all.slice((page - 1) * LIMIT, page * LIMIT), page, LIMIT, all.length);
    },
  });

const press = (key: string) => fireEvent.keyDown(document.body, { key });
const selected = () =>
  screen.getAllByRole('row').filter((row) => row.getAttribute('aria-selected') === 'true');

test('shows the rows of one page and asks the server for the next, kept in the address', async () => {
  serveRows(rows);
  await renderAt('/samples', <Sample />);
  expect(await screen.findByText('No. 1')).toBeTruthy();
  expect(screen.getByText('1–2 of 5')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('No. 3')).toBeTruthy();
  expect(address()).toBe('/samples?page=2');
  expect(callsOf('GET operator/subscriptions').at(-1)?.request).toMatchObject({ page: '2' });
});

test('a link opens on its page, and the last page has no next', async () => {
  serveRows(rows);
  await renderAt('/samples?page=3', <Sample />);
  expect(await screen.findByText('No. 5')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
});

test('Enter opens what j chose, also after a click in the menu', async () => {
  serveRows(rows);
  const onOpen = vi.fn();
  await renderAt(
    '/samples',
    <>
      <a href="#/elsewhere">Menu</a>
      <Sample onOpen={onOpen} />
    </>,
  );
  await screen.findByText('No. 1');
  screen.getByRole('link', { name: 'Menu' }).focus();
  const pressFocused = (key: string) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  pressFocused('Enter');
  expect(onOpen).not.toHaveBeenCalled();
  pressFocused('j');
  pressFocused('Enter');
  expect(onOpen.mock.calls).toEqual([[1]]);
});

test('j and k move within the page, Enter opens', async () => {
  serveRows(rows);
  const onOpen = vi.fn();
  await renderAt('/samples', <Sample onOpen={onOpen} />);
  await screen.findByText('No. 1');
  press('Enter');
  expect(onOpen).not.toHaveBeenCalled();
  press('j');
  press('j');
  press('j');
  expect(within(selected()[0] as HTMLElement).getByText('No. 2')).toBeTruthy();
  press('k');
  press('Enter');
  expect(onOpen.mock.calls).toEqual([[1]]);
});

test('no key is taken while someone types', async () => {
  serveRows(rows);
  await renderAt('/samples', [<input key="i" aria-label="word" />, <Sample key="s" />]);
  await screen.findByText('No. 1');
  fireEvent.keyDown(screen.getByLabelText('word'), { key: 'j' });
  expect(selected()).toHaveLength(0);
});

test('an empty list says so in a sentence', async () => {
  serveRows([]);
  await renderAt('/samples', <Sample />);
  expect(await screen.findByText('Nothing here.')).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
});

test('a failure says what happened, and is tried again', async () => {
  serve({ 'GET operator/subscriptions': () => refuse('internal', 'It broke.', 500) });
  await renderAt('/samples', <Sample />);
  expect(await screen.findByText('The list did not load. It broke.')).toBeTruthy();
  serveRows(rows);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No. 1')).toBeTruthy();
});

test('on a phone rows are cards, each with its own button', async () => {
  serveRows(rows);
  const onOpen = vi.fn();
  await renderAt('/samples', <Sample onOpen={onOpen} />, { isPhone: true });
  expect(await screen.findByText('No. 1')).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Row 2' }));
  expect(onOpen.mock.calls).toEqual([[2]]);
});
