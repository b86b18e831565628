import react from '@vitejs/plugin-react';
import { chunks } from '@vitrine/tools/chunks';
import { classNames } from '@vitrine/tools/class-names';
import { compressBuild } from '@vitrine/tools/compress-build';
import { fillInEnglish } from '@vitrine/tools/fill-in-english';
import { defineConfig } from 'vite';

const server = process.env.VITRINE_SERVER ?? 'http://127.0.0.1:4000';

export default defineConfig({
  base: '/console/',
  plugins: [fillInEnglish(), react(), compressBuild()],
  // Components get the types of react-i18next, which know all texts, with a small implementation.
  resolve: { alias: { 'react-i18next': '@vitrine/ui/react-texts' } },
  css: { modules: classNames },
  build: {
    target: 'es2023',
    // The strict CSP does not allow fonts from `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: chunks,
  },
  server: {
    port: 5174,
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/stream': { target: server, changeOrigin: false, ws: true },
    },
  },
});
