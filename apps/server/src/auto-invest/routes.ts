/** The handler of each of this module’s endpoints. */
export { autoInvestCoins } from './http/coins.ts';
export { earnStore } from './http/earn-store.ts';
export { autoInvestHistory } from './http/history.ts';
export { autoInvestPast } from './http/past.ts';
export {
  createAutoInvestPlan,
  editAutoInvestPlan,
  pauseAutoInvestPlan,
  removeAutoInvestPlan,
} from './http/plan-changes.ts';
export { autoInvestPlans } from './http/plans.ts';
