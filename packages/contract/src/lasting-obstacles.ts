/** The obstacles of an unfinished delisting that do not end by themselves: an operator has to act. */
const lasting: ReadonlySet<string> = new Set(['settlement_outdated', 'index_too_high', 'price_too_coarse']);

export const isLastingObstacle = (obstacle: string): boolean => lasting.has(obstacle);
