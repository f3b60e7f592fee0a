import { describe, expect, test } from 'vitest';
import { answerKind, type Build, filesToKeep, moduleOf } from './answers.ts';

const SCOPE = 'https://fair.example/app/';
const shell = ['index.html', 'boot.js'];
const kindOf = (path: string, { method = 'GET', mode = 'cors' } = {}) =>
  answerKind({ method, mode, url: new URL(path, SCOPE).href }, SCOPE, shell);

describe('what the worker answers', () => {
  test.each(['', 'index.html', '?utm=1'])('the page at "%s"', (path) => {
    expect(kindOf(path, { mode: 'navigate' })).toBe('page');
  });
  test('hashed files and the rest of the shell', () => {
    expect(kindOf('assets/main-1a.js')).toBe('hashed');
    expect(kindOf('boot.js')).toBe('shell');
  });
  test.each([
    'api/config',
    'api/currency/quotation_new',
    'socket.io/?EIO=4',
    'console/',
    'console/assets/main-1a.js',
    'health/ready',
    'metrics',
    'icon-512.png',
    'service-worker.js',
    'https://elsewhere.example/assets/main-1a.js',
    'https://fair.example/assets/of-another-app.js',
  ])('never %s', (path) => {
    expect(kindOf(path)).toBeUndefined();
    expect(kindOf(path, { mode: 'navigate' })).toBeUndefined();
  });
  test('nothing but what is read', () => {
    expect(kindOf('', { method: 'POST', mode: 'navigate' })).toBeUndefined();
    expect(kindOf('assets/main-1a.js', { method: 'HEAD' })).toBeUndefined();
  });
});

const build: Build = {
  version: '1',
  files: ['assets/a.js', 'assets/chart.js', 'assets/en.js', 'assets/shared.js'],
  first: [0],
  modules: { 'src/pages/chart.tsx': [1, 3], 'src/i18n/en/core.json': [2] },
  shell,
};

describe('what was visited', () => {
  test('is told by the own file of a module, not by one that others share', () => {
    expect(moduleOf(build, 'assets/chart.js')).toBe('src/pages/chart.tsx');
    expect(moduleOf(build, 'assets/shared.js')).toBeUndefined();
    expect(moduleOf(build, 'assets/of-an-older-version.js')).toBeUndefined();
  });
  test('is kept with all it is made of; what no longer exists is passed over', () => {
    expect(filesToKeep(build, ['src/pages/chart.tsx', 'src/pages/gone.tsx'])).toEqual([
      'assets/a.js',
      'assets/chart.js',
      'assets/shared.js',
    ]);
    expect(filesToKeep(build, [])).toEqual(['assets/a.js']);
  });
});
