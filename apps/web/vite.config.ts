import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileMessages } from './compile-messages.ts';
import { preloadChunks } from './preload-chunks.ts';

const server = process.env['FAIRLEAD_SERVER'] ?? 'http://127.0.0.1:8080';

/** Libraries of the first load. */
const VENDOR = [
  'react',
  'react-dom',
  'scheduler',
  'react-router',
  '@tanstack',
  'zustand',
  'use-intl',
];
/** Components of the first load: the frame, its messages, and what stands in for a page that does not load. */
const SHELL_UI = [
  ...['AppBar', 'Button', 'EmptyState', 'Icon', 'IconButton', 'LogoMark', 'Phone', 'PullToRefresh'],
  ...['Ring', 'Strip', 'TabBar', 'ToastItem', 'Toasts', 'Triangle', 'class-names', 'format'],
  ...['format-date', 'icon-paths', 'language-tag', 'overlay-loader', 'toast-store'],
];
/** Components that bring Base UI, and what articles are read with: fetched when first used. */
const LAZY_UI = ['Article', 'DialogPopup', 'OtpField', 'SheetPopup', 'markdown'];

/** Shared by some pages, needed by none of the first load. */
const LAZY_APP = [
  'main',
  'live-link',
  'upload',
  'PhotoField',
  'QrCode',
  'VerifyGate',
  'OwnCodeField',
  'use-own-code',
  'use-field-errors',
  'use-fresh-user',
  'use-copy',
];

const shell = [
  `packages/ui/src/(${SHELL_UI.join('|')})\\.`,
  `apps/web/src/(app|data)/(?!(${LAZY_APP.join('|')})\\.)`,
  'apps/web/src/i18n/\\w+\\.ts$',
];
const ui = `packages/(units|ui)/src/(?!(${LAZY_UI.join('|')})\\.)`;
/** Tests module names, whatever the platform's separator. */
const under = (...patterns: readonly string[]): RegExp =>
  new RegExp(patterns.map((pattern) => pattern.replaceAll('/', '[\\\\/]')).join('|'));

// A few files instead of a hundred small ones: fewer requests for each page, and they compress better.
const chunkGroups = [
  { name: 'vendor', test: under(`node_modules/(${VENDOR.join('|')})/`), priority: 3 },
  { name: 'shell', test: under(...shell), priority: 2 },
  { name: 'ui', test: under(ui), priority: 1 },
];

export default defineConfig({
  // Relative, so that the built app works below any path.
  base: './',
  plugins: [compileMessages(), preloadChunks(), react(), tailwind()],
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    // The floor that Tailwind 4 and the tokens need anyway.
    target: ['chrome111', 'safari16.4', 'firefox128'],
    modulePreload: { polyfill: false },
    // tools/size.ts reads it.
    manifest: true,
    reportCompressedSize: false,
    assetsInlineLimit: 2048,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    proxy: {
      '/api': server,
      '/health': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
