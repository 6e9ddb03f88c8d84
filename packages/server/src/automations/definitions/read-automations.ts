import { readableFlow, type Channel, type Mode } from '@retoma/flow';
import { isSimulated } from '../../providers/channels/index.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import {
  automationLiveRuns,
  automationRead,
  automationReadAll,
  automationReadVersions,
  type AutomationReading,
  type LiveRuns,
  type VersionReading,
} from '../results/queries/automation-views.ts';
import { userEmails } from '../../members/queries/users.ts';
import { connectionStatuses } from '../../providers/queries/connections.ts';
import { problemsOf } from './save-draft.ts';

/** Dependencies of reading automations. */
export type ReadingDeps = { readonly db: Queryable; readonly usersDb: Queryable; readonly mode: Mode };

/** An automation with the number of issues of its draft. */
export type AutomationSummary = AutomationReading & {
  /** E-mail of the user who saved the draft; null: the command line. */
  updatedBy: string | null;
  problems: { errors: number; warnings: number };
  /** Whether the draft differs from the published definition. */
  hasChanges: boolean;
};

async function summarize(
  { usersDb, mode }: ReadingDeps,
  automations: readonly AutomationReading[],
): Promise<AutomationSummary[]> {
  const emails = await userEmails(
    usersDb,
    automations.map(({ savedBy }) => savedBy),
  );
  return automations.map((automation) => ({
    ...automation,
    updatedBy: emails.get(automation.savedBy) ?? null,
    problems: problemsOf(automation.draft, mode),
    hasChanges: automation.draft !== automation.published,
  }));
}

/** The automations of a store. */
export const readAutomations = async (deps: ReadingDeps, storeId: string): Promise<AutomationSummary[]> =>
  summarize(deps, await automationReadAll(deps.db, storeId));

/** One automation of a store. */
export async function readAutomation(
  deps: ReadingDeps,
  storeId: string,
  automationId: string,
): Promise<AutomationSummary | undefined> {
  const automation = await automationRead(deps.db, storeId, automationId);
  return automation && (await summarize(deps, [automation]))[0];
}

/** A channel that a draft sends on. `lastError`: why its connection needs the owner's attention. */
export type ChannelStatus = {
  channel: Channel;
  connected: boolean;
  isSandbox: boolean;
  verified: boolean;
  lastError: string | null;
};

/** The live runs and channels that publishing or pausing an automation affects; undefined if there is no such automation. */
export async function readAutomationStatus(
  { db }: Pick<ReadingDeps, 'db'>,
  storeId: string,
  automationId: string,
): Promise<{ liveRuns: LiveRuns[]; channels: ChannelStatus[] } | undefined> {
  const automation = await automationRead(db, storeId, automationId);
  if (!automation) return undefined;
  const { channelsOf } = await import('@retoma/flow/templates');
  const connections = new Map((await connectionStatuses(db, storeId)).map((one) => [one.channel, one]));
  return {
    liveRuns: await automationLiveRuns(db, storeId, automationId),
    channels: channelsOf(readableFlow(JSON.parse(automation.draft))).map((channel) => {
      const connection = connections.get(channel);
      if (!connection) return { channel, connected: false, isSandbox: false, verified: false, lastError: null };
      const { verified, lastError } = connection;
      return { channel, connected: true, isSandbox: isSimulated(connection), verified, lastError };
    }),
  };
}

/**
 * The versions of an automation, newest first, each with its author's e-mail (null: the command line) and the number of its live runs; `version`: only that one. Undefined if there is no
 * such automation.
 */
export async function readVersions(
  { db, usersDb }: Pick<ReadingDeps, 'db' | 'usersDb'>,
  storeId: string,
  automationId: string,
  version?: number,
): Promise<(VersionReading & { publishedBy: string | null; liveRuns: number })[] | undefined> {
  if (!(await automationRead(db, storeId, automationId))) return undefined;
  const live = new Map(
    (await automationLiveRuns(db, storeId, automationId)).map(({ version, runs }) => [version, runs]),
  );
  const versions = await automationReadVersions(db, storeId, automationId, version);
  const emails = await userEmails(
    usersDb,
    versions.map(({ publishedById }) => publishedById),
  );
  return versions.map((one) => ({
    ...one,
    publishedBy: emails.get(one.publishedById) ?? null,
    liveRuns: live.get(one.version) ?? 0,
  }));
}

export { automationCounts as countAutomations } from '../results/queries/automation-views.ts';
