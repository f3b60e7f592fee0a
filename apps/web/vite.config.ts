import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = process.env['FAIRLEAD_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  // Relative, so that the built app works below any path.
  base: './',
  plugins: [react(), tailwind()],
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    // The floor that Tailwind 4 and the tokens need anyway.
    target: ['chrome111', 'safari16.4', 'firefox128'],
    modulePreload: { polyfill: false },
    // tools/size.ts reads it.
    manifest: true,
    reportCompressedSize: false,
    assetsInlineLimit: 2048,
  },
  server: {
    proxy: {
      '/api': server,
      '/health': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
