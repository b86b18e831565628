import { useTranslation } from 'react-i18next';
import { PanelBar } from '../shared/panel-bar.tsx';
import { useTrade } from '../shared/trade-context.ts';
import styles from './contract-list.module.css';
import { ContractList } from './contract-list.tsx';

/** All perpetual markets beside the chart; a click shows the market on this page. */
export function ContractsPanel({ onChoose }: { readonly onChoose: (coin: string) => void }) {
  const { t } = useTranslation('trade');
  const { coin } = useTrade();
  return (
    <div className={styles.panel}>
      <PanelBar title={t('layout.panel.markets')} />
      <ContractList current={coin} onChoose={onChoose} />
    </div>
  );
}
