/** What a key's owner has, pays and traded; and the currencies of the exchange. */

import { amountMinor, divCeil, maximum } from '@fairlead/units';
import { amountText, rateText } from '../../core/http/figures.ts';
import { currencyInfo } from '../../custody/index.ts';
import { balancesOf } from '../../ledger/index.ts';
import type { MarketTerms } from '../../market/index.ts';
import { ownTrades, tradeIdAtTime } from '../../spot/index.ts';
import { listIdsOf } from '../bot-queries.ts';
import type { KeyedCall, KeyedEndpoint } from './endpoint.ts';
import { BinanceError } from './errors.ts';
import { ROWS_DEFAULT, ROWS_MAX } from './limits.ts';
import type { BinanceNeeds } from './needs.ts';
import { listedTrade } from './order-view.ts';
import type { Parameters } from './parameters.ts';
import { listedMarkets, marketNamed, symbolOf } from './symbols.ts';

const ZERO = '0.00000000';

export function accountEndpoints(context: BinanceNeeds): KeyedEndpoint[] {
  const { terms } = context;
  const market = (parameters: Parameters) => marketNamed(terms, parameters.required('symbol'));
  const read = { method: 'GET', security: 'read' } as const;
  return [
    {
      ...read,
      path: 'api/v3/account',
      socketMethod: 'account.status',
      besidesOnSocket: (result) => ({ assets: assetsOf(result as { balances: Balance[] }) }),
      weight: 20,
      run: (call) => account(context, call),
    },
    {
      ...read,
      path: 'api/v3/account/commission',
      socketMethod: 'account.commission',
      weight: 20,
      run: ({ parameters }) => commission(market(parameters)),
    },
    {
      ...read,
      path: 'api/v3/myTrades',
      socketMethod: 'myTrades',
      weight: 20,
      run: (call) => myTrades(context, market(call.parameters), call),
    },
    {
      ...read,
      path: 'sapi/v1/asset/tradeFee',
      weight: 1,
      run: ({ parameters }) => {
        const name = parameters.text('symbol');
        const asked = name === undefined ? listedMarkets(terms) : [marketNamed(terms, name)];
        return asked.map((each) => ({
          symbol: symbolOf(each),
          makerCommission: rateText(each.makerFeePpm),
          takerCommission: rateText(each.takerFeePpm),
        }));
      },
    },
    {
      ...read,
      path: 'sapi/v1/account/apiRestrictions',
      weight: 1,
      run: ({ key }) => ({
        enableReading: true,
        enableSpotAndMarginTrading: key.canTrade,
        enableWithdrawals: false,
        enableInternalTransfer: false,
        enableMargin: false,
        enableFutures: false,
        permitsUniversalTransfer: false,
      }),
    },
    {
      ...read,
      path: 'sapi/v1/capital/config/getall',
      weight: 10,
      run: (call) => currencies(context, call),
    },
  ];
}

/** Free and locked of the coin account, the only one that trades here. */
async function coins({ reads, terms }: BinanceNeeds, userId: number) {
  const rows = (await balancesOf(reads, userId)).filter(({ account }) => account === 'coin');
  const byCurrency = new Map(rows.map((row) => [row.currencyId, row]));
  return terms.currencies().map((currency) => {
    const row = byCurrency.get(currency.currencyId);
    const frozen = row?.frozen ?? amountMinor(0n);
    const free = (row?.total ?? amountMinor(0n)) - frozen;
    return {
      currency,
      isEmpty: free === 0n && frozen === 0n,
      asset: currency.name,
      free: amountText(free, currency),
      locked: amountText(frozen, currency),
    };
  });
}

async function account(
  context: BinanceNeeds,
  { parameters, key, nowMs }: KeyedCall,
): Promise<object> {
  const omitsZero = parameters.flag('omitZeroBalances') ?? false;
  const held = await coins(context, key.userId);
  const rates = listedMarkets(context.terms);
  // Fees are the market's; an account's are the highest of them.
  const highest = (field: 'makerFeePpm' | 'takerFeePpm') =>
    rates.map((each): bigint => each[field]).reduce(maximum, 0n);
  const [maker, taker] = [highest('makerFeePpm'), highest('takerFeePpm')];
  return {
    makerCommission: basisPoints(maker),
    takerCommission: basisPoints(taker),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: { maker: rateText(maker), taker: rateText(taker), buyer: ZERO, seller: ZERO },
    canTrade: key.canTrade,
    canWithdraw: false,
    canDeposit: false,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: nowMs,
    accountType: 'SPOT',
    balances: held
      .filter(({ isEmpty }) => !(omitsZero && isEmpty))
      .map(({ asset, free, locked }) => ({ asset, free, locked })),
    permissions: ['SPOT'],
    uid: key.userId,
  };
}

interface Balance {
  readonly asset: string;
  readonly free: string;
  readonly locked: string;
}

/**
 * The same balances by the words that futures' accounts have: ccxt reads a spot account's answer over the WebSocket API as one of
 * those.
 */
const assetsOf = ({ balances }: { readonly balances: readonly Balance[] }): object[] =>
  balances.map(({ asset, free, locked }) => ({
    asset,
    availableBalance: free,
    initialMargin: locked,
  }));

/** Of parts per million, rounded up: nobody pays more than is shown. */
const basisPoints = (ratePpm: bigint): number => Number(divCeil(ratePpm, 100n));

const commission = (market: MarketTerms): object => {
  const none = { maker: ZERO, taker: ZERO, buyer: ZERO, seller: ZERO };
  const { makerFeePpm, takerFeePpm } = market;
  return {
    symbol: symbolOf(market),
    standardCommission: { ...none, maker: rateText(makerFeePpm), taker: rateText(takerFeePpm) },
    specialCommission: none,
    taxCommission: none,
    discount: {
      enabledForAccount: false,
      enabledForSymbol: false,
      discountAsset: '',
      discount: ZERO,
    },
  };
};

async function myTrades(
  { reads, terms }: BinanceNeeds,
  { marketId, baseCurrencyId }: MarketTerms,
  { parameters, key }: KeyedCall,
): Promise<object[]> {
  const orderId = parameters.integer('orderId');
  const fromId = parameters.integer('fromId');
  const [fromMs, toMs] = [parameters.time('startTime'), parameters.time('endTime')];
  if (fromId !== undefined && (fromMs !== undefined || toMs !== undefined))
    throw new BinanceError(-1128, 'Combination of optional parameters invalid.');
  const firstId =
    fromId ?? (fromMs === undefined ? undefined : await tradeIdAtTime(reads, marketId, fromMs));
  const beforeId = toMs === undefined ? undefined : await tradeIdAtTime(reads, marketId, toMs + 1);
  const rows = await ownTrades(reads, {
    owner: key.userId,
    marketId,
    baseCurrencyId,
    ...(firstId !== undefined && { fromId: firstId }),
    ...(beforeId !== undefined && { beforeId }),
    ...(orderId !== undefined && { orderId }),
    limit: parameters.count('limit', { fallback: ROWS_DEFAULT, max: ROWS_MAX }),
    which: firstId === undefined ? 'last' : 'first',
  });
  const owner = key.userId;
  const ids = rows.map((row) => (row.makerOwner === owner ? row.makerOrderId : row.takerOrderId));
  const listIds = rows.length === 0 ? new Map() : await listIdsOf(reads, owner, ids);
  return rows.map((row) => listedTrade(row, terms, { owner, listIds }));
}

/** Binance's names of the networks we have. */
const NETWORKS = { TRC20: 'TRX', ERC20: 'ETH', OMNI: 'BTC' } as const;

/** Currencies with what of them the owner has. No key takes any of it out. */
async function currencies(context: BinanceNeeds, { key }: KeyedCall): Promise<object[]> {
  const { custodyTerms, chains } = context;
  return (await coins(context, key.userId)).map(({ currency, free, locked }) => {
    const info = currencyInfo(currency, custodyTerms, (chain, id) =>
      chains.confirmationsNeeded(chain, id),
    );
    const networks = info.chains.flatMap((way) => {
      const network = (NETWORKS as Readonly<Record<string, string>>)[way.chain];
      const open = custodyTerms
        .chainsOf(currency.currencyId)
        .find(({ chain }) => chain === way.chain);
      return network === undefined || open === undefined ? [] : [{ ...way, network, open }];
    });
    return {
      coin: currency.name,
      name: currency.fullName,
      depositAllEnable: info.deposit,
      withdrawAllEnable: info.withdraw,
      free,
      locked,
      ...{ freeze: '0', withdrawing: '0', ipoing: '0', ipoable: '0', storage: '0' },
      isLegalMoney: false,
      trading: currency.isEnabled,
      networkList: networks.map(({ network, open, ...way }, at) => ({
        network,
        coin: currency.name,
        name: way.chain,
        isDefault: at === 0,
        depositEnable: currency.isEnabled && open.isDepositOpen,
        withdrawEnable: currency.isEnabled && open.isWithdrawOpen,
        withdrawFee: way.withdraw_fee,
        withdrawMin: way.min_withdraw,
        depositDust: way.min_deposit,
        withdrawIntegerMultiple: amountText(1n, currency),
        minConfirm: way.confirmations,
        unLockConfirm: 0,
      })),
    };
  });
}
