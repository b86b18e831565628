import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { splitLibrary } from './chart-library.ts';
import { repositoryRoot } from './repository.ts';

const source = readFileSync(join(repositoryRoot, 'node_modules/klinecharts/dist/index.esm.js'), 'utf8');

interface Library {
  readonly getSupportedIndicators: () => string[];
  readonly getSupportedOverlays: () => string[];
}
interface Part {
  readonly templates: readonly { readonly name: string; readonly calc?: Calculate }[];
}
type Calculate = (candles: readonly object[], indicator: object) => object[];

let folder: string;
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text.replace("from 'klinecharts'", "from './library.mjs'"));
  return join(folder, name);
};
beforeAll(() => {
  // The library reads the name of the browser when it is loaded.
  vi.stubGlobal('window', { navigator: { userAgent: '' } });
  folder = mkdtempSync(join(tmpdir(), 'vitrine-chart-'));
});
afterAll(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

test('the library and its parts together have all indicators and drawings, none twice', async () => {
  const { library, modules } = splitLibrary(source);
  const whole = (await import(write('whole.mjs', source))) as Library;
  const small = (await import(write('library.mjs', library))) as Library;
  const indicators = (await import(write('indicators.mjs', modules['klinecharts/indicators']))) as Part;
  const overlays = (await import(write('overlays.mjs', modules['klinecharts/overlays']))) as Part;
  const names = ({ templates }: Part) => templates.map(({ name }) => name);
  expect(small.getSupportedIndicators()).toEqual(['MA', 'VOL']);
  expect(small.getSupportedOverlays()).toEqual([]);
  expect(['MA', 'VOL', ...names(indicators)].sort()).toEqual(whole.getSupportedIndicators().sort());
  expect(names(overlays)).toEqual(whole.getSupportedOverlays());
});

test('an indicator that was moved calculates with the functions of the library', async () => {
  const { library, modules } = splitLibrary(source);
  write('library.mjs', library);
  const { templates } = (await import(write('indicators.mjs', modules['klinecharts/indicators']))) as Part;
  const candles = [3, 5, 4, 6].map((close) => ({ open: close, high: close + 1, low: close - 1, close, volume: 1 }));
  const figures = ['wr1', 'wr2', 'wr3'].map((key) => ({ key }));
  const ratios = templates.find(({ name }) => name === 'WR')?.calc?.(candles, { calcParams: [2], figures });
  // 100 × (close − highest) ÷ (highest − lowest), of two candles each.
  expect(ratios).toEqual([{}, { wr1: -25 }, { wr1: -66.66666666666666 }, { wr1: -25 }]);
});

test('a library in which a list is missing stops the build', () => {
  expect(() => splitLibrary(source.replace('var extensions$2 = [', 'var more = ['))).toThrow(
    'has no list extensions$2',
  );
});
