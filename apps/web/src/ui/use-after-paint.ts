import { useEffect, useState } from 'react';

/**
 * The value, but a new one only after the browser has painted: what shows that a click has worked does not wait for
 * what the click brings up.
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
