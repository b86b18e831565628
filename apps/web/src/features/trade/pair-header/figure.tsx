import type { ReactNode } from 'react';

type FigureProps = { readonly label: ReactNode; readonly name: string; readonly children: ReactNode };

/** A figure in the header with its label. */
export function Figure({ label, name, children }: FigureProps) {
  return (
    <div data-figure={name}>
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
