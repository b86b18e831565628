import { Dialog } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { ContractList } from './contract-list.tsx';

type ContractDialogProps = {
  readonly current: string;
  readonly onChoose: (coin: string) => void;
  readonly onClose: () => void;
};

/** Chooses another perpetual market. */
export function ContractDialog({ onClose, ...choice }: ContractDialogProps) {
  const { t } = useTranslation('futures');
  return (
    <Dialog opened onClose={onClose} title={t('markets.choose')}>
      <ContractList {...choice} takesFocus />
    </Dialog>
  );
}
