import { useEffect, useState } from 'react';

/**
 * Returns `value`, but a new value only after the next paint. The first sign that a click has worked, such as a marked
 * tab, thus appears before slower content is rendered.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (shown === value) return;
    let timer: number | undefined;
    // A task that is added in an animation frame runs after that frame's paint.
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setShown(value));
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, [value, shown]);
  return shown;
}
