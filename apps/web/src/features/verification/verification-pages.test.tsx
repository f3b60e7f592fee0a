// @vitest-environment jsdom
import { preloadOverlays, Toasts } from '@fairlead/ui';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { address, calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { holdUploads, picture } from '../../../test/upload.ts';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { chooseCountry } from '../../data/countries.ts';
import { Page as AdvancedPage } from '../../pages/verification/advanced.tsx';
import { Page as BasicPage } from '../../pages/verification/basic.tsx';
import { Page as StatusPage } from '../../pages/verification/index.tsx';

const center2 = (basic: object, advanced: object = { status: 'unverified' }) => ({
  'GET user/center2': () => ({ basic, advanced }),
});
const NEW = { status: 'unverified' };
const VERIFIED = { status: 'verified' };

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });

beforeAll(() => preloadOverlays());
beforeEach(() => startSession({ token: 't', user }));
// A closed sheet goes back one entry of the history a moment later; the next test must not see that.
afterEach(async () => {
  cleanup();
  await vi.waitFor(() => expect(window.history.state?.overlays ?? []).toEqual([]));
});

describe('status', () => {
  test('says what each level opens and what it asks for; advanced waits for basic', async () => {
    serve(center2(NEW));
    await renderAt('/pages/verification/index', <StatusPage />);
    const start = await screen.findByRole('link', { name: 'Start basic verification' });
    expect(start.getAttribute('href')).toBe('#/pages/verification/basic');
    expect(screen.getByText('Opens withdrawals and options')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Start advanced verification' })).toBeNull();
    expect(screen.getByText(/Basic verification comes first/)).toBeDefined();
  });

  test('a refusal shows its reason and lets one try again', async () => {
    serve(center2({ status: 'unverified', reason: 'The name does not match.' }));
    await renderAt('/pages/verification/index', <StatusPage />);
    expect(await screen.findByText('The name does not match.')).toBeDefined();
    expect(screen.getByText('Refused')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(
      '#/pages/verification/basic',
    );
  });

  test('what a provider checks says by whom, since and until when, and leads to its page', async () => {
    const check = { provider: 'Examiner', state: 'open', since: 1_800_000_000_000 };
    const until = { until: 1_800_600_000_000, url: 'https://verify.example/c/1' };
    serve({
      'GET user/center2': () => ({
        basic: { status: 'under_review', check: { ...check, ...until } },
        advanced: NEW,
        provider: 'Examiner',
      }),
    });
    await renderAt('/pages/verification/index', <StatusPage />);
    const link = await screen.findByRole('link', { name: 'Continue at Examiner' });
    expect(link.getAttribute('href')).toBe('https://verify.example/c/1');
    expect(screen.getByText(/Examiner waits for you.*a person here decides/)).toBeDefined();
    expect(screen.getByText(/Examiner gets what you enter here/)).toBeDefined();
    expect(screen.queryByText(/A reviewer is looking/)).toBeNull();
  });

  test('what a person looks at after it says so, and leads nowhere', async () => {
    const check = { provider: 'Examiner', state: 'person', since: 1_800_000_000_000 };
    serve({
      'GET user/center2': () => ({
        basic: { status: 'under_review', check },
        advanced: NEW,
        provider: 'Examiner',
      }),
    });
    await renderAt('/pages/verification/index', <StatusPage />);
    expect(await screen.findByText(/A person here is looking at it/)).toBeDefined();
    expect(screen.queryByRole('link', { name: /Continue/ })).toBeNull();
  });

  test('what the server knows is shown as it masks it, the country by name', async () => {
    serve(center2({ ...VERIFIED, country: 'JP', name: 'M*** S***', id_number: '****456' }));
    await renderAt('/pages/verification/index', <StatusPage />);
    expect(await screen.findByText('Japan')).toBeDefined();
    expect(screen.getByText('****456')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Start advanced verification' })).toBeDefined();
  });

  test('a failure says why and asks again', async () => {
    let isBroken = true;
    serve({
      'GET user/center2': () =>
        isBroken ? refuse('forbidden', 'Not now', 403) : { basic: VERIFIED, advanced: VERIFIED },
    });
    await renderAt('/pages/verification/index', <StatusPage />);
    expect(await screen.findByText('Not now')).toBeDefined();
    isBroken = false;
    await press('Retry');
    expect(await screen.findAllByText('Verified')).toHaveLength(2);
  });
});

describe('basic', () => {
  test('names what is missing and sends nothing', async () => {
    serve(center2(NEW));
    await renderAt('/pages/verification/basic', <BasicPage />);
    await screen.findByLabelText('Full name');
    await press('Send for review');
    expect(screen.getByText('Choose the country.')).toBeDefined();
    expect(screen.getByText(/^Enter the name/)).toBeDefined();
    expect(calls).not.toContain('POST user/real_name');
  });

  test('a country is chosen on its page, what was typed stays, and all is sent once', async () => {
    let sent: URLSearchParams | undefined;
    serve({
      ...center2(NEW),
      'POST user/real_name': (request) => {
        sent = request;
        return 'Sent';
      },
    });
    await renderAt('/pages/verification/basic', <BasicPage />);
    await screen.findByLabelText('Full name');
    type('Full name', 'Mara Sato');
    const field = screen.getByRole('link', { name: /^Country or region/ });
    expect(field.getAttribute('href')).toBe('#/pages/location/choose');
    // Its page leaves the choice behind and comes back.
    cleanup();
    chooseCountry('JP');
    await renderAt('/pages/verification/basic', <BasicPage />);
    expect(await screen.findByRole('link', { name: /Japan$/ })).toBeDefined();
    expect(screen.getByLabelText('Full name')).toHaveProperty('value', 'Mara Sato');
    type('ID number', 'TK1234567');
    await press('Send for review');
    await waitFor(() => expect(address()).toBe('/pages/verification/index'));
    expect(Object.fromEntries(sent ?? [])).toEqual({
      country: 'JP',
      name: 'Mara Sato',
      id_number: 'TK1234567',
    });
  });

  test('a number that another account uses is said at the number', async () => {
    serve({
      ...center2(NEW),
      'POST user/real_name': () => refuse('id_number_used', 'Another account has it.'),
    });
    await renderAt('/pages/verification/basic', <BasicPage />);
    await screen.findByLabelText('Full name');
    act(() => chooseCountry('JP'));
    type('Full name', 'Mara Sato');
    type('ID number', 'TK1234567');
    await press('Send for review');
    expect((await screen.findByRole('alert')).textContent).toBe('Another account has it.');
  });

  test('what was not taken for another reason says that, and the reason', async () => {
    serve({
      ...center2(NEW),
      'POST user/real_name': () => refuse('internal', 'Something went wrong on our side', 500),
    });
    const page = (
      <>
        <BasicPage />
        <Toasts closeLabel="Close" />
      </>
    );
    await renderAt('/pages/verification/basic', page);
    await screen.findByLabelText('Full name');
    act(() => chooseCountry('JP'));
    type('Full name', 'Mara Sato');
    type('ID number', 'TK1234567');
    await press('Send for review');
    expect(await screen.findByText('Failed to submit')).toBeDefined();
    expect(screen.getByText('Something went wrong on our side')).toBeDefined();
  });

  test.each([
    ['under_review', /^A reviewer is looking at it/],
    ['verified', /^This level is verified/],
  ])('%s there is nothing to fill in', async (status, sentence) => {
    serve(center2({ status }));
    await renderAt('/pages/verification/basic', <BasicPage />);
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(screen.queryByLabelText('Full name')).toBeNull();
  });
});

describe('advanced', () => {
  test('before basic it leads there', async () => {
    serve(center2(NEW));
    await renderAt('/pages/verification/advanced', <AdvancedPage />);
    const link = await screen.findByRole('link', { name: 'Basic verification' });
    expect(link.getAttribute('href')).toBe('#/pages/verification/basic');
  });

  test('an address and three photos, each sent by itself, make the request', async () => {
    const transfers = holdUploads();
    let sent: URLSearchParams | undefined;
    serve({
      ...center2(VERIFIED),
      'POST user/real_name2': (request) => {
        sent = request;
        return 'Sent';
      },
    });
    await renderAt('/pages/verification/advanced', <AdvancedPage />);
    await screen.findByLabelText('Contact address');
    await press('Send for review');
    expect(screen.getAllByText('Add this picture.')).toHaveLength(3);
    type('Contact address', 'Pier 4, 650-0042 Kobe');
    const fields = [...document.querySelectorAll('input[type=file]:not([capture])')];
    expect(fields).toHaveLength(3);
    for (const [index, field] of fields.entries())
      await act(async () => {
        fireEvent.change(field, { target: { files: [picture(`${index}.jpg`)] } });
      });
    await transfers[0]?.answer({ file_id: 11 });
    await transfers[1]?.answer({ file_id: 12 });
    await press('Send for review');
    expect(sent).toBeUndefined();
    await transfers[2]?.answer({ file_id: 13 });
    await press('Send for review');
    await waitFor(() => expect(sent?.get('holding_photo')).toBe('13'));
    expect(sent?.get('front_photo')).toBe('11');
    expect(sent?.get('back_photo')).toBe('12');
  });
});
