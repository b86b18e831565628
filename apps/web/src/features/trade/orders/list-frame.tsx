import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { marketLabel } from '../../../lib/market-names.ts';

/** The props that the panel passes to each of its lists. */
export type InPanel = {
  readonly pairName: string | undefined;
  readonly pageSize: number;
  /** The slot in the bar for the actions of the list shown. */
  readonly tools: HTMLElement | null;
  readonly onAllPairs: () => void;
};

/** The props that all lists of the panel share. An empty list of one pair links to the list of all pairs. */
export function useListFrame(text: string, { pairName, pageSize, tools, onAllPairs }: InPanel) {
  const { t } = useTranslation('trade');
  if (pairName === undefined) return { pageSize, tools, emptyText: text };
  return {
    pageSize,
    tools,
    emptyText: t('orders.emptyPair', { pair: marketLabel(pairName) }),
    emptyAction: (
      <Button variant="default" size="sm" onClick={onAllPairs}>
        {t('orders.allPairs')}
      </Button>
    ),
  };
}
