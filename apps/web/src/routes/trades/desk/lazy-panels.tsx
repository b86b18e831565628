import { lazyPart } from '@vitrine/ui';
import type { OwnLineProps } from '../../../features/trade/chart/candle-chart.tsx';
import type { OpenCandleFeed } from '../../../features/trade/shared/candle-feed.ts';
import { LazyPanel } from '../../../features/trade/shared/lazy-panel.tsx';
import { fetchAhead } from '../../../ui/fetch-ahead.ts';
import { layoutOf, sizeClassOf } from './layouts.ts';
import type { PanelKind, Panels } from './panels.tsx';
import type { DeskKind } from './presets.ts';
import { currentLayout } from './use-layout.ts';

const importDepth = () => import('../../../features/trade/chart/depth-chart.tsx');
const importSimple = () => import('../../../features/trade/chart/simple-chart.tsx');
const importCoin = () => import('../../../features/trade/coin-info/coin-info.tsx');
const DepthPanel = lazyPart(() => importDepth().then((m) => m.DepthPanel));
const SimpleChart = lazyPart(() => importSimple().then((m) => m.SimpleChart));
const CoinPanel = lazyPart(() => importCoin().then((m) => m.CoinPanel));

// The panels that most desks lack, each in its own chunk.
export const depthPanel: PanelKind = {
  load: importDepth,
  render: () => (
    <LazyPanel>
      <DepthPanel />
    </LazyPanel>
  ),
};
export const coinPanel: PanelKind = {
  load: importCoin,
  render: () => (
    <LazyPanel>
      <CoinPanel />
    </LazyPanel>
  ),
};
export const simplePanel = (openFeed: OpenCandleFeed, useLines?: () => OwnLineProps): PanelKind => ({
  followsPair: true,
  load: importSimple,
  render: () => (
    <LazyPanel>
      <SimpleChart openFeed={openFeed} {...(useLines ? { useLines } : {})} />
    </LazyPanel>
  ),
});

/** Fetches the code of the desk's panels while its market loads. */
export function fetchPanelsAhead(kind: DeskKind, panels: Panels): void {
  for (const { i } of layoutOf(kind, currentLayout(kind), sizeClassOf(document.documentElement.clientWidth))) {
    const load = panels[i]?.load;
    if (load) fetchAhead(load)();
  }
}
