/** The rules this release knows: those that every log begins with, up to the newest, which a leader activates. */
export const FIRST_RULES_VERSION = 1;
export const RULES_VERSION = 2;
/** Fee tiers are numbered up to this. */
export const MAX_TIER = 255;
/** How much of what is due one command may do under the first rules. */
export const DUE_PER_COMMAND = 1000;
/** [B1]: how many steps one command may take under later rules. */
export const STEPS_PER_COMMAND = 1000;
