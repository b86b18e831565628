import { lazyPart } from '@vitrine/ui';
import { BookLadder } from '../../../features/trade/book/book-ladder.tsx';
import { GroupSelect } from '../../../features/trade/book/group-select.tsx';
import { LazyPanel } from '../../../features/trade/shared/lazy-panel.tsx';
import { PanelBoundary } from '../../../features/trade/shared/panel-boundary.tsx';
import styles from './phone.module.css';

const DepthChart = lazyPart(() => import('../../../features/trade/chart/depth-chart.tsx').then((m) => m.DepthChart));

type PairBookProps = {
  readonly lines: 'few' | 'many';
  /** The number of price steps grouped into one line. */
  readonly multiple: number;
};

/** Both sides of the book next to each other. */
export function PairBook({ lines, multiple }: PairBookProps) {
  return (
    <div className={styles.book} data-lines={lines}>
      <PanelBoundary>
        <BookLadder view="both" multiple={multiple} shape="pair" />
      </PanelBoundary>
    </div>
  );
}

type BookTabProps = Pick<PairBookProps, 'multiple'> & {
  readonly onMultiple: (multiple: number) => void;
  /** Whether only a few lines of the book are visible, because the order form covers the rest. */
  readonly isCovered?: boolean;
};

/** The book with the choice of its price steps, and the depth below it. */
export function BookTab({ multiple, onMultiple, isCovered = false }: BookTabProps) {
  return (
    <>
      <div className={styles.bookTools} hidden={isCovered}>
        <GroupSelect multiple={multiple} onChange={onMultiple} />
      </div>
      <PairBook lines={isCovered ? 'few' : 'many'} multiple={multiple} />
      <div className={styles.depth} hidden={isCovered}>
        <LazyPanel>
          <DepthChart />
        </LazyPanel>
      </div>
    </>
  );
}
