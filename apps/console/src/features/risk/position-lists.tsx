import { Link } from '@tanstack/react-router';
import { type Column, formatExact, formatPercent, formatPrice, rowsOf } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { figureColumn } from '../../ui/column-table.tsx';
import { Pane } from '../../ui/page.tsx';
import styles from './risk.module.css';
import { type ListedPosition, type Positions, usePositions } from './risk.ts';
import { RiskTable } from './risk-table.tsx';

type ListName = 'largest' | 'closest' | 'queue';

interface PositionListsProps {
  readonly name: string;
  readonly lists: readonly ListName[];
}

/** A market's largest positions, those closest to liquidation, and those that would be deleveraged next. */
export function PositionLists({ name, lists }: PositionListsProps) {
  const query = usePositions(name);
  return lists.map((list) => <PositionList key={list} list={list} query={query} />);
}

interface PositionListProps {
  readonly list: ListName;
  readonly query: ReturnType<typeof usePositions>;
}

function PositionList({ list, query }: PositionListProps) {
  const { t } = useTranslation('risk');
  const columns = useColumns(list);
  return (
    <Pane title={t(`positions.${list}`)} note={t(`positions.${list}Note`)}>
      <RiskTable
        label={t(`positions.${list}`)}
        columns={columns}
        data={rowsOf(query, (answer) => rowsIn(answer, list))}
        rowKey={({ holder, side }) => `${holder.kind} ${holder.id} ${side}`}
        pageSize={10}
        skeletonRows={5}
        empty={<p className={styles.nothing}>{t('positions.empty')}</p>}
        onRetry={() => void query.refetch()}
      />
    </Pane>
  );
}

interface Placed extends ListedPosition {
  /** The position's place in this list among those of its side (long or short), starting at 1. */
  readonly place: number;
}

const rowsIn = ({ long, short }: Positions, list: ListName): readonly Placed[] =>
  [long, short].flatMap((side) => side[list].map((row, at) => ({ ...row, place: at + 1 })));

function useColumns(list: ListName): Column<Placed>[] {
  const { t } = useTranslation('risk');
  const profit = figureColumn<Placed>('profit', t('positions.profitPercent'), ({ profit_percent }) =>
    formatPercent(profit_percent),
  );
  const entry = figureColumn<Placed>('entry', t('positions.entry'), ({ entry_price }) => formatPrice(entry_price));
  const liquidation = figureColumn<Placed>('liquidation', t('positions.liquidation'), ({ liquidation_price }) =>
    liquidation_price === '' ? t('positions.never') : formatPrice(liquidation_price),
  );
  const distance = figureColumn<Placed>('distance', t('positions.distance'), ({ distance_percent }) =>
    distance_percent === '' ? '–' : t('percent', { percent: distance_percent }),
  );
  const share = figureColumn<Placed>('share', t('positions.share'), ({ share_percent }) =>
    t('percent', { percent: share_percent }),
  );
  return [
    { key: 'holder', header: t('positions.holder'), render: ({ holder }) => <HolderName holder={holder} /> },
    {
      key: 'side',
      header: t('positions.side'),
      render: ({ side, place }) => (list === 'queue' ? `${t(side)} #${place}` : t(side)),
    },
    figureColumn('size', t('positions.size'), ({ size }) => formatExact(size)),
    figureColumn('leverage', t('positions.leverage'), ({ effective_leverage }) =>
      effective_leverage === '' ? '–' : t('positions.leverageOf', { leverage: effective_leverage }),
    ),
    ...{ largest: [share, profit, distance], closest: [profit, liquidation, distance], queue: [entry, profit, share] }[
      list
    ],
  ];
}

function HolderName({ holder: { kind, id } }: Pick<ListedPosition, 'holder'>) {
  const { t } = useTranslation('risk');
  const name = t(`positions.holders.${kind}`, { id });
  if (kind !== 'client') return <span>{name}</span>;
  return (
    <Link to={paths.client} params={{ uid: id }} className="link num">
      {name}
    </Link>
  );
}
