/**
 * Method and path of every route, without its schemas: what a browser needs to call it. Kept by hand; a test
 * holds it equal to the catalogue. Nothing here may import a schema, so that no bundle carries the schema library.
 */
import type { RouteName } from './catalogue.ts';

/** `money` marks a route that needs an idempotency-key. */
export type RoutePath = readonly [method: 'GET' | 'POST' | 'PUT', path: string, money?: 'money'];

export const ROUTE_PATHS = {
  setLang: ['POST', 'set/lang'],
  getLang: ['POST', 'get/lang'],
  areaCode: ['POST', 'area_code'],
  smsSend: ['POST', 'sms_send'],
  smsMail: ['POST', 'sms_mail'],
  smsOtherMail: ['POST', 'set/sms_other_mail'],
  register: ['POST', 'user/register'],
  login: ['POST', 'user/login'],
  logout: ['POST', 'user/logout'],
  checkMobile: ['POST', 'user/check_mobile'],
  checkEmail: ['POST', 'user/check_email'],
  forget: ['POST', 'user/forget'],
  center: ['GET', 'user/center'],
  center2: ['GET', 'user/center2'],
  changePassword: ['POST', 'user/e_pwd'],
  sessions: ['GET', 'user/sessions'],
  endSession: ['POST', 'user/end_session'],
  quotations: ['GET', 'currency/quotation_new'],
  candles: ['GET', 'currency/new_timeshar'],
  deal: ['GET', 'currency/deal'],
  currencies: ['GET', 'currency/user_currency_list'],
  newsList: ['POST', 'news/list'],
  newsDetail: ['POST', 'news/detail'],
  placeOrder: ['POST', 'coin/trade', 'money'],
  cancelOrder: ['PUT', 'coin/trade', 'money'],
  orders: ['GET', 'coin/list'],
  wallet: ['POST', 'wallet/list'],
  walletDetail: ['POST', 'wallet/detail'],
  records: ['POST', 'wallet/legal_log'],
  transfer: ['POST', 'wallet/change', 'money'],
  transfers: ['GET', 'wallet/hzhistory'],
  config: ['GET', 'config'],
  inbox: ['POST', 'dev/inbox'],
  faucet: ['POST', 'dev/faucet', 'money'],
  customerUrl: ['POST', 'set/get_customer_url'],
  operatorLogin: ['POST', 'operator/login'],
  operatorLogout: ['POST', 'operator/logout'],
  operatorCurrencies: ['GET', 'operator/currencies'],
  operatorSaveCurrency: ['POST', 'operator/currencies/save'],
  operatorMarkets: ['GET', 'operator/markets'],
  operatorSaveMarket: ['POST', 'operator/markets/save'],
  operatorHalt: ['POST', 'operator/markets/state'],
} as const satisfies Readonly<Record<RouteName, RoutePath>>;
