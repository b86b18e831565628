import {
  IconArrowBackUp,
  IconArrowsVertical,
  IconBrush,
  IconEye,
  IconEyeOff,
  IconLine,
  IconLineDashed,
  IconLock,
  IconLockOpen,
  IconMagnet,
  IconMathMaxMin,
  IconMinus,
  IconPointer,
  IconRuler2,
  IconStackPush,
  IconTag,
  IconTrash,
  IconTrashX,
  IconTrendingUp,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartCommands } from './candle-chart.tsx';
import styles from './chart.module.css';
import { type DrawingTool, drawingTools } from './chart-settings.ts';
import type { DrawingState } from './drawings.ts';

type Icon = ComponentType<{ readonly size?: number; readonly stroke?: number }>;

const ICONS: Record<DrawingTool | 'measure', Icon> = {
  segment: IconLine,
  rayLine: IconTrendingUp,
  straightLine: IconLineDashed,
  horizontalStraightLine: IconMinus,
  verticalStraightLine: IconArrowsVertical,
  parallelStraightLine: IconMathMaxMin,
  priceChannelLine: IconStackPush,
  fibonacciLine: FibonacciIcon,
  priceLine: IconTag,
  brush: IconBrush,
  measure: IconRuler2,
};

function FibonacciIcon({ size = 18 }: { readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
    >
      <path d="M4 5h16M4 10h16M4 14h16M4 19h16" />
    </svg>
  );
}

type ToolRailProps = {
  readonly commands: ChartCommands | undefined;
  readonly state: DrawingState | undefined;
};

/** The drawing tools on the left of the chart. */
export function ToolRail({ commands, state }: ToolRailProps) {
  const { t } = useTranslation('trade');
  const { magnet = false, locked = false, hidden = false, tool } = state ?? {};
  const tools = [...drawingTools, 'measure'] as const;
  return (
    <div
      className={styles.rail}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('chart.draw')}
      onPointerEnter={commands?.fetchDrawings}
      onFocus={commands?.fetchDrawings}
    >
      <Tool icon={IconPointer} label={t('chart.tool.cursor')} pressed={!tool} onClick={() => commands?.stopDrawing()} />
      {tools.map((each) => (
        <Tool
          key={each}
          icon={ICONS[each]}
          label={t(`chart.drawing.${each}`)}
          pressed={tool === each}
          disabled={!commands}
          onClick={() => (tool === each ? commands?.stopDrawing() : commands?.draw(each))}
        />
      ))}
      <hr />
      <Tool
        icon={IconMagnet}
        label={t('chart.tool.magnet')}
        pressed={magnet}
        onClick={() => commands?.setModes({ magnet: !magnet })}
      />
      <Tool
        icon={locked ? IconLock : IconLockOpen}
        label={t('chart.tool.lock')}
        pressed={locked}
        onClick={() => commands?.setModes({ locked: !locked })}
      />
      <Tool
        icon={hidden ? IconEyeOff : IconEye}
        label={t('chart.tool.hide')}
        pressed={hidden}
        onClick={() => commands?.setModes({ hidden: !hidden })}
      />
      <hr />
      <Tool
        icon={IconArrowBackUp}
        label={t('chart.tool.undo')}
        disabled={!state?.canUndo}
        onClick={() => commands?.undo()}
      />
      <Tool
        icon={IconTrash}
        label={t('chart.tool.remove')}
        disabled={!state?.hasSelected}
        onClick={() => commands?.removeSelected()}
      />
      <Tool
        icon={IconTrashX}
        label={t('chart.clearDrawings')}
        disabled={!state?.count}
        onClick={() => commands?.removeAll()}
      />
    </div>
  );
}

type ToolProps = {
  readonly icon: Icon;
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
};

function Tool({ icon: Glyph, label, pressed, disabled, onClick }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
      // A press must not end the selection that the button acts on.
      onPointerDown={(event) => event.preventDefault()}
    >
      <Glyph size={18} stroke={1.6} />
    </button>
  );
}
