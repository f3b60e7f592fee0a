import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileMessages } from './compile-messages.ts';
import { compressAssets } from './compress.ts';
import { firstPaint } from './first-paint.ts';
import { messageFiles } from './message-files.ts';
import { preloadChunks } from './preload-chunks.ts';
import { buildServiceWorker } from './service-worker-build.ts';
import { trimLibraries, trimStyles } from './trim.ts';

const server = process.env['FAIRLEAD_SERVER'] ?? 'http://127.0.0.1:8080';

/** What home shows beside the frame and other pages show too, with all that it imports. */
const HOME = [
  'apps/web/src/features/markets/(MarketList|use-steady-order)\\.',
  'apps/web/src/features/(articles/use-has-news|messages/use-unread)\\.',
  'packages/ui/src/\\w+/(Banner|ErrorState|links|Logo|Money|SectionHead|Skeleton|Term)\\.',
];
/** Components that bring Base UI, and what articles are read with: fetched when first used. */
const LAZY_UI = ['Article', 'DialogPopup', 'OtpField', 'SheetPopup', 'markdown'];
/** What almost every other page needs: the rest of the components, and how something is sent. */
const PAGES = [
  `packages/(units|ui)/src/(?!(\\w+/)?(${LAZY_UI.join('|')})\\.)`,
  'packages/calls/src/',
  'apps/web/src/app/parts/(SearchField|use-kept)\\.',
];

/** Parts that pages of markets share: a file each would be twenty requests before a ticket, six at a time. */
const TRADING = [
  'apps/web/src/app/desk/(LazyTerminal|shortcuts)\\.',
  'apps/web/src/app/parts/(ActingNote|MarketGate|RowsTerm|SortedNote|StalePrice|UpcomingTerms|match-pairs|use-whole)\\.',
  'apps/web/src/data/(ticket-check|ticket-wish|use-ticket-flow)\\.',
  'apps/web/src/data/live/(live-index|use-server-time)\\.',
  'apps/web/src/data/markets/(market-rules|products|read-symbol|use-freshness)\\.',
];
/** What the spot ticket and its sheets share. */
const TICKET = [
  'apps/web/src/features/order-ticket/[\\w-]+\\.ts$',
  'apps/web/src/data/markets/least-display\\.',
];
/** What the lists below it and the page of orders share. */
const ORDERS = [
  'apps/web/src/features/orders/(LazyCancelConfirm|LazyOrderDetail|OrderList|OrderRow|cancel-all|order-figures|use-cancel-orders)\\.',
  'apps/web/src/features/orders/(amend/LazyAmend|lists/LazyLists|triggers/LazyTriggers|triggers/use-triggers)\\.',
];
/** What futures and options share. */
const CONTRACTS = [
  'apps/web/src/features/contracts/',
  'apps/web/src/app/parts/(MarketPane|PairSheet)\\.',
  'apps/web/src/data/markets/use-contract\\.',
];

/** Pages have names of their own, so that what loads them can be told from what they load. */
const PAGE_CHUNK = 'assets/page-';
/** Tests module names, whatever the platform's separator. */
const under = (...patterns: readonly string[]): RegExp =>
  new RegExp(patterns.map((pattern) => pattern.replaceAll('/', '[\\\\/]')).join('|'));

export default defineConfig({
  // Relative, so that the built app works below any path.
  base: './',
  plugins: [
    messageFiles(),
    compileMessages(),
    trimLibraries(),
    preloadChunks(),
    firstPaint(),
    react(),
    tailwind(),
    trimStyles(),
    buildServiceWorker(),
    compressAssets(),
  ],
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    // The floor that Tailwind 4 and the tokens need anyway.
    target: ['chrome111', 'safari16.4', 'firefox128'],
    modulePreload: {
      polyfill: false,
      // What a page needs stands in index.html already (preload-chunks.ts): no second list in the first load.
      resolveDependencies: (file, needed) => (file.startsWith(PAGE_CHUNK) ? [] : needed),
    },
    // tools/size.ts reads it.
    manifest: true,
    reportCompressedSize: false,
    assetsInlineLimit: 2048,
    rolldownOptions: {
      output: {
        // A few files instead of a hundred small ones: fewer requests for each page, and they compress better. What
        // the entry imports is the first load; what only pages use stays out of it.
        codeSplitting: {
          groups: [
            { name: 'vendor', tags: ['$initial'], test: under('node_modules/'), priority: 4 },
            {
              name: 'shell',
              tags: ['$initial'],
              test: under('apps/web/src/(?!app/main\\.)', 'packages/'),
              priority: 3,
            },
            { name: 'home', test: under(...HOME), priority: 2 },
            { name: 'pages', test: under(...PAGES), priority: 1 },
            { name: 'formula', test: under('packages/formula/src/(?!tax/)'), priority: 2 },
            { name: 'trading', test: under(...TRADING), priority: 1 },
            { name: 'ticket', test: under(...TICKET), priority: 1 },
            { name: 'orders', test: under(...ORDERS), priority: 1 },
            { name: 'contracts', test: under(...CONTRACTS), priority: 1 },
          ],
        },
        chunkFileNames: ({ facadeModuleId }) =>
          under('apps/web/src/pages/').test(facadeModuleId ?? '')
            ? `${PAGE_CHUNK}[name]-[hash].js`
            : 'assets/[name]-[hash].js',
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/health': server,
      // What wears the brand is made by the server.
      '^/(brand\\.css|icon|screens/)': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
