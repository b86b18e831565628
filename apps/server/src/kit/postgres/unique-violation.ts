/** PostgreSQL's error code for a duplicate key. */
const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because another row already has that key. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { readonly code?: unknown } | undefined)?.code === UNIQUE_VIOLATION;
