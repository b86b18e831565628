import { type KeyboardEvent, type UIEvent, useEffect, useId, useState } from 'react';
import { useFavorites } from '../../../lib/favorites.ts';
import { listPairs, nextSort, type PairColumn, type PairSort, type PairTab } from './pair-list.ts';
import type { PairSource } from './pair-source.ts';

/** The number of rows that are rendered at first, and added each time the list is scrolled close to its end. */
const PAGE_SIZE = 20;
const NEAR_END_PX = 200;

export type PairListModel = ReturnType<typeof usePairList>;

/** The search text, the sort, the matching pairs, and the row selected by the arrow keys. */
export function usePairList(pairs: PairSource, onChoose: (coin: string) => void, firstTab: PairTab) {
  const id = useId();
  const [text, setText] = useState('');
  const [tab, setTab] = useState<PairTab>(firstTab);
  const [sort, setSort] = useState<PairSort>();
  const [active, setActive] = useState(0);
  const [shown, setShown] = useState(PAGE_SIZE);
  const favorites = useFavorites();
  const found = listPairs(pairs.data ?? [], tab, text, sort, favorites);
  const drawn = found.slice(0, Math.max(shown, active + 1));
  const activeRow = `${id}-${active}`;
  useEffect(() => {
    // In newer browsers this call returns a promise, which React must not receive as a cleanup function.
    void document.getElementById(activeRow)?.scrollIntoView({ block: 'nearest' });
  }, [activeRow]);

  const showFirst = () => {
    setActive(0);
    setShown(PAGE_SIZE);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[active];
    if (event.key === 'Enter' && chosen) onChoose(chosen.name);
    else if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else return;
    event.preventDefault();
  };
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    if (list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX) setShown(drawn.length + PAGE_SIZE);
  };

  return {
    id,
    pairs,
    favorites,
    found,
    /** The pairs rendered so far. */
    drawn,
    active,
    activeRow,
    text,
    tab,
    sort,
    search: (next: string) => {
      setText(next);
      showFirst();
    },
    showTab: (next: PairTab) => {
      setTab(next);
      showFirst();
    },
    sortBy: (column: PairColumn) => {
      setSort(nextSort(sort, column));
      showFirst();
    },
    onKeyDown,
    onScroll,
  };
}
