import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import type { Promotion } from './draft.ts';

interface WithdrawDialogProps {
  readonly promotion: Promotion;
  readonly title: string;
  readonly onClose: () => void;
}

export function WithdrawPromotionDialog({ promotion: { id, version }, title, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('promotions');
  const queries = useQueryClient();
  return (
    <ActDialog
      title={t('withdrawTitle', { title })}
      onClose={onClose}
      action={t('acts.withdraw')}
      done={t('withdrawn')}
      decision="refuse"
      act={async (reason) => {
        await call('POST /api/v3/console/promotions/withdraw', { body: { id, version, reason } });
        await queries.invalidateQueries({ queryKey: ['promotions'] });
      }}
    >
      <p className="dim">{t('withdrawText')}</p>
    </ActDialog>
  );
}
