import { Panel } from '@vitrine/ui';
import { PositionsTable } from '../../features/trade/futures-positions/positions-table.tsx';
import { DeskContext } from '../../features/trade/shared/desk-context.ts';
import { FuturesProfit } from '../../features/wallet/pnl/futures-profit.tsx';
import { FutureTab } from '../../features/wallet/wallet/future-tab.tsx';
import { useFuturesChanges, useLiveMarks } from '../../lib/futures.ts';
import { useOrderDesk } from '../trades/desk/use-order-desk.tsx';
import styles from './futures-wallet.module.css';

/** The futures tab of the wallet, with the positions as shown on the futures page. */
export function FuturesWallet() {
  const { desk, dialog } = useOrderDesk();
  useFuturesChanges();
  useLiveMarks();
  return (
    <DeskContext value={desk}>
      <FutureTab
        positions={
          <Panel className={styles.positions ?? ''}>
            <PositionsTable only={undefined} />
          </Panel>
        }
        profit={<FuturesProfit />}
      />
      {dialog}
    </DeskContext>
  );
}
