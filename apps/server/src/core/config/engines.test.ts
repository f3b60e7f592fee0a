import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { databasesOf } from './engines.ts';

const url = (name: string) => `postgres://fairlead@127.0.0.1/${name}`;
const FOUR = {
  ENGINES: '4',
  DATABASE_URL: url('spot'),
  DATABASE_URL_FUTURES: url('futures'),
  DATABASE_URL_OPTIONS: url('options'),
  DATABASE_URL_WEALTH: url('wealth'),
  DATABASE_URL_REPORTS: url('reports'),
};

test('one engine is everything unless it is said', () => {
  expect(loadConfig({}).engines).toBeUndefined();
  expect(() => loadConfig({ DATABASE_URL_FUTURES: url('futures') })).toThrow(
    /DATABASE_URL_FUTURES.*belongs to ENGINES=4/,
  );
  expect(() => loadConfig({ ENGINE: 'futures' })).toThrow(/^ENGINE.*belongs to ENGINES=4/);
});

test('four have a database each, and one process runs all of them', () => {
  const config = loadConfig(FOUR);
  expect(config.engines?.own).toEqual(['spot', 'futures', 'options', 'wealth']);
  expect(databasesOf(config).map(({ name, databaseUrl }) => [name, databaseUrl])).toEqual([
    ['spot', url('spot')],
    ['futures', url('futures')],
    ['options', url('options')],
    ['wealth', url('wealth')],
  ]);
});

test.each(Object.keys(FOUR).filter((name) => name !== 'ENGINES'))('%s must be there', (name) => {
  const { [name as keyof typeof FOUR]: _, ...rest } = FOUR;
  expect(() => loadConfig(rest)).toThrow(new RegExp(`^${name}\\b.*must be set with ENGINES=4`));
});

test('no two share one', () => {
  expect(() => loadConfig({ ...FOUR, DATABASE_URL_WEALTH: url('options') })).toThrow(
    /DATABASE_URL_WEALTH.*is the database of DATABASE_URL_OPTIONS/,
  );
});

test('a process of one engine runs that one, a gateway none', () => {
  const processes = { ...FOUR, REDIS_URL: 'redis://127.0.0.1' };
  const own = (given: object) => loadConfig({ ...processes, ...given }).engines?.own;
  expect(own({ ROLE: 'engine', ENGINE: 'futures' })).toEqual(['futures']);
  expect(own({ ROLE: 'engine' })).toHaveLength(4);
  expect(own({ ROLE: 'gateway' })).toEqual([]);
  expect(() => own({ ROLE: 'gateway', ENGINE: 'futures' })).toThrow('belongs to ROLE=engine');
});
