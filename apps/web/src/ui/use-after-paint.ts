import { useEffect, useState } from 'react';

/** Calls `run` after the next paint, unless the returned function was called. */
function afterPaint(run: () => void): () => void {
  let timer: number | undefined;
  // A task that is added in an animation frame runs after that frame's paint.
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    window.clearTimeout(timer);
  };
}

/**
 * Returns `value`, but a new value only after the next paint. The first sign that a click has worked, such as a marked
 * tab, thus appears before slower content is rendered.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => (shown === value ? undefined : afterPaint(() => setShown(value))), [value, shown]);
  return shown;
}

/** False until the component has been painted, so that the frame of a dialog appears before its slower content. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  return isPainted;
}
