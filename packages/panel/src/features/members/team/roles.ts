import type { ApiResponse } from '../../../api/call.ts';

/** A member of a store. */
export type Member = ApiResponse<'GET /panel/api/stores/:storeId/team'>['members'][number];

/** AUT5: the role of a member at a store. */
export type Role = Member['role'];

/** The roles, from most to fewest permissions. */
export const roles = ['owner', 'editor', 'support', 'reader'] as const satisfies readonly Role[];
