// @vitest-environment jsdom
import {
  MAIL_HOURS_DEFAULT,
  MAIL_KINDS,
  NOTIFICATION_DEFAULTS,
  NOTIFICATION_KINDS,
} from '@fairlead/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { quotation } from '../../../test/quotation.ts';
import { calls, refuse, renderAt, serve } from '../../../test/render.tsx';
import { user } from '../../../test/user.ts';
import { startSession } from '../../data/account/session.ts';
import { Page as AlertsPage } from '../../pages/settings/alerts.tsx';
import { Page as NotificationsPage } from '../../pages/settings/notifications.tsx';
import { Page as UnsubscribePage } from '../../pages/user/unsubscribe.tsx';

const settings = {
  kinds: NOTIFICATION_KINDS.map((kind) => ({ kind, ...NOTIFICATION_DEFAULTS[kind] })),
  push_key: 'BAAA',
  devices: 0,
};
const market = quotation({ index_price: '100' });
const alert = (id: number, more: object = {}) => ({
  id,
  symbol: 'BTC/USDT',
  direction: 'above',
  price: `${100 + id}.00`,
  is_fired: false,
  created_at: 1_788_000_000_000,
  ...more,
});

beforeEach(() => startSession({ token: 't', user }));

test('a switch is told at once, and goes back where the server refuses', async () => {
  const said: string[] = [];
  serve({
    'GET user/notifications': () => settings,
    'POST user/notifications/save': (request) => {
      said.push(request.toString());
      if (request.get('kind') === 'alerts') return refuse('internal', 'Something went wrong', 500);
      return { kind: 'fills', inbox: true, push: true };
    },
  });
  await renderAt('/pages/settings/notifications', <NotificationsPage />);
  const name = 'Orders filled or expired: keep among the messages';
  const fills = await screen.findByRole<HTMLInputElement>('switch', { name });
  expect(fills.checked).toBe(false);
  await act(async () => fills.click());
  expect(said).toEqual(['kind=fills&inbox=true']);
  await waitFor(() => expect(fills.checked).toBe(true));
  const alerts = screen.getByRole<HTMLInputElement>('switch', {
    name: 'Price alerts: push to my devices',
  });
  await act(async () => alerts.click());
  await waitFor(() => expect(alerts.checked).toBe(true));
});

test('announcements cannot be kept among the messages, and security is not in the list', async () => {
  serve({ 'GET user/notifications': () => settings });
  await renderAt('/pages/settings/notifications', <NotificationsPage />);
  await screen.findByRole('switch', { name: 'Announcements: push to my devices' });
  expect(screen.queryByRole('switch', { name: /Announcements: keep/ })).toBeNull();
  expect(screen.getAllByRole('switch')).toHaveLength(2 * NOTIFICATION_KINDS.length - 1);
  screen.getByText(/always told and cannot be switched off/);
});

test('a browser without push messages says so', async () => {
  serve({ 'GET user/notifications': () => settings });
  await renderAt('/pages/settings/notifications', <NotificationsPage />);
  await screen.findByText('This browser does not take push messages.');
  expect(screen.queryByRole('button', { name: 'Turn on push messages' })).toBeNull();
});

/** A browser that can, as far as this file's subject looks. */
function pushable(permission: NotificationPermission, answer = permission) {
  let subscribed: object | null = null;
  const subscription = {
    endpoint: 'https://push.example/1',
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      subscribed = null;
      return true;
    },
  };
  const pushManager = {
    getSubscription: async () => subscribed,
    subscribe: async () => {
      subscribed = subscription;
      return subscription;
    },
  };
  const state = { permission };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return state.permission;
    },
    requestPermission: async () => {
      state.permission = answer;
      return answer;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
  return () => Reflect.deleteProperty(navigator, 'serviceWorker');
}

test('a device is turned on, tested and turned off', async () => {
  const restore = pushable('default', 'granted');
  let devices = 0;
  serve({
    'GET user/notifications': () => ({ ...settings, devices }),
    'POST user/push/subscribe': (request) => {
      expect(request.get('endpoint')).toBe('https://push.example/1');
      devices = 1;
      return { devices };
    },
    'POST user/push/unsubscribe': () => {
      devices = 0;
      return { devices };
    },
    'POST user/push/test': () => 'Sent to 1 device',
  });
  await renderAt('/pages/settings/notifications', <NotificationsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on push messages' }));
  await screen.findByText('Push messages are on for this device.');
  await screen.findByText('1 device takes push messages');
  fireEvent.click(screen.getByRole('button', { name: 'Send a test' }));
  await waitFor(() => expect(calls).toContain('POST user/push/test'));
  fireEvent.click(screen.getByRole('button', { name: 'Turn off on this device' }));
  await screen.findByText('Push messages are off on this device.');
  expect(calls).toContain('POST user/push/unsubscribe');
  restore();
});

test('a refusal of the user is told with the way out; what the server refuses is undone', async () => {
  const restore = pushable('default', 'denied');
  serve({
    'GET user/notifications': () => settings,
    'POST user/push/subscribe': () => refuse('push_refused', 'Push messages cannot be sent here'),
  });
  const view = await renderAt('/pages/settings/notifications', <NotificationsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on push messages' }));
  await screen.findByText(/blocked for this site/);
  view.unmount();
  restore();
  const again = pushable('granted');
  await renderAt('/pages/settings/notifications', <NotificationsPage />);
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on push messages' }));
  await waitFor(() => expect(calls).toContain('POST user/push/subscribe'));
  await screen.findByText('Push messages are off on this device.');
  again();
});

test('alerts are set, listed with their distance, and deleted', async () => {
  let list = [
    alert(1),
    alert(2, { is_fired: true, fired_at: 1_788_000_000_000, fired_price: '102.00000001' }),
  ];
  serve({
    'GET user/alerts': () => list,
    'POST currency/quotation_new': () => [market],
    'GET currency/quotation_new': () => [market],
    'POST user/alerts/create': (request) => {
      list = [alert(5, { price: request.get('price') }), ...list];
      return list[0];
    },
    'POST user/alerts/delete': (request) => {
      list = list.filter(({ id }) => id !== Number(request.get('id')));
      return 'Price alert deleted';
    },
  });
  await renderAt('/pages/settings/alerts?symbol=BTC/USDT', <AlertsPage />);
  await screen.findByText('Rises to 101.00');
  await screen.findByText(/\+1\.00% from the index/);
  screen.getByText(/Index 102\.00, /);
  const field = await screen.findByRole('textbox', { name: 'Alert me at' });
  fireEvent.click(screen.getByRole('button', { name: 'Set alert' }));
  await screen.findByText('Enter a price.');
  fireEvent.change(field, { target: { value: '100' } });
  fireEvent.click(screen.getByRole('button', { name: 'Set alert' }));
  await screen.findByText('The index is there already.');
  expect(calls).not.toContain('POST user/alerts/create');
  fireEvent.click(screen.getByRole('button', { name: '+5%' }));
  expect((field as HTMLInputElement).value).toBe('105');
  fireEvent.click(screen.getByRole('button', { name: 'Set alert' }));
  await screen.findByText('Rises to 105');
  fireEvent.click(screen.getByRole('button', { name: 'Delete the alert BTC/USDT at 101.00' }));
  await waitFor(() => expect(screen.queryByText('Rises to 101.00')).toBeNull());
});

describe('mail', () => {
  const mail = {
    address: 'a•••@example.org',
    kinds: MAIL_KINDS.map((kind) => ({ kind, timing: 'off' })),
    ...MAIL_HOURS_DEFAULT,
    is_default: true,
  };

  test('is chosen by kind, with the time zone of this device, and goes back where it is refused', async () => {
    const said: string[] = [];
    const kept = { ...mail, is_default: false };
    serve({
      'GET user/notifications': () => ({ ...settings, mail }),
      'POST user/notifications/mail': (request) => {
        said.push(request.toString());
        if (request.get('kind') === 'results') return refuse('internal', 'Something', 500);
        const kinds = mail.kinds.map((each) =>
          each.kind === 'fills' ? { ...each, timing: 'digest' } : each,
        );
        return { ...kept, time_zone: request.get('time_zone'), kinds };
      },
    });
    await renderAt('/pages/settings/notifications', <NotificationsPage />);
    await screen.findByText(/^To a•••@example\.org\./);
    expect(screen.queryByText('Daily mail at')).toBeNull();
    const of = (kind: RegExp, timing: string) =>
      within(screen.getByRole('radiogroup', { name: kind })).getByRole<HTMLInputElement>('radio', {
        name: timing,
      });
    await act(async () => of(/^Orders filled/, 'Daily').click());
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(said.map((text) => Object.fromEntries(new URLSearchParams(text)))).toEqual([
      { time_zone: zone, kind: 'fills', timing: 'digest' },
    ]);
    await screen.findByText('Daily mail at');
    expect(of(/^Orders filled/, 'Daily').checked).toBe(true);
    await act(async () => of(/^Results/, 'At once').click());
    await waitFor(() => expect(of(/^Results/, 'Off').checked).toBe(true));
    expect(said[1]).toBe('kind=results&timing=at_once');
  });

  test('has the clocks of any zone, found by its name', async () => {
    const said: string[] = [];
    const digest = mail.kinds.map((each) => ({ ...each, timing: 'digest' }));
    const kept = { ...mail, kinds: digest, is_default: false, time_zone: 'UTC' };
    serve({
      'GET user/notifications': () => ({ ...settings, mail: kept }),
      'POST user/notifications/mail': (request) => {
        said.push(request.toString());
        return { ...kept, time_zone: request.get('time_zone') };
      },
    });
    await renderAt('/pages/settings/notifications', <NotificationsPage />);
    await act(async () =>
      (await screen.findByRole('button', { name: 'Change time zone' })).click(),
    );
    const search = await screen.findByRole('searchbox', { name: 'Search time zone' });
    fireEvent.change(search, { target: { value: 'atlantis' } });
    await screen.findByText('No time zone matches “atlantis”.');
    fireEvent.change(search, { target: { value: 'america new york' } });
    await act(async () => screen.getByRole('button', { name: /New York/ }).click());
    await screen.findByText('Times are of America/New_York.');
    expect(said).toEqual(['time_zone=America%2FNew_York']);
  });

  test('is not offered to an account without an address', async () => {
    const { address: _none, ...without } = mail;
    serve({ 'GET user/notifications': () => ({ ...settings, mail: without }) });
    await renderAt('/pages/settings/notifications', <NotificationsPage />);
    await screen.findByText(/^Mails go to accounts with an e-mail address\./);
    expect(screen.queryByRole('radiogroup')).toBeNull();
  });

  test.each([
    ['a good link', 'done', /^You get no more of these mails\./],
    ['a broken one', refuse('ticket_invalid', 'No'), /^This link is not complete/],
  ] as const)('ends by %s in one tap, without logging in', async (_link, answer, words) => {
    const said: string[] = [];
    serve({
      'POST user/notifications/unsubscribe': (request) => {
        said.push(request.toString());
        return answer;
      },
    });
    await renderAt('/pages/user/unsubscribe?token=abc', <UnsubscribePage />);
    const end = await screen.findByRole('button', { name: 'End these mails' });
    await act(async () => end.click());
    await screen.findByText(words);
    expect(said).toEqual(['token=abc']);
  });
});
