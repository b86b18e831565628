import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Column, DataTable, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { utcText } from '../../lib/times.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { figureColumn } from '../../ui/column-table.tsx';
import styles from './alarms.module.css';
import { TREASURY_KEY, type TreasuryResponse } from './treasury.ts';

type Alarm = TreasuryResponse['alarms'][number];

/** The current alarms. An alarm of the kind `unread` or `key_used` does not end until an operator acknowledges it. */
export function Alarms({ alarms, mayAct }: { readonly alarms: readonly Alarm[]; readonly mayAct: boolean }) {
  const { t } = useTranslation(['treasury', 'common']);
  const [asked, setAsked] = useState<Alarm>();
  const acts = (alarm: Alarm) =>
    mayAct && isEndedByHand(alarm) ? <Acts alarm={alarm} onAcknowledge={() => setAsked(alarm)} /> : null;
  const columns: Column<Alarm>[] = [
    { key: 'network', header: t('signer.network'), render: ({ network }) => network },
    { key: 'what', header: t('alarms.what'), render: (alarm) => <What alarm={alarm} /> },
    {
      key: 'detail',
      header: t('alarms.detail'),
      render: (alarm) => <span className={styles.text}>{detailOf(t, alarm)}</span>,
    },
    figureColumn('since', t('alarms.since'), ({ since }) => utcText(since)),
    {
      key: 'acts',
      header: <span className="visually-hidden">{t('common:actions')}</span>,
      align: 'end',
      render: acts,
    },
  ];
  return (
    <>
      <DataTable
        dense
        label={t('alarms.title')}
        columns={columns}
        data={{ status: 'success', rows: alarms }}
        rowKey={({ network, kind, subject }) => `${network} ${kind} ${subject}`}
        card={(alarm) => (
          <div className={styles.card}>
            <span>
              {alarm.network} <span className="num faint">{utcText(alarm.since)}</span>
            </span>
            <What alarm={alarm} />
            <span className={`dim ${styles.text}`}>{detailOf(t, alarm)}</span>
            {acts(alarm)}
          </div>
        )}
        pageSize={50}
        empty={null}
        error={null}
      />
      {asked !== undefined && isEndedByHand(asked) ? (
        <AcknowledgeDialog alarm={asked} onClose={() => setAsked(undefined)} />
      ) : null}
    </>
  );
}

type EndedByHand = Alarm & { readonly kind: 'unread' | 'key_used' };

const isEndedByHand = (alarm: Alarm): alarm is EndedByHand => alarm.kind === 'unread' || alarm.kind === 'key_used';

type T = ReturnType<typeof useTranslation<['treasury', 'common']>>['t'];

/** Alarms raised before codes were introduced have only the server's own message. */
const detailOf = (t: T, { code, detail, parameters }: Alarm): string =>
  code === '' ? detail : t(`alarms.details.${code}`, { ...parameters, defaultValue: detail });

function What({ alarm: { kind, subject } }: { readonly alarm: Alarm }) {
  const { t } = useTranslation('treasury');
  return (
    <span className={styles.text}>
      {t(`alarms.kinds.${kind as 'node'}`)} <span className="num">{subject}</span>
    </span>
  );
}

function Acts({ alarm, onAcknowledge }: { readonly alarm: EndedByHand; readonly onAcknowledge: () => void }) {
  const { t } = useTranslation('treasury');
  return (
    <span className={styles.acts}>
      {alarm.kind === 'unread' ? <ReadAgain alarm={alarm} /> : null}
      <button
        type="button"
        className="link"
        aria-label={t('unread.acknowledgeNamed', { txid: alarm.subject })}
        onClick={onAcknowledge}
      >
        {t('unread.acknowledge')}
      </button>
    </span>
  );
}

function ReadAgain({ alarm }: { readonly alarm: Alarm }) {
  const { t } = useTranslation('treasury');
  const queries = useQueryClient();
  const { network, subject: txid } = alarm;
  const read = useMutation({
    mutationFn: () => call('POST /api/v3/console/treasury/unread/read-again', { body: { network, txid } }),
    onSuccess: async () => {
      toast.ok(t('unread.read'));
      await queries.invalidateQueries({ queryKey: TREASURY_KEY });
    },
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <button
      type="button"
      className="link"
      aria-label={t('unread.readAgainNamed', { txid })}
      disabled={read.isPending}
      onClick={() => read.mutate()}
    >
      {t('unread.readAgain')}
    </button>
  );
}

function AcknowledgeDialog({ alarm, onClose }: { readonly alarm: EndedByHand; readonly onClose: () => void }) {
  const { t } = useTranslation('treasury');
  const queries = useQueryClient();
  const { network, kind, subject: txid } = alarm;
  const words = kind === 'unread' ? 'unread' : 'keyUsed';
  return (
    <ActDialog
      title={t(`${words}.title`)}
      onClose={onClose}
      action={t('unread.acknowledge')}
      decision="approve"
      done={t('unread.acknowledged')}
      act={async (reason) => {
        await call('POST /api/v3/console/treasury/alarms/acknowledge', { body: { network, kind, txid, reason } });
        await queries.invalidateQueries({ queryKey: TREASURY_KEY });
      }}
    >
      <p className={`num ${styles.text}`}>{txid}</p>
      <p className="dim">{t(`${words}.text`)}</p>
    </ActDialog>
  );
}
