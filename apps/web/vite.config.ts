import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { chartLibrary } from '@vitrine/tools/chart-library';
import { chunks } from '@vitrine/tools/chunks';
import { classNames } from '@vitrine/tools/class-names';
import { compressBuild } from '@vitrine/tools/compress-build';
import { fillInEnglish } from '@vitrine/tools/fill-in-english';
import { defineConfig, type Plugin } from 'vite';
import { prerender } from './prerender.ts';

const server = process.env.VITRINE_SERVER ?? 'http://127.0.0.1:4000';
const proxied = { target: server, changeOrigin: false };

const css = { modules: classNames };

export default defineConfig({
  plugins: [
    fillInEnglish(),
    react(),
    chartLibrary(),
    coinMarks(),
    prerender({ plugins: [fillInEnglish(), react()], css }),
    compressBuild(),
  ],
  // Components get the types of react-i18next, which know all texts, with a small implementation.
  resolve: { alias: { 'react-i18next': '@vitrine/ui/react-texts' } },
  css,
  build: {
    target: 'es2023',
    manifest: true,
    // The strict CSP does not allow fonts from `data:` URLs, and coin icons are fetched only when they come into view.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { ...chunks, input: ['index.html', 'front.html'] },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': proxied,
      '/sandbox': proxied,
      '/docs': proxied,
      '/coins': proxied,
      '/stream': { ...proxied, ws: true },
    },
  },
});

/**
 * The server's responses contain URLs of coin icons, such as /coins/btc.svg. This plugin adds the app's icons to the
 * build under those names.
 */
function coinMarks(): Plugin {
  const folder = join(import.meta.dirname, '../../packages/ui/src/coin-icon/icons');
  return {
    name: 'coin-marks',
    apply: 'build',
    generateBundle() {
      for (const name of readdirSync(folder))
        this.emitFile({ type: 'asset', fileName: `coins/${name}`, source: readFileSync(join(folder, name)) });
    },
  };
}
