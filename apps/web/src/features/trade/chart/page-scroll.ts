const LONG_PRESS_MS = 240;
const DECIDES_AFTER_PX = 6;

/**
 * Lets the page scroll when a finger moves up or down over the chart, which otherwise captures every gesture. Sideways
 * moves, pinches and moves after a long press (the crosshair) are left to the chart.
 */
export const letPageScroll = (frame: HTMLElement, isDrawing: () => boolean): (() => void) => {
  let start: { x: number; y: number; at: number } | undefined;
  let verdict: 'open' | 'page' | 'chart' = 'open';

  const onStart = (event: TouchEvent): void => {
    const touch = event.touches[0];
    start =
      touch && event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : undefined;
    verdict = start && !isDrawing() ? 'open' : 'chart';
  };
  const onMove = (event: TouchEvent): void => {
    const touch = event.touches[0];
    if (verdict === 'open' && start && touch) {
      const across = Math.abs(touch.clientX - start.x);
      const down = Math.abs(touch.clientY - start.y);
      if (event.timeStamp - start.at > LONG_PRESS_MS) verdict = 'chart';
      else if (across + down >= DECIDES_AFTER_PX) verdict = down > across ? 'page' : 'chart';
    }
    if (verdict === 'page') event.stopPropagation();
  };
  frame.addEventListener('touchstart', onStart, { capture: true, passive: true });
  frame.addEventListener('touchmove', onMove, { capture: true, passive: true });
  return () => {
    frame.removeEventListener('touchstart', onStart, { capture: true });
    frame.removeEventListener('touchmove', onMove, { capture: true });
  };
};
