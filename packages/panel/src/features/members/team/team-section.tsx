import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { Invite } from './invite.tsx';
import { MemberRow } from './member-row.tsx';
import { TeamRules } from './team-rules.tsx';
import { texts } from './texts.ts';

/** The members of the store with their roles. */
export function TeamSection(): ReactNode {
  const t = useTexts(texts);
  const query = useApiQuery('GET /panel/api/stores/:storeId/team', {});
  return (
    <Stack gap={32}>
      <Topic title={t.people}>
        <Loaded query={query} rows={3}>
          {({ members }) => members.map((member) => <MemberRow key={member.userId} member={member} />)}
        </Loaded>
      </Topic>
      {query.data && query.data.invitations.length > 0 && (
        <Topic title={t.open}>
          {query.data.invitations.map((invitation) => (
            <InvitationRow key={invitation.invitationId} invitation={invitation} />
          ))}
        </Topic>
      )}
      <Topic title={t.invite} help={t.inviteHelp}>
        <Invite />
      </Topic>
      {query.data && <TeamRules key={JSON.stringify(query.data.rules)} rules={query.data.rules} />}
    </Stack>
  );
}
