import { lazyPart, useIsPhone } from '@vitrine/ui';
import { useCallback, useEffect, useState } from 'react';
import type { UsePairs } from '../../../features/trade/coin-search/pair-source.ts';
import type { PairChoiceOpening } from '../../../features/trade/pair-header/pair-header.tsx';
import { useHotkeys } from '../../../features/trade/shared/use-hotkeys.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';

// The list is loaded when it is first opened, so that the page loads faster.
const PairPopover = lazyPart(() =>
  import('../../../features/trade/coin-search/pair-popover.tsx').then((m) => m.PairPopover),
);
const PairSheet = lazyPart(() => import('../../../features/trade/coin-search/pair-sheet.tsx').then((m) => m.PairSheet));

/** The controls for choosing a page's pair, and the handler of the choice. */
export type PairsOfPage = PairChoiceOpening & { readonly onChoose: (coin: string) => void };

/**
 * The list for choosing another pair: below the pair's name on a desktop, a bottom sheet on a phone. '/' and Ctrl+K
 * also open it.
 */
export function usePairChoice(current: string, onChoose: (coin: string) => void, usePairs: UsePairs): PairsOfPage {
  const isPhone = useIsPhone();
  const [opened, setOpened] = useState(false);
  const close = useCallback(() => setOpened(false), []);
  useHotkeys({ '/': () => setOpened(true) });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpened(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const Choice = isPhone ? PairSheet : PairPopover;
  return {
    onChoose,
    isOpen: opened,
    toggle: () => setOpened(!opened),
    choice: opened ? (
      <LazyPart>
        <Choice
          current={current}
          usePairs={usePairs}
          onClose={close}
          onChoose={(coin) => {
            setOpened(false);
            onChoose(coin);
          }}
        />
      </LazyPart>
    ) : null,
  };
}
