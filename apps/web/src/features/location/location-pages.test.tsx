// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { address, renderAt, serve } from '../../../test/render.tsx';
import { chooseCountry } from '../../data/countries.ts';
import { Page as ChoosePage } from '../../pages/location/choose.tsx';
import { Page as ViewPage } from '../../pages/location/view.tsx';
import { mapLink } from './OfficeView.tsx';

const bangkok = {
  id: 3,
  name: 'Bangkok',
  country: 'TH',
  address: '1 Silom Road\nBangkok 10500',
  phone: '+66 2 000 0000',
  email: 'hello@example.com',
  hours: 'Mon–Fri 9–18',
  latitude: '13.7279',
  longitude: '100.5241',
};
const codes = { 'POST area_code': () => [{ area_code: '66', country: 'TH', name: 'Thailand' }] };
const search = (value: string) =>
  fireEvent.change(screen.getByLabelText('Search country'), { target: { value } });

test('a country is found by name, code or calling code, and goes back with the choice', async () => {
  serve(codes);
  await renderAt('/pages/location/choose?value=TH', <ChoosePage />);
  const thailand = /^Thailand/;
  expect((await screen.findByText('+66')).textContent).toBe('+66');
  for (const value of ['thai', 'TH', '+66']) {
    search(value);
    expect(screen.getByRole('button', { name: thailand })).toBeDefined();
  }
  search('nowhere at all');
  expect(screen.getByRole('status').textContent).toBe('No country matches “nowhere at all”.');
  search('japan');
  await act(async () => screen.getByRole('button', { name: /^Japan/ }).click());
  // Opened by itself, it leads to the form that asks for a country.
  expect(address()).toBe('/pages/verification/basic');
  chooseCountry(undefined);
});

test('offices stand by country; one has all ways to it', async () => {
  serve({ 'GET offices': () => [bangkok] });
  await renderAt('/pages/location/view', <ViewPage />);
  const link = await screen.findByRole('link', { name: /Bangkok/ });
  expect(link.getAttribute('href')).toBe('#/pages/location/view?id=3');
  expect(screen.getByRole('heading', { name: 'Thailand' })).toBeDefined();
});

test('an office can be called, written to, copied and found', async () => {
  serve({ 'GET offices': () => [bangkok] });
  await renderAt('/pages/location/view?id=3', <ViewPage />);
  const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByRole('heading', { name: 'Bangkok' });
  expect(hrefOf(/^Phone/)).toBe('tel:+6620000000');
  expect(hrefOf(/^E-mail/)).toBe('mailto:hello@example.com');
  expect(hrefOf(/^Open in maps/)).toContain('mlat=13.7279&mlon=100.5241');
  expect(screen.getByRole('button', { name: 'Copy address' })).toBeDefined();
});

test('no office, and one that is gone, are said', async () => {
  serve({ 'GET offices': () => [] });
  await renderAt('/pages/location/view', <ViewPage />);
  expect(await screen.findByText('The operator has not named an office.')).toBeDefined();
  await renderAt('/pages/location/view?id=9', <ViewPage />);
  expect(await screen.findByText('This office is not there any more.')).toBeDefined();
});

test('maps are the phone’s own where it has them, else public ones', () => {
  const noPlace = { name: 'A', address: '1 St\nB' };
  expect(mapLink(bangkok, 'Android 15')).toBe('geo:13.7279,100.5241?q=13.7279,100.5241(Bangkok)');
  expect(mapLink(noPlace, 'Android 15')).toBe('geo:0,0?q=1%20St%2C%20B');
  expect(mapLink(noPlace, 'iPhone')).toBe(
    'https://www.openstreetmap.org/search?query=1%20St%2C%20B',
  );
});
