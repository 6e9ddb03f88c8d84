import type { AnswerOf } from '../../../api/call.ts';

/** Somebody who works for a store. */
export type Member = AnswerOf<'GET /panel/api/stores/:storeId/team'>['members'][number];

/** AUT5: as what somebody works for a store. */
export type Role = Member['role'];

/** The roles, from the one that may do most. */
export const roles = ['owner', 'editor', 'support', 'reader'] as const satisfies readonly Role[];
