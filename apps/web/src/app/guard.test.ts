import { describe, expect, test } from 'vitest';
import { carryBack, createRedirectGuard, loginTarget, mayShow, readBack } from './guard.ts';
import { findRoute } from './routes.ts';

const back = (target: string): URLSearchParams => new URLSearchParams({ back: target });

describe('redirect guard', () => {
  test('redirects once, then not again within a second', () => {
    let now = 5_000;
    const guard = createRedirectGuard(() => now);
    expect(guard.tryRedirect()).toBe(true);
    expect(guard.tryRedirect()).toBe(false);
    now += 999;
    expect(guard.tryRedirect()).toBe(false);
    now += 1;
    expect(guard.tryRedirect()).toBe(true);
  });

  test('a blocked attempt does not lengthen the block', () => {
    let now = 0;
    const guard = createRedirectGuard(() => now);
    guard.tryRedirect();
    now = 900;
    guard.tryRedirect();
    now = 1_000;
    expect(guard.tryRedirect()).toBe(true);
  });

  test('a guest sees markets and not assets', () => {
    const [markets, assets] = [findRoute('pages/trade/index'), findRoute('pages/assets/index')];
    expect(markets && mayShow(markets, false)).toBe(true);
    expect(assets && mayShow(assets, false)).toBe(false);
    expect(assets && mayShow(assets, true)).toBe(true);
  });
});

describe('login target', () => {
  test('carries the whole target with its query, page type 1', () => {
    const target = loginTarget('/pages/trade/orders?symbol=BTC/USDT&status=waiting');
    const query = new URLSearchParams(target.split('?')[1]);
    expect(target).toMatch(/^\/pages\/user\/login\/login\?/);
    expect(query.get('back')).toBe('/pages/trade/orders?symbol=BTC/USDT&status=waiting');
    expect(query.get('back_type')).toBe('1');
  });

  test('a page of the tab bar has type 2', () => {
    expect(loginTarget('/pages/assets/index')).toContain('back_type=2');
  });

  test('login itself and unknown pages are no return targets', () => {
    expect(loginTarget('/pages/user/login/login?back=x')).toBe('/pages/user/login/login');
    expect(loginTarget('/nowhere')).toBe('/pages/user/login/login');
  });
});

describe('back', () => {
  test('a known route comes back whole', () => {
    expect(readBack(back('/pages/trade/spot?symbol=BTC/USDT'))).toEqual({
      to: '/pages/trade/spot?symbol=BTC/USDT',
      type: '1',
    });
    expect(readBack(back('pages/assets/index'))).toEqual({ to: '/pages/assets/index', type: '2' });
  });

  test.each([
    'https://evil.example/',
    '//evil.example/pages/assets/index',
    '/\\evil.example',
    'javascript:alert(1)',
    '/pages/../pages/assets/index',
    '/pages/user/login/login',
    '/nowhere',
    '',
  ])('%j goes home', (target) => {
    expect(readBack(back(target))).toEqual({ to: '/', type: '2' });
  });

  test('the type follows the route, not the address', () => {
    const query = new URLSearchParams({ back: '/pages/trade/orders', back_type: '2' });
    expect(readBack(query).type).toBe('1');
  });

  test('is carried on through the login flow, cleaned', () => {
    expect(carryBack(new URLSearchParams())).toBe('');
    expect(carryBack(back('/pages/assets/index'))).toBe(
      '?back=%2Fpages%2Fassets%2Findex&back_type=2',
    );
    expect(carryBack(back('https://evil.example'))).toBe('?back=%2F&back_type=2');
  });
});
