/**
 * Writes into index.html what can be seen before any code is there: strip, bar, tab bar, and a guest's home. boot.js puts its
 * words in and takes away what the address and this browser's session do not show; the first render of the app takes its place.
 * first-paint.test.tsx holds it to what the components draw.
 */
import { LANGUAGES, type Language, plainTag } from '@fairlead/contract/constants';
import type { Plugin } from 'vite';
import { type IconName, iconPaths } from '../../packages/ui/src/marks/icon-paths.ts';
import { type Messages, readMessages } from './message-files.ts';
import { routes, tabs } from './src/app/routes.ts';

const icon = (name: IconName, size = 20): string =>
  `<svg class="fl-icon" data-size="${size}" viewBox="0 0 24 24" aria-hidden="true"><path d="${iconPaths[name]}"></path></svg>`;
const text = (key: string): string => `<span data-text="${key}"></span>`;
const iconLink = (name: IconName, href: string, label: string): string =>
  `<a href="#/${href}" class="fl-iconbtn" data-label="${label}">${icon(name)}</a>`;
const button = (variant: string, href: string, label: string): string =>
  `<a class="fl-btn" data-variant="${variant}" data-size="48" href="#/${href}" data-text="${label}"></a>`;

/** `data-when` names what must hold; `data-text` and `data-label` are keys of the texts of `core`, or what boot.js knows. */
export function firstMarkup(): string {
  const title = 'flex min-w-0 flex-1 items-center';
  const links = [
    iconLink('search', 'pages/trade/index?search=1', 'home.searchMarkets'),
    iconLink('alert', 'pages/notice/index', 'home.notices'),
    iconLink('person', 'pages/settings/index', 'home.account'),
  ];
  const bars = [
    `<header class="fl-appbar" data-when="home"><div class="${title}"><span class="fl-logo"><span class="fl-logo-mark" aria-hidden="true"></span><span class="truncate" data-text="name"></span></span></div>${links.join('')}</header>`,
    `<header class="fl-appbar" data-sub="" data-when="spot"><span class="fl-iconbtn">${icon('back')}</span><div class="${title}"><span class="fl-pair"><span>${text('base')}<span class="font-medium text-muted" data-text="quote"></span></span>${icon('chevronDown')}</span></div></header>`,
    `<header class="fl-appbar" data-when="other"></header>`,
  ];
  const hero = `<section class="gutter pt-2 pb-3"><h1 class="max-w-[16em] text-28 font-strong text-balance" data-text="home.promise"></h1><p class="mt-2 text-secondary" data-text="home.promiseDetail"></p><div class="mt-4 grid grid-cols-[3fr_2fr] gap-2">${button('main', 'pages/user/login/choose', 'common.createAccount')}${button('quiet', 'pages/user/login/login', 'common.logIn')}</div></section>`;
  const items = tabs.map(({ path, icon: name, label }) => {
    const lit = routes.filter(
      (entry) => entry.kind === 'tab' && (entry.behind ?? entry.path) === path,
    );
    const pages = lit.map((entry) => entry.path || 'pages/index/index').join(' ');
    const user = lit.some(({ access }) => access === 'user') ? ' data-user=""' : '';
    return `<a href="#/${path}" data-pages="${pages}"${user}>${icon(name)}${text(`common.tab.${label}`)}</a>`;
  });
  return [
    `<template id="first"><div class="fl-phone" data-first="">`,
    `<section data-label="common.status" data-when="strip"><div class="fl-strip" data-kind="demo" role="note">${icon('info', 14)}${text('strip')}</div></section>`,
    `<div class="fl-topbar" data-when="desk"></div>`,
    `<div data-when="phone">${bars.join('')}<main data-when="home guest">${hero}</main></div>`,
    `<nav class="fl-tabbar" data-label="common.navigation" data-when="phone tab">${items.join('')}</nav>`,
    `</div></template>`,
  ].join('');
}

/** What the strip may say (packages/contract, Config): which of them is the server's to know. */
const STRIPS = [
  'common.demo.simulated',
  'common.demo.replay',
  'common.demo.live',
  'common.sandbox',
];

function said(messages: Messages, key: string): string {
  const found = key
    .split('.')
    .reduce<Messages | string | undefined>(
      (at, name) => (typeof at === 'object' ? at[name] : undefined),
      messages,
    );
  if (typeof found !== 'string' || found.includes('{')) throw new Error(`no plain text ${key}`);
  return found;
}

/** Each key's text by language. */
export function firstTexts(): Readonly<Record<string, Readonly<Record<Language, string>>>> {
  const keys = [...firstMarkup().matchAll(/data-(?:text|label)="(\w+\.[\w.]+)"/g)].map(
    ([, key = '']) => key,
  );
  const languages = LANGUAGES.map(
    (language) => [language, readMessages(plainTag(language), 'core')] as const,
  );
  return Object.fromEntries(
    [...new Set([...keys, ...STRIPS])].map((key) => [
      key,
      Object.fromEntries(languages.map(([language, messages]) => [language, said(messages, key)])),
    ]),
  ) as Readonly<Record<string, Readonly<Record<Language, string>>>>;
}

export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: (html) => ({
      html: html.replace('<noscript>', () => `${firstMarkup()}\n    <noscript>`),
      tags: [
        {
          tag: 'meta',
          attrs: { name: 'first', content: JSON.stringify(firstTexts()) },
          injectTo: 'head-prepend',
        },
      ],
    }),
  };
}
