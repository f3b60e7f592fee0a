// @vitest-environment jsdom
/**
 * cases.md X12: what users write reaches operators as words. Every text of theirs that the console shows is markup here,
 * with scripts, handlers and addresses that would run; none of it may become an element or a link.
 */
import { act, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { Page as Audit } from '../src/features/audit/page.tsx';
import { Page as Chats } from '../src/features/chats/page.tsx';
import { Page as Deposits } from '../src/features/deposits/page.tsx';
import { Page as Proposals } from '../src/features/proposals/page.tsx';
import { Page as Users } from '../src/features/users/page.tsx';
import { Page as Verifications } from '../src/features/verifications/page.tsx';
import { Page as Withdrawals } from '../src/features/withdrawals/page.tsx';
import { chat, userMessage } from './chats.ts';
import { COMMON, deposit, NOW_MS, verification, withdrawal } from './records.ts';
import { pageOf, renderAt, serve } from './render.tsx';

const MARK = 'stolen';
const WORDS = `"><img src=x onerror="${MARK}=1"><script>${MARK}=1</script><a href="javascript:${MARK}=1">x</a>`;
const ADDRESS = `javascript:${MARK}=1//`;

const owner = () => ({ id: 3, name: 'rita', role: 'owner', demo: true, has_otp: true });
const user = {
  id: 17,
  account: WORDS,
  nickname: WORDS,
  kind: 'email',
  created_at: NOW_MS,
  basic_verification: 'verified',
  advanced_verification: 'unverified',
  has_otp: true,
  passkeys: 1,
  has_fund_password: false,
  is_bot: false,
  is_frozen: false,
  is_partner: false,
};

const PAGES: readonly (readonly [string, ReactElement, Parameters<typeof serve>[0]])[] = [
  [
    '/users?open=17',
    <Users key="users" />,
    {
      'GET operator/users': () => pageOf([user]),
      'GET operator/user': () => ({
        user,
        balances: [],
        sessions: 1,
        receivables: [],
        background: { devices: 1, totals: [] },
      }),
      'GET operator/user/timeline': () => [
        { kind: 'note', time: NOW_MS, operator: WORDS, text: WORDS },
        { kind: 'deposit_rejected', time: NOW_MS, id: 5, text: ADDRESS },
      ],
    },
  ],
  [
    '/chats?open=17',
    <Chats key="chats" />,
    {
      'GET operator/chats': () => ({
        ...pageOf([chat({ user: WORDS, last_text: WORDS })]),
        colleagues: [{ id: 8, name: WORDS, active: 1, is_here: true }],
      }),
      'GET operator/chats/open': () => ({
        chat: chat({ user: WORDS, last_text: WORDS }),
        list: [userMessage(1, { text: WORDS }), userMessage(2, { text: ADDRESS })],
        has_more: false,
      }),
      'GET operator/chats/settings': () => ({}),
    },
  ],
  [
    '/withdrawals?open=20931',
    <Withdrawals key="withdrawals" />,
    {
      'GET operator/withdrawals': () =>
        pageOf([
          withdrawal({ user: WORDS, address: WORDS, note: WORDS, tx_id: ADDRESS, reason: WORDS }),
        ]),
    },
  ],
  [
    '/deposits?open=31002',
    <Deposits key="deposits" />,
    {
      'GET operator/deposits': () =>
        pageOf([deposit({ user: WORDS, tx_id: ADDRESS, reason: WORDS, reference: WORDS })]),
    },
  ],
  [
    '/verifications?open=811',
    <Verifications key="verifications" />,
    {
      'GET operator/verifications': () =>
        pageOf([verification({ user: WORDS, name: WORDS, country: WORDS, reason: WORDS })]),
      'POST operator/verifications/detail': () => ({
        ...verification({ user: WORDS, name: WORDS, country: WORDS }),
        id_number: WORDS,
        photos: [],
      }),
    },
  ],
  [
    '/proposals?open=41',
    <Proposals key="proposals" />,
    {
      'GET operator/proposals': () =>
        pageOf([
          {
            id: 41,
            kind: 'unfreeze_user',
            payload: JSON.stringify({ user_id: 17, note: WORDS }),
            reason: WORDS,
            status: 'open',
            proposed_by: WORDS,
            proposed_by_id: 7,
            time: NOW_MS,
          },
        ]),
    },
  ],
  [
    '/audit?open=5',
    <Audit key="audit" />,
    {
      'GET operator/audit': () =>
        pageOf([
          {
            id: 5,
            time: NOW_MS,
            operator: WORDS,
            action: WORDS,
            subject: WORDS,
            detail: JSON.stringify({ note: WORDS, link: ADDRESS }),
            ip: WORDS,
            hash: 'ab'.repeat(32),
          },
        ]),
    },
  ],
];

test.each(PAGES)('X12: %s shows markup as words', async (path, page, answers) => {
  serve({ ...COMMON, 'GET operator/me': owner, ...answers });
  await renderAt(path, page);
  await screen.findAllByText((text) => text.includes('onerror='));
  await act(async () => undefined);
  const { body } = document;
  expect(body.querySelectorAll('script, iframe, object, embed, img[src="x"]')).toHaveLength(0);
  for (const element of body.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on/);
      if (['href', 'src', 'action', 'formaction'].includes(name))
        expect(value).not.toMatch(/^\s*javascript:/i);
    }
  expect(Reflect.has(globalThis, MARK)).toBe(false);
});
