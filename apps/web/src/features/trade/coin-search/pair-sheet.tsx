import { Sheet } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { PairChoice, type PairChoiceProps } from './pair-choice.tsx';

/** The list for choosing a pair, on a phone. */
export function PairSheet({ onClose, ...choice }: PairChoiceProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('trade');
  return (
    <Sheet opened onClose={onClose} title={t('search.title')}>
      <PairChoice {...choice} />
    </Sheet>
  );
}
