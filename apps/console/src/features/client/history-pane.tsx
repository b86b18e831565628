import { SegmentedControl } from '@mantine/core';
import { Chip, type Column, DataTable, EmptyState } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaff } from '../../lib/session.ts';
import { Pane } from '../../ui/page.tsx';
import styles from './client.module.css';
import type { ClientPicture, Reveal } from './client.ts';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { ShowButton } from './identity-pane.tsx';
import { Figure, OrderTable, Time, WalletName } from './order-table.tsx';

const LISTS = ['sessions', 'events', 'orders', 'trades', 'statement', 'notices'] as const;
type List = (typeof LISTS)[number];

interface HistoryProps {
  readonly client: ClientPicture;
  readonly reveal: Reveal;
}

/** The client's activity and notifications, one list at a time. */
export function HistoryPane({ client, reveal }: HistoryProps) {
  const { t } = useTranslation('people');
  const [list, setList] = useState<List>('sessions');
  const hasAddresses = list === 'sessions' || list === 'events';
  const isShown = Object.keys(reveal.revealed).some((name) => /^(session|event) /.test(name));
  return (
    <Pane
      title={t('client.history')}
      note={t('client.newest')}
      side={
        hasAddresses ? (
          <ShowButton field="addresses" isShown={isShown} reveal={reveal}>
            {t('client.showAddresses')}
          </ShowButton>
        ) : null
      }
    >
      <div className={styles.lists}>
        <SegmentedControl
          aria-label={t('client.history')}
          value={list}
          onChange={(next) => setList(next as List)}
          data={LISTS.map((value) => ({ value, label: t(`client.lists.${value}`) }))}
        />
      </div>
      <Chosen list={list} client={client} reveal={reveal} />
    </Pane>
  );
}

function Chosen({ list, client, reveal }: HistoryProps & { readonly list: List }) {
  const { t } = useTranslation('people');
  switch (list) {
    case 'orders':
      return <OrderTable label={t('client.lists.orders')} orders={client.orders} empty={t('client.empty')} />;
    case 'trades':
      return <Trades trades={client.trades} />;
    case 'statement':
      return <Statement lines={client.statement} />;
    case 'sessions':
      return <Sessions client={client} reveal={reveal} />;
    case 'events':
      return <Events events={client.events} reveal={reveal} />;
    case 'notices':
      return <Notices notices={client.notices} />;
  }
}

interface ListTableProps<Row> {
  readonly label: string;
  readonly columns: Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

function ListTable<Row>({ label, columns, rows, rowKey }: ListTableProps<Row>) {
  const { t } = useTranslation('people');
  return (
    <DataTable
      dense
      label={label}
      columns={columns}
      data={{ status: 'success', rows }}
      rowKey={rowKey}
      card={(row) => (
        <dl className={styles.cardFacts}>
          {columns.map(({ key, header, render }) => (
            <div key={key}>
              <dt>{header}</dt>
              <dd>{render(row, [row])}</dd>
            </div>
          ))}
        </dl>
      )}
      empty={<EmptyState title={t('client.empty')} />}
      error={null}
    />
  );
}

function Trades({ trades }: { readonly trades: ClientPicture['trades'] }) {
  const { t } = useTranslation('people');
  return (
    <ListTable
      label={t('client.lists.trades')}
      rows={trades}
      rowKey={({ id }) => id}
      columns={[
        { key: 'time', header: t('client.time'), render: ({ time }) => <Time ms={time} /> },
        { key: 'pair', header: t('client.pair'), render: ({ coin_pair }) => coin_pair.pair_name },
        { key: 'side', header: t('client.side'), render: ({ delegate_type }) => t(`sides.${delegate_type}`) },
        { key: 'role', header: t('client.role'), render: ({ role }) => t(`tradeRoles.${role}`) },
        { key: 'price', header: t('client.price'), align: 'end', render: (trade) => <Figure of={trade.unit_price} /> },
        {
          key: 'size',
          header: t('client.size'),
          align: 'end',
          render: (trade) => <Figure of={trade.number_of_order} />,
        },
        { key: 'total', header: t('client.total2'), align: 'end', render: ({ total }) => <Figure of={total} /> },
        { key: 'fee', header: t('client.fee'), align: 'end', render: ({ fee }) => <Figure of={fee} /> },
      ]}
    />
  );
}

function Statement({ lines }: { readonly lines: ClientPicture['statement'] }) {
  const { t } = useTranslation('people');
  return (
    <ListTable
      label={t('client.lists.statement')}
      rows={lines}
      rowKey={({ id }) => id}
      columns={[
        { key: 'time', header: t('client.time'), render: ({ time }) => <Time ms={time} /> },
        {
          key: 'cause',
          header: t('client.cause'),
          render: ({ cause }) => t(`causes.${cause as 'fee'}`, { defaultValue: cause }),
        },
        { key: 'coin', header: t('client.coin'), render: ({ coin }) => coin },
        { key: 'wallet', header: t('client.wallet'), render: ({ wallet }) => <WalletName of={wallet} /> },
        { key: 'amount', header: t('client.amount'), align: 'end', render: ({ amount }) => <Figure of={amount} /> },
        { key: 'after', header: t('client.after'), align: 'end', render: (line) => <Figure of={line.balance_after} /> },
        {
          key: 'position',
          header: t('client.position'),
          align: 'end',
          render: ({ position }) => <span className="num faint">#{position}</span>,
        },
      ]}
    />
  );
}

function Sessions({ client, reveal }: HistoryProps) {
  const { t } = useTranslation(['people', 'common']);
  const mayAct = useMayAct(client);
  const [ending, setEnding] = useState<string>();
  return (
    <>
      <ListTable
        label={t('client.lists.sessions')}
        rows={client.sessions}
        rowKey={({ id }) => id}
        columns={[
          { key: 'device', header: t('client.device'), render: (session) => <Device of={session} /> },
          {
            key: 'ip',
            header: t('client.addressIp'),
            render: ({ id, ip }) => <span className="num">{reveal.revealed[`session ${id}`] ?? ip}</span>,
          },
          { key: 'time', header: t('client.since'), render: ({ signed_in_at }) => <Time ms={signed_in_at} /> },
          { key: 'until', header: t('client.until'), render: ({ expires_at }) => <Time ms={expires_at} /> },
          {
            key: 'acts',
            header: <span className="visually-hidden">{t('common:actions')}</span>,
            align: 'end',
            render: ({ id }) =>
              mayAct ? (
                <button type="button" className="link" onClick={() => setEnding(id)}>
                  {t('client.end')}
                </button>
              ) : null,
          },
        ]}
      />
      {ending === undefined ? null : (
        <EndSessionsDialog uid={client.uid} sessionId={ending} onClose={() => setEnding(undefined)} />
      )}
    </>
  );
}

/** Whether the signed-in member of staff may act on this client. */
export function useMayAct({ own }: ClientPicture): boolean {
  const roles = useStaff()?.roles ?? [];
  return !own && roles.some((role) => role === 'support' || role === 'compliance' || role === 'administrator');
}

function Events({ events, reveal }: { readonly events: ClientPicture['events']; readonly reveal: Reveal }) {
  const { t } = useTranslation('people');
  return (
    <ListTable
      label={t('client.lists.events')}
      rows={events}
      rowKey={({ id }) => String(id)}
      columns={[
        { key: 'time', header: t('client.time'), render: ({ at }) => <Time ms={at} /> },
        { key: 'event', header: t('client.event'), render: ({ kind }) => t(`events.${kind}`) },
        {
          key: 'details',
          header: t('client.details'),
          render: ({ details }) => <span className="dim">{Object.values(details).join(', ')}</span>,
        },
        { key: 'device', header: t('client.device'), render: (event) => <Device of={event} /> },
        {
          key: 'ip',
          header: t('client.addressIp'),
          render: ({ id, ip }) => <span className="num">{reveal.revealed[`event ${id}`] ?? ip}</span>,
        },
      ]}
    />
  );
}

function Notices({ notices }: { readonly notices: ClientPicture['notices'] }) {
  const { t } = useTranslation('people');
  return (
    <ListTable
      label={t('client.lists.notices')}
      rows={notices}
      rowKey={({ id }) => String(id)}
      columns={[
        { key: 'time', header: t('client.time'), render: ({ at }) => <Time ms={at} /> },
        {
          key: 'notice',
          header: t('client.notice'),
          render: ({ kind }) => t(`notices.${kind}` as 'notices.welcome', { defaultValue: kind }),
        },
        {
          key: 'read',
          header: t('client.state'),
          render: ({ read }) => <Chip tone={read ? 'plain' : 'note'}>{t(read ? 'client.read' : 'client.unread')}</Chip>,
        },
      ]}
    />
  );
}

function Device({
  of: { browser, system },
}: {
  readonly of: { readonly browser: string; readonly system: string };
}): ReactNode {
  const { t } = useTranslation('people');
  const words = [browser, system].filter((word) => word !== '').join(', ');
  return words || <span className="faint">{t('client.unknownDevice')}</span>;
}
