import { stepTable } from '../members.ts';

/** The members of an end (specification DEF8). */
export const end = stepTable('end', { title: 'Fim', description: 'Encerra a automação na hora.' }, {});
