import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileMessages } from './compile-messages.ts';

const server = process.env['FAIRLEAD_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  // Relative, so that the built app works below any path.
  base: './',
  plugins: [compileMessages(), react(), tailwind()],
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    // The floor that Tailwind 4 and the tokens need anyway.
    target: ['chrome111', 'safari16.4', 'firefox128'],
    modulePreload: { polyfill: false },
    // tools/size.ts reads it.
    manifest: true,
    reportCompressedSize: false,
    assetsInlineLimit: 2048,
    rolldownOptions: {
      output: {
        // What every visit needs is two files, not fifteen: fewer requests, and they compress better.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|zustand|use-intl)[\\/]/,
            },
            { name: 'shell', test: /apps[\\/]web[\\/]src[\\/](app|data)[\\/](?!main\.|live-link)/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/health': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
