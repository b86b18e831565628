import { useQueryClient } from '@tanstack/react-query';
import { Chip, formatExact } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { EARN_KEY, type MinerRow, type ProductRow } from './earn.ts';

type State = Pick<ProductRow, 'closed_reason' | 'ended_at'>;

/** Whether it takes new money, or why not. */
export function StateChip({ closed_reason, ended_at }: State) {
  const { t } = useTranslation('earn');
  if (ended_at !== undefined) return <Chip tone="plain">{t('ended')}</Chip>;
  if (closed_reason === undefined) return <Chip tone="ok">{t('open')}</Chip>;
  return <Chip tone={closed_reason === 'pool' ? 'bad' : 'wait'}>{t(`closed.${closed_reason}`)}</Chip>;
}

interface PauseDialogProps {
  readonly kind: 'product' | 'miner';
  readonly row: Pick<ProductRow | MinerRow, 'product_id' | 'coin' | 'paused'>;
  readonly onClose: () => void;
}

/** Pauses a product or a miner, or resumes it, immediately. */
export function PauseDialog({ kind, row: { product_id, coin, paused }, onClose }: PauseDialogProps) {
  const { t } = useTranslation('earn');
  const queries = useQueryClient();
  const act = t(paused ? 'resume' : 'pause');
  return (
    <ActDialog
      title={`${act}: ${coin}`}
      onClose={onClose}
      action={act}
      done={t(paused ? 'resumed' : 'pausedNow')}
      act={async (reason) => {
        await call('POST /api/v3/console/earn/pause', { body: { kind, product_id, paused: !paused, reason } });
        await queries.invalidateQueries({ queryKey: EARN_KEY });
      }}
    >
      <p className="dim">{t(paused ? 'resumeText' : 'pauseText')}</p>
    </ActDialog>
  );
}

/** Requests that a product ends for good. */
export function EndDialog({ product, onClose }: { readonly product: ProductRow; readonly onClose: () => void }) {
  const { t } = useTranslation('earn');
  const queries = useQueryClient();
  const { product_id, version, coin, used } = product;
  return (
    <ActDialog
      title={`${t('end.act')}: ${coin}`}
      onClose={onClose}
      action={t('ask')}
      done={t('asked')}
      act={async (reason) => {
        await call('POST /api/v3/console/earn/end', { body: { product_id, version, reason } });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <p className="dim">{t('end.text', { amount: formatExact(used), coin })}</p>
    </ActDialog>
  );
}
