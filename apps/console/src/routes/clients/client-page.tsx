import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { RestrictionKind } from '@vitrine/contract';
import { CallError, EmptyState } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientPicture, ProtectedField, Revealed } from '../../features/client/client.ts';
import { EndSessionsDialog } from '../../features/client/end-sessions-dialog.tsx';
import { HistoryPane, useMayAct } from '../../features/client/history-pane.tsx';
import { IdentityPane, SignInPane } from '../../features/client/identity-pane.tsx';
import { BalancesPane, OpenOrdersPane } from '../../features/client/money-panes.tsx';
import { PositionsPane } from '../../features/client/positions-pane.tsx';
import { RevealDialog } from '../../features/client/reveal-dialog.tsx';
import { StateChip } from '../../features/client/state-chip.tsx';
import { SetRestrictionDialog } from '../../features/restrictions/dialogs.tsx';
import { RestrictionTable } from '../../features/restrictions/restriction-table.tsx';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page, Pane } from '../../ui/page.tsx';
import styles from './client-page.module.css';

/** Everything about one client. */
export function ClientPage() {
  const { t } = useTranslation('people');
  const { uid } = useParams({ from: paths.client });
  const query = useQuery({
    queryKey: ['client', uid],
    queryFn: ({ signal }) => call('GET /api/v3/console/client', { query: { uid }, signal }),
  });
  if (query.data !== undefined)
    return <Picture key={uid} client={query.data.client} onRetry={() => void query.refetch()} />;
  const isMissing = query.error instanceof CallError && query.error.status < 500;
  return (
    <Page title={t('client.title', { uid })}>
      {query.isPending ? <Loading /> : null}
      {query.isError && isMissing ? <EmptyState size="page" title={t('client.missing')} action={<BackLink />} /> : null}
      {query.isError && !isMissing ? (
        <ListFailure title={t('client.failed')} onRetry={() => void query.refetch()} />
      ) : null}
    </Page>
  );
}

function BackLink() {
  const { t } = useTranslation('people');
  return (
    <Link to={paths.clients} className="link">
      {t('client.back')}
    </Link>
  );
}

interface PictureProps {
  readonly client: ClientPicture;
  readonly onRetry: () => void;
}

function Picture({ client, onRetry }: PictureProps) {
  const { t } = useTranslation('people');
  const [revealed, setRevealed] = useState<Revealed>({});
  const [asking, setAsking] = useState<ProtectedField>();
  const { uid, own } = client;
  const reveal = { revealed, ask: own ? undefined : setAsking };
  const inForce = client.restrictions.filter(({ ended_at }) => ended_at === 0).map(({ kind }) => kind);
  return (
    <Page
      title={t('client.title', { uid })}
      lead={
        <span className={styles.name}>
          <StateChip state={client.state} restrictions={inForce} />
          {own ? t('client.own') : null}
          <BackLink />
        </span>
      }
      side={<Acts client={client} inForce={inForce} />}
    >
      <div className={styles.columns}>
        <div>
          <IdentityPane client={client} reveal={reveal} />
          <SignInPane client={client} reveal={reveal} />
        </div>
        <div>
          <Pane title={t('restrictions.title')} note={t('restrictions.count', { count: inForce.length })}>
            <RestrictionTable
              data={{ status: 'success', rows: client.restrictions }}
              onRetry={onRetry}
              withClient={false}
              isOwn={own}
            />
          </Pane>
          <BalancesPane client={client} />
          <OpenOrdersPane client={client} />
          <PositionsPane client={client} />
          <HistoryPane client={client} reveal={reveal} />
        </div>
      </div>
      {asking === undefined ? null : (
        <RevealDialog
          uid={uid}
          field={asking}
          onShown={(values) => setRevealed((before) => ({ ...before, ...values }))}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Page>
  );
}

interface ActsProps {
  readonly client: ClientPicture;
  readonly inForce: readonly RestrictionKind[];
}

/** Actions on the client, for roles that may take them. */
function Acts({ client, inForce }: ActsProps) {
  const { t } = useTranslation('people');
  const mayAct = useMayAct(client);
  const [asked, setAsked] = useState<RestrictionKind | 'sessions'>();
  if (!mayAct) return null;
  const close = () => setAsked(undefined);
  return (
    <>
      {client.sessions.length > 0 ? (
        <Button variant="outline" onClick={() => setAsked('sessions')}>
          {t('client.endAll')}
        </Button>
      ) : null}
      <Button variant="outline" onClick={() => setAsked('trade')}>
        {t('client.restrict')}
      </Button>
      {inForce.includes('freeze') ? null : (
        <Button data-decision="refuse" onClick={() => setAsked('freeze')}>
          {t('client.freeze')}
        </Button>
      )}
      {asked === 'sessions' ? <EndSessionsDialog uid={client.uid} onClose={close} /> : null}
      {asked !== undefined && asked !== 'sessions' ? (
        <SetRestrictionDialog uid={client.uid} kind={asked} onClose={close} />
      ) : null}
    </>
  );
}
