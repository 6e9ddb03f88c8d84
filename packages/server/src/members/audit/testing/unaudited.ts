import type { Activity, Audit } from '../../../http/audit-actions.ts';

/** Audits nothing: for tests that prepare a state. */
export const unaudited: Audit<Activity> = () => Promise.resolve();
