import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Chip, rowsOf, toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { Alarms } from '../../features/treasury/alarms.tsx';
import { CoinNetworks } from '../../features/treasury/coin-networks.tsx';
import { Holdings } from '../../features/treasury/holdings.tsx';
import { Payments } from '../../features/treasury/payments.tsx';
import { SignerNetworks, SignerProblem, SignerState } from '../../features/treasury/signer.tsx';
import { isZero, TREASURY_KEY, type TreasuryResponse } from '../../features/treasury/treasury.ts';
import { call, errorText } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { Page, Pane } from '../../ui/page.tsx';

const EVERY_MS = 5_000;
const SIGNER_EVERY_MS = 10_000;

/** On-chain holdings compared with what the ledger owes, payments in progress, and each coin's terms per network. */
export function TreasuryPage() {
  const { t } = useTranslation('treasury');
  const query = useQuery({
    queryKey: TREASURY_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/console/treasury', { signal, background: true }),
    refetchInterval: EVERY_MS,
  });
  const { data } = query;
  const roles = useStaff()?.roles ?? [];
  const mayAct = roles.some((role) => role === 'treasury' || role === 'administrator');
  const retry = () => void query.refetch();
  return (
    <Page title={t('title')} lead={t('lead')} side={data ? <State answer={data} /> : null}>
      {data !== undefined && data.alarms.length > 0 ? (
        <Pane title={t('alarms.title')}>
          <Alarms alarms={data.alarms} mayAct={mayAct} />
        </Pane>
      ) : null}
      <Pane
        title={t('holdings.title')}
        note={t('holdings.note')}
        side={data && mayAct ? <CompareButton answer={data} /> : null}
      >
        <Holdings data={rowsOf(query, ({ holdings }) => holdings)} onRetry={retry} />
      </Pane>
      {/* The panes below are rendered after the first table has loaded, to prevent a layout shift. */}
      {query.isPending ? null : (
        <>
          <Pane title={t('payments.title')} note={t('payments.note')}>
            <Payments data={rowsOf(query, ({ payments }) => payments)} onRetry={retry} />
          </Pane>
          <SignerPane />
          {data ? (
            <Pane title={t('table.title')} note={t('table.note')}>
              <CoinNetworks answer={data} mayAct={mayAct} />
            </Pane>
          ) : null}
        </>
      )}
    </Page>
  );
}

function SignerPane() {
  const { t } = useTranslation('treasury');
  const query = useQuery({
    queryKey: ['signer'],
    queryFn: ({ signal }) => call('GET /api/v3/console/treasury/signer', { signal, background: true }),
    refetchInterval: SIGNER_EVERY_MS,
  });
  const { data } = query;
  const isAway = data !== undefined && data.state !== 'reachable';
  return (
    <Pane title={t('signer.title')} note={t('signer.note')} side={data ? <SignerState answer={data} /> : null}>
      {data ? <SignerProblem answer={data} /> : null}
      {isAway ? null : (
        <SignerNetworks data={rowsOf(query, ({ networks }) => networks)} onRetry={() => void query.refetch()} />
      )}
    </Pane>
  );
}

function State({ answer: { holdings, alarms } }: { readonly answer: TreasuryResponse }) {
  const { t } = useTranslation('treasury');
  if (holdings.length === 0 && alarms.length === 0) return <Chip>{t('notCompared')}</Chip>;
  const agrees = holdings.every(({ difference }) => isZero(difference)) && alarms.length === 0;
  return <Chip tone={agrees ? 'ok' : 'bad'}>{t(agrees ? 'agrees' : 'differs')}</Chip>;
}

function CompareButton({ answer: { holdings } }: { readonly answer: TreasuryResponse }) {
  const { t } = useTranslation('treasury');
  const queries = useQueryClient();
  const networks = [...new Set(holdings.map(({ network }) => network))];
  const compare = useMutation({
    mutationFn: async () => {
      for (const network of networks) await call('POST /api/v3/console/treasury/reconcile', { body: { network } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: TREASURY_KEY }),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Button size="compact-sm" loading={compare.isPending} onClick={() => compare.mutate()}>
      {t('holdings.compare')}
    </Button>
  );
}
