/**
 * Requests that the server takes when their time is right, where the schema alone does not lead to one: fields that belong
 * together, ids, terms as they are in force. What is wrong is made from these too, so that it is wrong one step
 * further in.
 */
import type { RouteName } from '@fairlead/contract';
import { ETH_ADDRESS_3, FUND_PASSWORD } from '../../src/custody/test/fixture.ts';
import { OPERATOR_PASSWORD } from '../../src/operators/test/fixture.ts';
import { OWNER_PASSWORD, PASSWORD, registration } from '../support/fixture.ts';
import { cardFields, type World } from './world.ts';

export type Examples = Readonly<Partial<Record<RouteName, readonly Record<string, unknown>[]>>>;

/** Stands for a fresh code of the scene behind it, sent to the caller before the request. */
export const CODE = 'code:';

const NEXT = 'another-harbour-43';
const reason = 'seen by the fuzzer';
const TRAVELLER = { naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: 'Jon' }] } } };
const order = { symbol: 'BTC/USDT', type: 'limit', price: '100', quantity: '0.5' };
const market = { symbol: 'BTC/USDT', type: 'market', quantity: '0.1' };
const opening = { symbol: 'BTC/USDT', type: 'market', lots: '2', multiple: '10' };
const option = { symbol: 'BTC/USDT', seconds: '30', currency_id: '3', amount: '10' };
const article = '[{"lang":"en","title":"A title","summary":"Some words","body":"More words"}]';

/** Of a world as it is. */
export async function examplesOf(world: World): Promise<Examples> {
  return { ...usersExamples(world), ...(await operatorsExamples(world)) };
}

function usersExamples({ belonging, users }: World): Examples {
  const both = [belonging.ann, belonging.ben];
  const out = { currency_id: 3, chain: 'ERC20', amount: '20', fund_password: FUND_PASSWORD };
  const login = { account_type: 'email', password: PASSWORD };
  const known = {
    account_type: 'email',
    password: 'harbour-44',
    password_confirmation: 'harbour-44',
  };
  return {
    smsSend: [{ area_code: '81', phone: '9012345678', scene: 'register' }],
    smsMail: [{ email: 'guest@example.com', scene: 'register' }],
    register: [registration('guest@example.com', '123456')],
    login: [users.ann, users.ben].map(({ email }) => ({ ...login, account: email })),
    checkEmail: [{ account: users.ann.email, code: '123456', scene: 'forget' }],
    checkMobile: [{ area_code: '81', account: '9012345678', code: '123456', scene: 'forget' }],
    forget: [{ ...known, account: users.ann.email, code: '123456' }],
    changePassword: [
      { old_password: PASSWORD, password: NEXT, password_confirmation: NEXT },
      { old_password: NEXT, password: PASSWORD, password_confirmation: PASSWORD },
    ],
    realName: [{ country: 'JP', name: 'Somebody Else', id_number: 'ZZ 77' }],
    realName2: both.map(({ photos: [front, back, held] }) => ({
      contact_address: '2 Quay, Harbour',
      front_photo: front,
      back_photo: back,
      holding_photo: held,
    })),
    sayOrigin: [
      { id: 1, wallet: 'own' },
      { id: 1, wallet: 'provider', provider: 'Harbour', originator: 'Jon Lee' },
    ],
    askWalletProof: [{ chain: 'ERC20', address: ETH_ADDRESS_3 }],
    signWalletProof: [{ id: 1, signature: '0x00' }],
    travelCallback: [
      {
        id: 'harbour-1',
        transfer: {
          ...{ direction: 'in', chain: 'ERC20', tx_id: '0x01', address: ETH_ADDRESS_3 },
          ...{ currency: 'USDT', amount: '1' },
        },
        ivms101: {
          originator: { originatorPerson: [TRAVELLER] },
          beneficiary: { beneficiaryPerson: [TRAVELLER] },
        },
      },
    ],
    identityCallback: [
      { verification: 'verification_1', user: '1', session: 'a', verdict: 'approved' },
    ],
    upload: [{ purpose: 'kyc' }, { purpose: 'chat' }],
    saveFundPassword: [
      { old_password: FUND_PASSWORD, password: '314159', password_confirmation: '314159' },
      { old_password: '314159', password: FUND_PASSWORD, password_confirmation: FUND_PASSWORD },
    ],
    hostingProduct: [{ id: 1 }],
    offering: [{ id: 1 }],
    readChat: both.map((each) => ({ message_id: each.chatMessage })),
    deleteAddress: both.map((each) => ({ id: each.address })),
    ownFile: both.map((each) => ({ id: each.proof })),
    newsList: [{ category: 'notice' }, { category: 'help', query: 'a' }],
    newsDetail: [{ id: 1 }, { id: 2 }],
    candles: [{ symbol: 'BTC/USDT', period: '1m' }],
    placeOrder: [
      { ...order, side: 'buy' },
      { ...order, side: 'sell' },
      { ...order, side: 'sell', price: '119.99', client_order_id: 'again' },
      { ...order, side: 'buy', time_in_force: 'ioc' },
      { ...market, side: 'buy' },
      { ...market, side: 'sell' },
    ],
    cancelOrder: both.map((each) => ({ order_id: each.order })),
    placeOrders: [
      { orders: JSON.stringify([{ ...order, side: 'buy' }, { ...market, side: 'sell' }, order]) },
    ],
    cancelOrders: [{ orders: JSON.stringify(both.map((each) => ({ order_id: each.order }))) }],
    openPosition: [
      { ...opening, side: 'long' },
      { ...opening, side: 'short', shown_price: '99.99' },
      { ...opening, type: 'limit', side: 'long', price: '91', stop_loss: '80', take_profit: '200' },
    ],
    setStops: both.map((each) => ({ position_id: each.position, stop_loss: '70' })),
    closePosition: both.map((each) => ({ position_id: each.position })),
    addMargin: both.map((each) => ({ position_id: each.position, amount: '1.5' })),
    reversePosition: both.map((each) => ({ position_id: each.position, shown_price: '99.99' })),
    amendPosition: both.map((each) => ({ position_id: each.position, price: '91', lots: 2 })),
    setStopLevel: both.map((each) => ({
      position_id: each.position,
      stop: 'stop_loss',
      price: '70',
      lots: 1,
    })),
    removeStopLevel: both.map((each) => ({ position_id: each.position, level_id: 9 })),
    closePositions: [{}, { symbol: 'BTC/USDT', side: 'long' }],
    buyOption: [
      { ...option, direction: 'rise' },
      { ...option, direction: 'fall', shown_price: '100' },
    ],
    transfer: [
      { from_account: 'coin', to_account: 'trust', currency_id: 3, amount: '100' },
      { from_account: 'trust', to_account: 'option', currency_id: 3, amount: '7.5' },
    ],
    claimDeposit: both.map(({ proof }) => ({ kind: 'bank', currency_id: 3, amount: '90', proof })),
    addAddress: [
      { currency_id: 3, chain: 'ERC20', address: ETH_ADDRESS_3, fund_password: FUND_PASSWORD },
    ].map((fields) => ({ ...fields, code: `${CODE}withdraw_address` })),
    withdraw: both.flatMap(({ address, card }) => [
      { ...out, address_id: address },
      { currency_id: 3, card_id: card, amount: '120', fund_password: FUND_PASSWORD },
    ]),
    cancelWithdrawal: both.map(({ withdrawal }) => ({ id: withdrawal })),
    saveBankCard: [{ ...cardFields('a third'), code: `${CODE}withdraw_address` }],
    buyHosting: [{ product_id: 1, amount: '100', agreed: 'true' }],
    redeemHosting: both.map(({ hosting }) => ({ id: hosting })),
    subscribe: [{ offering_id: 1, amount: '1' }],
    steps: [{ after: 1, limit: 5 }],
    portfolio: [{ days: 30, time_zone: 'Asia/Tokyo' }],
    statement: [{ from: '2027-01-01', to: '2027-01-15', time_zone: 'Asia/Tokyo' }],
    exportOwn: [{ what: 'orders', from: '2027-01-01', to: '2027-01-15', time_zone: 'Asia/Tokyo' }],
    taxReport: [{ ...TAX, stated: [{ entry_id: 1, cost: '1', acquired: '2026-01-01' }] }],
    taxLines: [{ ...TAX, figure: 'gains' }],
    taxFile: [{ ...TAX, format: 'beancount' }],
    depositCosts: [{}],
    saveDepositCosts: [
      { put: [{ entry_id: 1, cost: '1', currency: 'USDT', acquired: '2026-01-01' }], remove: [2] },
    ],
    createRecurringPlan: [
      { client_plan_id: 'again', symbol: 'BTC/USDT', amount: '5', month_day: 31, minute: 540 },
      { client_plan_id: 'mine', symbol: 'BTC/USDT', amount: '5', weekdays: '1,7', minute: 0 },
    ],
    createSubAccount: [{ name: 'Fuzz' }],
    createAccountShare: [
      { email: 'adviser@example.com', accounts: [1], until: 1_815_000_000_000, password: PASSWORD },
    ],
    endAccountShare: [{ id: 1 }],
    moveSubAccount: [{ id: 268_435_457, direction: 'in', currency_id: 3, amount: '1' }],
    appealHold: [{ id: 1, text: 'It is my own.' }],
    createAlert: [{ symbol: 'BTC/USDT', price: '130', direction: 'above' }],
    saveDrawings: [
      {
        symbol: 'BTC/USDT',
        put: [
          { id: 'level', tool: 'horizontal', points: [{ time: 60_000, price: '99.5' }] },
          { id: 'words', tool: 'text', points: [{ time: 0, price: '1' }], text: 'here' },
        ],
        remove: ['gone'],
      },
    ],
    sendChat: [{ client_message_id: 'again', text: 'Is anybody there?' }],
  };
}

const TAX = { year: 2027, method: 'fifo', currency: 'USDT', time_zone: 'Asia/Tokyo' };

async function operatorsExamples({ belonging, server, tokenOf, users }: World): Promise<Examples> {
  const owner = { token: tokenOf('owner') };
  const both = [belonging.ann, belonging.ben];
  const [chains, settings, futures, options, hosting, offerings, referral, markets, paid] =
    await Promise.all([
      server.data('chainTerms', {}, owner),
      server.data('custodySettings', {}, owner),
      server.data('operatorFutures', {}, owner),
      server.data('operatorOptions', {}, owner),
      server.data('operatorHosting', {}, owner),
      server.data('operatorOfferings', {}, owner),
      server.data('operatorReferral', {}, owner),
      server.data('operatorMarkets', {}, owner),
      server.data('operatorWithdrawals', {}, owner),
    ]);
  const people = [users.ann, users.ben].map(({ userId }) => ({ id: userId }));
  const decisions = ['passed', 'rejected'].map((decision) => ({ decision, reason }));
  const decide = (id: number) => decisions.map((each) => ({ ...each, id }));
  const office = { name: 'Harbour', country: 'TH', address: '1 Quay' };
  const days = [{ day: 1, from: '09:00', to: '18:00' }];
  return {
    operatorLogin: [{ name: 'owner', password: OWNER_PASSWORD }],
    operatorPassword: [
      {
        old_password: OPERATOR_PASSWORD,
        password: 'another long one',
        password_confirmation: 'another long one',
      },
    ],
    operatorSaveMarket: markets.map((each) => ({ ...each })),
    saveChainTerms: chains.map((each) => ({ ...each })),
    saveCustodySettings: [
      {
        daily_value_basic: settings.daily_value_basic,
        daily_value_advanced: settings.daily_value_advanced,
        daily_count: settings.daily_count,
        vip_volume: settings.vip_volume,
      },
    ],
    operatorSaveFutures: futures.map((terms) => ({ terms, reason })),
    operatorSaveOptions: options.markets.map((terms) => ({ terms, reason })),
    operatorSaveOptionCurrency: options.currencies.map((terms) => ({ terms, reason })),
    operatorSaveHosting: hosting.products.map(({ hosting: _sum, orders: _count, ...terms }) => ({
      terms,
      reason,
    })),
    operatorSaveOffering: offerings.map(
      ({ status, sold, under_review, proceeds, supply, subscriptions, ...terms }) => ({
        terms,
        reason,
      }),
    ),
    operatorSaveReferral: [{ terms: { levels: referral.levels }, reason }],
    operatorUser: people,
    verificationDetail: [{ id: 1 }, { id: 2 }],
    revealUser: people.map((each) => ({ ...each, field: 'account', reason })),
    operatorSearch: [{ text: '1' }, { text: 'a@b.example' }],
    addUserNote: people.map((each) => ({ ...each, text: reason })),
    judgeRecovery: people.map((each) => ({ ...each, recovery: 1, decision: 'rejected', reason })),
    holdWithdrawals: people.map((each) => ({ ...each, is_held: false, reason })),
    freezeUser: people.map((each) => ({ ...each, is_frozen: false, reason })),
    placeHold: [{ kind: 'withdrawal', id: 1, reason: 'hold_source', words: reason, days: 3 }],
    answerAppeal: [{ id: 1, answer: reason }],
    extendHold: [{ id: 1, days: 3, reason }],
    endHold: [{ id: 1, reason }],
    revokeVerification: [{ id: 1, reason }],
    endUserSessions: people.map((each) => ({ ...each, reason })),
    createOperator: [{ name: 'somebody.new', role: 'support' }],
    operatorLink: [{ token: 'a'.repeat(43) }],
    useOperatorLink: [
      {
        token: 'a'.repeat(43),
        password: 'a long enough one',
        password_confirmation: 'a long enough one',
      },
    ],
    operatorChat: both.map(({ chat }) => ({ id: chat })),
    decideDeposit: both.flatMap(({ claim }) => [
      { id: claim, decision: 'passed', credited: '77', reference: `bank ${claim}` },
      { id: claim, decision: 'rejected', reason },
    ]),
    decideWithdrawal: paid.list.flatMap(({ id, intent_hash }) =>
      decisions.map((each) => ({ ...each, id, intent_hash })),
    ),
    withdrawalSent: both.map(({ withdrawal }) => ({
      id: withdrawal,
      tx_id: `0x${'ab'.repeat(32)}`,
    })),
    withdrawalCard: both.map(({ withdrawal }) => ({ id: withdrawal, reason })),
    decideSubscription: both.flatMap(({ subscription }) => decide(subscription)),
    decideVerification: [1, 2, 3, 4].flatMap(decide),
    proposeEntry: [
      { currency_id: 3, amount: '1', source: 'house:capital', target: 'house:fees', reason },
    ],
    decideProposal: [1, 2, 3, 4, 5].flatMap(decide),
    proposeSend: both.map(({ withdrawal }) => ({ id: withdrawal, act: 'refund', reason })),
    takeChat: both.map(({ chat }) => ({ id: chat })),
    passChat: both.map(({ chat }) => ({ id: chat })),
    endChat: both.map(({ chat }) => ({ id: chat })),
    answerChat: both.map(({ chat }) => ({ id: chat, client_message_id: 'again', text: 'Yes' })),
    operatorReadChat: both.map(({ chat, chatMessage }) => ({ id: chat, message_id: chatMessage })),
    chatUpload: both.map(({ chat }) => ({ id: chat })),
    saveChatSettings: [{ hours: { time_zone: 'Asia/Tokyo', days } }, {}],
    saveNews: [
      { category: 'notice', published_at: 0, translations: article },
      { category: 'help', topic: 'money', published_at: 0, translations: article },
    ],
    deleteNews: [{ id: 2, reason }],
    saveLegal: [{ slug: 'terms', texts: '[{"lang":"en","title":"Terms","body":"Words"}]' }],
    saveOffice: [office, { ...office, latitude: '13.7', longitude: '100.5' }],
    deleteOffice: [{ id: 1 }],
  };
}
