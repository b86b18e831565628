import { create } from 'zustand';

export type ChartTab = 'chart' | 'depth' | 'about';

interface PageView {
  readonly chartTab: ChartTab;
  readonly showChartTab: (tab: ChartTab) => void;
  /** The id of the open order whose form is shown below its row. */
  readonly editedOrder: string | undefined;
  readonly editOrder: (id: string | undefined) => void;
  /** The rows that the list of open orders shows; undefined while another list is shown. */
  readonly orderRows: { readonly shown: number; readonly hasPages: boolean } | undefined;
  readonly setOrderRows: (rows: PageView['orderRows']) => void;
  /** Whether only the bar of the panel of orders is visible. */
  readonly areOrdersCollapsed: boolean;
  readonly collapseOrders: (areOrdersCollapsed: boolean) => void;
}

/** View changes that one panel of the trade page requests from another. */
export const usePageView = create<PageView>((set) => ({
  chartTab: 'chart',
  showChartTab: (chartTab) => set({ chartTab }),
  editedOrder: undefined,
  editOrder: (editedOrder) => set({ editedOrder }),
  orderRows: undefined,
  setOrderRows: (orderRows) => set({ orderRows }),
  areOrdersCollapsed: false,
  collapseOrders: (areOrdersCollapsed) => set({ areOrdersCollapsed }),
}));
