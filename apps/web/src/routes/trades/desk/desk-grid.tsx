import { type KeyboardEvent, memo, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelBoundary } from '../../../features/trade/shared/panel-boundary.tsx';
import { useTrade } from '../../../features/trade/shared/trade-context.ts';
import styles from './desk.module.css';
import type { PanelBox, PanelId } from './panel-box.ts';
import type { DeskShared } from './panels.tsx';
import { useRearranging } from './use-rearranging.ts';

const GAP = 8;
/** Controls on a panel's upper edge; a drag must not start on them. */
const CONTROLS = 'button, select, input, label, a, [role="tab"]';

type DeskGridProps = {
  readonly boxes: readonly PanelBox[];
  /** Fits panels to their content; not while one is being moved. */
  readonly fit: (boxes: readonly PanelBox[]) => readonly PanelBox[];
  readonly onChange: (moved: readonly PanelBox[]) => void;
  readonly shared: DeskShared;
};

/** Panels that are dragged by their upper edge, resized at their corner, or moved by arrow keys. */
export function DeskGrid({ boxes, fit, onChange, shared }: DeskGridProps) {
  const { coin } = useTrade();
  const { panels } = shared;
  const { items, heldId, grab, pull, drop, release, nudge } = useRearranging(boxes, onChange);
  const grip = (event: PointerEvent<HTMLElement>, box: PanelBox, resize: boolean) => {
    const { width, height } = (event.currentTarget.closest('section') ?? event.currentTarget).getBoundingClientRect();
    grab(event, { box, resize, width: width + GAP, height: height + GAP });
  };
  return (
    <div className={styles.grid}>
      {(heldId === undefined ? fit(items) : items).map((box) => (
        <section
          key={box.i}
          className={styles.panel}
          data-panel={box.i}
          data-held={box.i === heldId || undefined}
          style={{ gridArea: `${box.y + 1} / ${box.x + 1} / span ${box.h} / span ${box.w}` }}
          onPointerDown={(event) => {
            const target = event.target as Element;
            if (target.closest('[data-drag]') && !target.closest(CONTROLS)) grip(event, box, false);
          }}
          onPointerMove={pull}
          onPointerUp={drop}
          onPointerCancel={release}
        >
          <PanelBoundary key={panels[box.i]?.followsPair ? '' : coin}>
            <PanelContent id={box.i} shared={shared} />
          </PanelBoundary>
          <span className={styles.corner} aria-hidden="true" onPointerDown={(event) => grip(event, box, true)} />
          <Mover id={box.i} onMove={(across, down, resize) => nudge({ id: box.i, across, down, resize })} />
        </section>
      ))}
    </div>
  );
}

type PanelContentProps = { readonly id: PanelId; readonly shared: DeskShared };

const PanelContent = memo(function PanelContent({ id, shared }: PanelContentProps) {
  return shared.panels[id]?.render(shared);
});

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type MoverProps = {
  readonly id: PanelId;
  readonly onMove: (across: number, down: number, resize: boolean) => void;
};

/** Visible on keyboard focus: arrow keys move the panel or, with Shift, resize it. */
function Mover({ id, onMove }: MoverProps) {
  const { t } = useTranslation('trade');
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(step[0], step[1], event.shiftKey);
  };
  return (
    <button
      type="button"
      className={styles.mover}
      aria-label={t('layout.move', { panel: t(`layout.panel.${id}`) })}
      onKeyDown={onKeyDown}
    >
      {t('layout.keys')}
    </button>
  );
}
