import { teamRulesSet, type TeamRules } from '../queries/team-rules.ts';
import type { Database } from '../../base/postgres/pool.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import type { Audit } from '../../http/audit-actions.ts';
import { peopleRefusal, type PeopleRefusal } from '../codes.ts';
import { hasSecondFactor, type Session } from '../sessions.ts';

export { teamRulesFind as readTeamRules } from '../queries/team-rules.ts';

/** AUT4, AUT5: changes a store's team rules. An owner who requires a second factor must have one, to avoid locking themselves out. */
export async function changeTeamRules(
  db: Database,
  session: Session,
  storeId: string,
  rules: TeamRules,
  audit: Audit<'team_rules_changed'>,
): Promise<{ ok: true } | PeopleRefusal> {
  if (rules.requireSecondFactor && !hasSecondFactor(session)) return peopleRefusal('SECOND_FACTOR_NEEDED');
  await inTransaction(db, async (client) => {
    await teamRulesSet(client, storeId, rules);
    await audit(client, { storeId, action: 'team_rules_changed' });
  });
  return { ok: true };
}
