import { create } from 'zustand';

export type ChartTab = 'chart' | 'depth' | 'about';

/** What a panel of the trade page shows at another panel's request. */
export const usePageView = create<{ readonly chartTab: ChartTab; readonly showChartTab: (tab: ChartTab) => void }>(
  (set) => ({ chartTab: 'chart', showChartTab: (chartTab) => set({ chartTab }) }),
);
