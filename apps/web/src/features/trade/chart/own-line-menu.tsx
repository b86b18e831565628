import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTrade } from '../shared/trade-context.ts';
import type { LineMenuPlace, OwnLineProps } from './candle-chart.tsx';
import styles from './chart.module.css';

type OwnLineMenuProps = {
  readonly place: LineMenuPlace;
  readonly lines: OwnLineProps;
  readonly onClose: () => void;
};

/** The menu of an order's line on the chart, opened by the ⋮ button on its label. */
export function OwnLineMenu({ place: { order, x, y }, lines, onClose }: OwnLineMenuProps) {
  const { t } = useTranslation('trade');
  const { picks } = useTrade();
  const { edit } = lines;
  const price = order.price || order.trigger_price;
  return (
    <Menu opened onChange={onClose} position="bottom-start" withinPortal>
      <Menu.Target>
        <span className={styles.menuPlace} style={{ left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('chart.line.menu')}>
        {edit && order.oco_order_id === '' ? (
          <Menu.Item onClick={() => edit(order)}>{t('chart.line.edit')}</Menu.Item>
        ) : null}
        <Menu.Item onClick={() => picks.send({ price })}>{t('chart.line.take')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => lines.cancel(order)}>{t('chart.line.cancel')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
