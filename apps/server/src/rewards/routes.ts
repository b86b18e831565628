/** The handler of each of this module’s endpoints. */
export {
  consoleAskToFundRewards,
  consoleAskToReturnRewards,
  consoleCancelRewardFunding,
} from './console/fundings.ts';
export { consoleAskToReleaseHold, consoleDenyHold, consoleReferralHolds } from './console/holds.ts';
export {
  consoleAskForProgramme,
  consoleAskForTask,
  consoleRewards,
} from './console/rewards.ts';
export { games, guess, startMining } from './http/games.ts';
export { convertPoints, pointHistory, points } from './http/points.ts';
export { getReferral, objectToHold, referralCode, referralTerms } from './http/referral.ts';
export { airdropTasks, claimAirdropTask, claimTask, taskView } from './http/tasks.ts';
