import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';

interface WithdrawDialogProps {
  readonly item: CallResponse<'GET /api/v3/console/news'>['news'][number];
  readonly onClose: () => void;
}

export function WithdrawDialog({ item: { id, version, title }, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('news');
  const queries = useQueryClient();
  return (
    <ActDialog
      title={t('withdrawTitle', { title })}
      onClose={onClose}
      action={t('acts.withdraw')}
      done={t('withdrawn')}
      decision="refuse"
      act={async (reason) => {
        await call('POST /api/v3/console/news/withdraw', { body: { id, version, reason } });
        await queries.invalidateQueries({ queryKey: ['news'] });
      }}
    >
      <p className="dim">{t('withdrawText')}</p>
    </ActDialog>
  );
}
