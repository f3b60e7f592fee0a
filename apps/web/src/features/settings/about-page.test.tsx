// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt, serve } from '../../../test/render.tsx';
import { Page as AboutPage } from '../../pages/settings/about.tsx';
import { Page as LegalPage } from '../../pages/settings/legal.tsx';

const config = {
  name: 'Fairlead',
  version: '2.5.8',
  demo: false,
  feed: 'live',
  company_name: 'Example Exchange Ltd',
  company_licence: 'EX-1',
};
const legal = { slug: 'risk', title: 'Risk', body: 'Prices **move**.', is_placeholder: false };

test('says who operates what, in which mode, and leads to what one agrees to', async () => {
  serve({ 'GET config': () => config });
  await renderAt('/pages/settings/about', <AboutPage />);
  expect(await screen.findByText('Example Exchange Ltd')).toBeDefined();
  expect(screen.getByText('EX-1')).toBeDefined();
  expect(screen.getByText('Real funds')).toBeDefined();
  expect(screen.getByText('2.5.8')).toBeDefined();
  const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf(/^Risk disclosure/)).toBe('#/pages/settings/legal?slug=risk');
  expect(hrefOf(/^Offices/)).toBe('#/pages/location/view');
  expect(hrefOf(/^API/)).toBe('/api/docs');
});

test('a legal text says since when it is in force, or that it is a placeholder', async () => {
  serve({ 'GET legal': () => ({ ...legal, updated_at: 1_788_000_000_000 }) });
  await renderAt('/pages/settings/legal?slug=risk', <LegalPage />);
  expect((await screen.findByText('move')).tagName).toBe('STRONG');
  expect(screen.getByText(/^In force since/)).toBeDefined();
  expect(screen.queryByText(/^Placeholder/)).toBeNull();
});

test('an address without a text leads to all of them', async () => {
  serve({});
  await renderAt('/pages/settings/legal?slug=other', <LegalPage />);
  expect(await screen.findAllByRole('link')).toHaveLength(5);
});
