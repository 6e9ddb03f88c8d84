import type { Activity } from '../audit-actions.ts';
import type { Audit } from '../audit-log.ts';

/** Audits nothing: for tests that prepare a state. */
export const unaudited: Audit<Activity> = () => Promise.resolve();
