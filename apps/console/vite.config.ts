import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '../web/compress.ts';

const server = process.env['FAIRLEAD_SERVER'] ?? 'http://127.0.0.1:8080';

/** Tests module names, whatever the platform's separator. */
const under = (...patterns: readonly string[]): RegExp =>
  new RegExp(patterns.map((pattern) => pattern.replaceAll('/', '[\\\\/]')).join('|'));

/** Components that bring Base UI: fetched when first used. */
const LAZY_UI = 'DialogPopup|OtpField|SheetPopup';

export default defineConfig({
  // Relative, so that the built console works below any path.
  base: './',
  plugins: [react(), tailwind(), compressAssets()],
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    target: ['chrome111', 'safari16.4', 'firefox128'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 2048,
    rolldownOptions: {
      output: {
        // A few files instead of a hundred small ones.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: under(
                'node_modules/(react|react-dom|scheduler|react-router|@tanstack|zustand)/',
              ),
              priority: 3,
            },
            {
              name: 'ui',
              test: under(`packages/(units|ui)/src/(?!(\\w+/)?(${LAZY_UI})\\.)`),
              priority: 2,
            },
            {
              name: 'shell',
              test: under('apps/console/src/(app|books|data|lists|parts)/'),
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5174,
    proxy: { '/api': server, '/health': server, '^/(brand\\.css|icon)': server },
  },
});
