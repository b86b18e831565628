/** A new password, typed twice, and the old one. */
export interface Replacement {
  readonly old: string;
  readonly next: string;
  readonly confirm: string;
}

export type ReplacementField = keyof Replacement;
type Problem = 'required' | 'tooShort' | 'mismatch';
export type ReplacementProblems = Partial<Record<ReplacementField, Problem>>;

const SHORTEST = 9;

/** The form's errors, as far as a browser can check, at most one per field. Lengths are in characters. */
export function replacementProblems({ old, next, confirm }: Replacement): ReplacementProblems {
  const problems: ReplacementProblems = {};
  if (!old) problems.old = 'required';
  if (!next) problems.next = 'required';
  else if ([...next].length < SHORTEST) problems.next = 'tooShort';
  if (!confirm) problems.confirm = 'required';
  else if (next !== confirm) problems.confirm = 'mismatch';
  return problems;
}
