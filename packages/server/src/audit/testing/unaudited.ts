import type { Activity, Audit } from '../audit-actions.ts';

/** Audits nothing: for tests that prepare a state. */
export const unaudited: Audit<Activity> = () => Promise.resolve();
